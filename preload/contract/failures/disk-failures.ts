/** What goes wrong on this computer's disks: evidence, the store, and files that Lading was asked to write. */
import { z } from 'zod';
import { fileChange, fileChangeText } from '../texts/file-change-text.ts';
import { count } from '../texts/format-number.ts';
import { unavailableReasonText } from '../texts/unavailable-source-text.ts';
import { unavailableReason } from '../views/unavailable-source.ts';
import { errnoText, readAdvice } from './errno-text.ts';
import {
  because,
  bytes,
  entry,
  errno,
  object,
  path,
  pathIfNotShown,
  prefix,
  subject,
  text,
} from './failure-entry.ts';
import { storeHolder, storeHolderText, windowCommand } from './store-holder-text.ts';

const foundNames = {
  folder: 'now a folder',
  'symbolic-link': 'now a symbolic link',
  'special-file': 'a device, socket, or pipe',
  other: 'something else',
} as const;

const writeReason = z.enum([
  'folder-missing',
  'is-a-folder',
  'special-file',
  'not-allowed',
  'reader-stopped',
  'exists',
  'own-file',
  'named-twice',
  'other',
]);

const writeProblems: Readonly<Record<z.infer<typeof writeReason>, (errno: string) => string>> = {
  'folder-missing': () => "its folder doesn't exist. Create the folder, or choose another one.",
  'is-a-folder': () => 'a folder has that name. Choose another name.',
  'special-file': () => "it's a device, a pipe, or a socket, not a file. Choose another name.",
  'not-allowed': (errno) => `writing there isn't allowed (${errnoText(errno)}). Choose another location.`,
  'reader-stopped': () => 'the program that was reading it stopped.',
  exists: () => 'a file with that name already exists. Choose another name.',
  'own-file': () => "it's one that Lading keeps in a data folder. Choose another name.",
  'named-twice': () => 'another option writes a file of that name. Choose another name.',
  other: (errno) => `${errnoText(errno)}. Choose another location.`,
};

/** docs/resuming.md, "A data folder from a backup". */
const insteadOfBackup =
  "Don't put an older copy in its place: what was sent since would be sent again. Compare the dataset on the platform with your sources, and upload what is missing with another data folder.";

