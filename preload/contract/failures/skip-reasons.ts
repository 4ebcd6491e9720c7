/** Why a file is skipped: by rule or by choice, which isn't a failure. With the details of each, and what it says. */
import { z } from 'zod';
import { formatBytes } from '../texts/format-bytes.ts';
import { count } from '../texts/format-number.ts';
import { systemFileNames } from '../texts/selection-text.ts';
import { utcText } from '../texts/utc-text.ts';
import { hashName } from '../views/hash-algorithm.ts';
import { systemFileKind } from '../views/selection-schema.ts';
import { errno } from './failure-entry.ts';

interface SkipEntry<Shape extends z.ZodRawShape> {
  readonly details: z.ZodObject<Shape>;
  text(details: z.output<z.ZodObject<Shape>>): string;
}

function skip(text: string): SkipEntry<Record<never, never>>;
function skip<Shape extends z.ZodRawShape>(shape: Shape, text: SkipEntry<Shape>['text']): SkipEntry<Shape>;
function skip(
  shape: string | z.ZodRawShape,
  text: SkipEntry<z.ZodRawShape>['text'] = () => String(shape),
): SkipEntry<z.ZodRawShape> {
  return { details: z.object(typeof shape === 'string' ? {} : shape), text };
}

function range<T>(from: T | null, to: T | null, say: (value: T) => string): string {
  if (to === null) return from === null ? 'of any kind' : `from ${say(from)} on`;
  return from === null ? `up to ${say(to)}` : `from ${say(from)} to ${say(to)}`;
}

/** Why the scan could not read what it saw. */
export const unreadProblem = z.union([
  z.object({ code: z.literal('folder-unreadable'), errno: errno.optional() }),
  z.object({ code: z.literal('path-unreadable'), errno }),
  z.object({ code: z.enum(['path-too-long', 'vanished-during-scan', 'changed-during-scan']) }),
]);

export const skipReasons = {
  'symbolic-link': skip("Symbolic links aren't followed. To upload the target, add it as a source."),
  'symbolic-link-loop': skip(
    'This symbolic link points to a folder that contains it. Nothing is lost by skipping it.',
  ),
  'symbolic-link-broken': skip("This symbolic link points to something that doesn't exist."),
  'special-file': skip('This is a device, socket, or pipe, not a file.'),
  /** A link leads to it. */
  'lading-file': skip("This is part of Lading's own data folder, which is never uploaded."),
  /** A folder that could be read later; its files are items of their own. */
  'folder-rescanned': skip({ files: z.int().nonnegative() }, ({ files }) => {
    if (files === 0) return 'The folder could be read later. It contains no files.';
    return files === 1
      ? 'The folder could be read later. The file in it is listed separately.'
      : `The folder could be read later. The ${count(files)} files in it are listed separately.`;
  }),
  'skipped-by-person': skip('You chose to skip this file.'),
  'left-watched-folder': skip(
    "It left its path in the watched folder or was replaced there, so it isn't sent from there. What is there now goes with another upload.",
  ),
  cancelled: skip('The upload was canceled before this file was complete.'),

  // The selection (selection.ts)
  deselected: skip('You chose not to send this file.'),
  /** `pattern`: the first that matches. */
  excluded: skip({ pattern: z.string() }, ({ pattern }) => `It matches the excluded pattern ${pattern}.`),
  /** What the scan could not read, and would not be sent if it could. `pattern`: null if a person decided. */
  'excluded-unread': skip(
    { pattern: z.string().nullable(), problem: unreadProblem },
    ({ pattern }) =>
      `${pattern === null ? 'You chose not to send it' : `It matches the excluded pattern ${pattern}`}. It couldn't be read.`,
  ),
  'not-included': skip('It matches none of the patterns of what to include.'),
  'system-file': skip(
    { kind: systemFileKind },
    ({ kind }) => `System files are excluded: ${systemFileNames[kind]}.`,
  ),
  'excluded-type': skip(
    { type: z.string() },
    ({ type }) => `Files of this type (${type === '' ? 'unknown' : type}) are excluded.`,
  ),
  'excluded-size': skip(
    { minBytes: z.number().nullable(), maxBytes: z.number().nullable() },
    ({ minBytes, maxBytes }) => `Only files of ${range(minBytes, maxBytes, formatBytes)} are sent.`,
  ),
  'excluded-date': skip(
    { from: z.string().nullable(), to: z.string().nullable() },
    ({ from, to }) => `Only files modified ${range(from, to, String)} (UTC) are sent.`,
  ),
  'excluded-custodian': skip({ custodian: z.string().nullable() }, ({ custodian }) =>
    custodian === null ? 'Files without a custodian are excluded.' : `Files of ${custodian} are excluded.`,
  ),
  /** `list`: the name of the hash set. */
  'known-file': skip(
    { list: z.string(), hash: z.string() },
    ({ list, hash }) => `Its ${hashName(hash)} is in the list of known files ${list}.`,
  ),
  /** The file that is kept; `upload` and `at` where an earlier upload sent it. */
  duplicate: skip(
    {
      of: z.string(),
      sha256: z.string(),
      upload: z.string().nullable(),
      at: z.string().nullable(),
    },
    ({ of, at }) =>
      `It has the same content as ${of}, which ${at === null ? 'is sent' : `was sent on ${utcText(at)}`}.`,
  ),
  'already-sent': skip(
    { upload: z.string(), at: z.string(), sourceFileId: z.int().nullable() },
    ({ at, sourceFileId }) =>
      `An earlier upload sent this file unchanged to the same database on ${utcText(at)}${
        sourceFileId === null ? '' : ` (source file ${sourceFileId})`
      }.`,
  ),
} as const;