export const diskFailures = {
  // Evidence on disk
  'source-missing': entry('source', { path }, ({ path }) => `${path} doesn't exist. Check the spelling.`),
  /** The root of the file was away, and a person didn't want to wait for it. */
  'source-unavailable': entry(
    'source',
    { path: pathIfNotShown, root: path, reason: unavailableReason },
    ({ path, root, reason }) =>
      `${prefix(path)}Source unavailable (${unavailableReasonText(reason)}): ${root}. Connect or mount it, then retry. What was uploaded is kept.`,
  ),
  'path-missing': entry(
    'source',
    { path: pathIfNotShown },
    ({ path }) => `${subject(path)} no longer exists.`,
  ),
  'path-unreadable': entry(
    'source',
    { path: pathIfNotShown, errno, atByte: bytes.optional() },
    ({ path, errno, atByte }) =>
      `Can't read ${object(path)}${atByte === undefined ? '' : ` at byte ${count(atByte)}`} (${errnoText(errno)}). ${readAdvice(errno)}`,
  ),
  'path-not-a-file': entry(
    'source',
    {
      path: pathIfNotShown,
      found: z.enum(['folder', 'symbolic-link', 'special-file', 'other']),
    },
    ({ path, found }) => `${subject(path)} is ${foundNames[found]}, not a file.`,
  ),
  'path-too-long': entry(
    'source',
    { path: pathIfNotShown },
    ({ path }) =>
      `The path of ${object(path)} is longer than this system can open. Choose a folder further down in the tree.`,
  ),
  'folder-unreadable': entry(
    'source',
    { path: pathIfNotShown, errno: errno.optional() },
    ({ path, errno }) =>
      `Can't read ${path === undefined ? 'this folder' : path}${because(errno)}, so none of its files are included. ${errno === undefined ? 'Fix the problem, then retry.' : readAdvice(errno)}`,
  ),
  'vanished-during-scan': entry(
    'source',
    { path: pathIfNotShown },
    ({ path }) => `${subject(path)} disappeared during the scan. Retry once it's back.`,
  ),
  'changed-during-scan': entry(
    'source',
    { path: pathIfNotShown },
    ({ path }) =>
      `${subject(path)} changed during the scan, so some files may be missing. Retry when nothing is writing to it.`,
  ),
  'file-too-large': entry(
    'source',
    {
      path: pathIfNotShown,
      sizeBytes: bytes,
      limit: z.union([
        z.object({ maxFileBytes: bytes }),
        z.object({ maxParts: z.int(), maxPartBytes: bytes }),
      ]),
    },
    ({ path, sizeBytes, limit }) =>
      `${subject(path)} is ${count(sizeBytes)} bytes. The platform accepts at most ${
        'maxFileBytes' in limit
          ? `${count(limit.maxFileBytes)} bytes per file`
          : `${count(limit.maxParts)} parts of ${count(limit.maxPartBytes)} bytes each`
      }. Split the file, or ask the platform's operator for another way to deliver it.`,
  ),
  'file-changed': entry(
    'source',
    {
      path: pathIfNotShown,
      change: fileChange,
    },
    ({ path, change }) =>
      `${subject(path)} changed after the scan: ${fileChangeText(change)}. Its upload was stopped so that old and new content aren't mixed. Retry to upload it as it is now; a watched folder does so without you.`,
  ),

  // The store
  'store-locked': entry(
    'store',
    {
      path,
      holder: storeHolder.optional(),
    },
    ({ path, holder }) =>
      `${path} is in use by ${storeHolderText(holder)}. ${holder?.command === windowCommand ? 'Use the window, or quit Lading and try again.' : 'Wait until it finishes, or stop it.'}`,
  ),
  'store-newer': entry(
    'store',
    { path, version: z.int(), supported: z.int() },
    ({ path, version, supported }) =>
      `${path} was written by a later version of Lading (store version ${version}; this one supports ${supported}). Install that version.`,
  ),
  /** The store is of a build before the first one that can be upgraded, whose version is `oldest`. */
  'store-preview': entry(
    'store',
    { path, version: z.int(), oldest: z.int() },
    ({ path, version, oldest }) =>
      `${path} was written by an early build of Lading (store version ${version}) and can't be upgraded: that takes version ${oldest} or later. Lading's own version number doesn't tell these builds apart. Choose a new data folder; what was uploaded stays on the platform.`,
  ),
  'store-outdated': entry(
    'store',
    { path },
    ({ path }) => `${path} was written by an earlier version of Lading and hasn't been upgraded yet.`,
  ),
  'store-read-only': entry(
    'store',
    { path, errno: errno.optional() },
    ({ path, errno }) => `Lading can't write to ${path}${because(errno)}.`,
  ),
  'store-cannot-open': entry(
    'store',
    { path, errno: errno.optional() },
    ({ path, errno }) => `Lading can't open ${path}${because(errno)}.`,
  ),
  /** A folder with files that aren't Lading's, given as its data folder. `found`: one of them. */
  'folder-not-lading': entry(
    'store',
    { path, found: text },
    ({ path, found }) =>
      `${path} isn't Lading's data folder: it holds ${found}, which Lading didn't put there. Nothing in it was changed. Choose a new or an empty folder.`,
  ),
  /** A file or folder of another user where only this user's may be. */
  'folder-foreign': entry(
    'store',
    { path, uid: z.int() },
    ({ path, uid }) =>
      `${path} belongs to another user (ID ${uid}), who could change what Lading keeps in it. Use a data folder of your own.`,
  ),
  'folder-shared': entry(
    'store',
    { path },
    ({ path }) =>
      `Other users can change the files in ${path}, which say where evidence goes. Take that permission away (chmod 700), or use a data folder of your own.`,
  ),
  'store-damaged': entry(
    'store',
    { path, detail: text },
    ({ path, detail }) => `${path} isn't a readable Lading store (${detail}). ${insteadOfBackup}`,
  ),
  /** A value that Lading didn't write in this form. `row` is the row's ID, or what stands for it. */
  'stored-value-damaged': entry(
    'store',
    { table: text, column: text, row: text },
    ({ table, column, row }) =>
      table === 'watch_rules' && column === 'rule'
        ? "lading.db was edited or damaged: Lading can't read this watched folder's rule, so nothing is taken from the folder. Remove it and add it again (to the same database, what was sent isn't sent again)."
        : `lading.db was edited or damaged: Lading can't read “${column}” of ${table === 'uploads' ? `upload ${row}` : `row ${row} of the table “${table}”`}. ${insteadOfBackup}`,
  ),
  'disk-full': entry(
    'disk-full',
    { path: pathIfNotShown },
    ({ path }) =>
      `The disk${path === undefined ? '' : ` that holds ${path}`} is full. Free some space, then try again. Everything uploaded so far is kept.`,
  ),

  // A file that Lading was asked to write
  'write-failed': entry(
    'write',
    {
      path: pathIfNotShown,
      reason: writeReason,
      errno,
    },
    ({ path, reason, errno }) => `Can't write ${path ?? 'the file'}: ${writeProblems[reason](errno)}`,
  ),
  /** `same`: it is the source itself. */
  'output-in-source': entry('write', { path, source: path, same: z.boolean() }, ({ path, source, same }) =>
    same
      ? `Can't write ${path}: it is the source of an upload, and Lading never changes a source. Choose another name.`
      : `Can't write ${path}: it is inside ${source}, the source of an upload, and Lading never changes a source. Choose a folder outside of it.`,
  ),
} as const;
