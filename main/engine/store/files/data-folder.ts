/**
 * A data folder is Lading's, or Lading doesn't touch it: it is missing, empty, or has Lading's mark. Every command, the
 * application, and the engine open theirs here. Within it, only files of Lading's own names are changed.
 */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { fileIdentity, identityKey } from '../../types/source-path.ts';
import { makeFolder } from './make-folder.ts';
import { isOwnFile, isOwnFolder, isUnfinished, markName, ownNames, unfinishedName } from './own-names.ts';
import { checkPrivate, ownerOnly, ownerOnlyFile, restrict } from './private-folder.ts';
import { readStart } from './read-start.ts';
import { folderFailure } from './write-failure.ts';

/** Its first line is what counts. */
const markText = `Lading data folder
Lading keeps its own files here. Files of other names are never changed, but keep evidence elsewhere.
`;
const markStart = markText.slice(0, markText.indexOf('\n') + 1);

/** What the system puts into a folder that nobody has used yet, and a mark that a kill left unfinished. */
const isOfEmptyFolder = (name: string): boolean =>
  /^(?:\.DS_Store|desktop\.ini|Thumbs\.db|lost\+found)$/.test(name) || isUnfinished(name, markName);

/**
 * Versions that made no mark are recognized by the schema of what they stored, as SQLite keeps it in the file: a name
 * alone proves nothing. Nothing is opened with SQLite for that, which might write beside somebody's database.
 */
const earlierFiles: readonly { readonly name: RegExp; readonly schema: string }[] = [
  {
    name: /^lading\.db$/,
    schema: `CREATE TABLE roots (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  path TEXT NOT NULL`,
  },
  {
    name: /^engine\.lock$/,
    schema: 'CREATE TABLE holder (pid INTEGER, host TEXT, command TEXT, since TEXT) STRICT',
  },
  {
    name: /^rate-limit-[\w.-]+\.db$/,
    schema:
      'CREATE TABLE slots (\n  id INTEGER PRIMARY KEY, account TEXT NOT NULL, answered_at REAL NOT NULL',
  },
  {
    name: /^sandbox\/sandbox\.db$/,
    schema: 'CREATE INDEX sourceFilesOfDataset ON sourceFiles (datasetId)',
  },
];
const sqliteStart = 'SQLite format 3\0';
/** The first pages of a database are those of its first schema, and of its log what was written last. */
const searchedBytes = 1_048_576;

export interface DataFolder {
  readonly kind: 'missing' | 'empty' | 'marked' | 'earlier';
  readonly names: readonly string[];
}

/**
 * Opens a data folder to write in it: makes it if it is missing, marks it, and keeps other users out. A symbolic link to a
 * folder will do: the folder that it leads to counts.
 *
 * Fails with folder-not-lading before anything is changed, or with folder-foreign, folder-shared, store-read-only,
 * store-cannot-open or disk-full.
 */
export function openDataFolder(path: string): Result<string> {
  const found = inspectDataFolder(path);
  if (!found.ok) return found;
  try {
    makeFolder(path, ownerOnly);
    const restricted = restrict(path, found.value.names);
    if (!restricted.ok) return restricted;
    if (found.value.kind !== 'marked') writeMark(path);
    return success(path);
  } catch (error) {
    return folderFailure(error, path);
  }
}

/** Whether a data folder can be written to, or made, without doing so. Fails with store-read-only or store-cannot-open. */
export function checkWritable(path: string): Result<undefined> {
  try {
    requireWritable(path);
    return success(undefined);
  } catch (error) {
    return folderFailure(error, path);
  }
}

/** Throws the system's error. A folder that is missing can be made where the one above it can be written to. */
function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const parent = dirname(path);
    if (errnoOf(error) !== 'ENOENT' || parent === path) throw error;
    requireWritable(parent);
  }
}

/** Lading's own files and folders in a data folder, whether it has them or not. */
export function ownPaths(path: string): readonly string[] {
  return ownNames(namesIn(path)).map((name) => join(path, name));
}

/**
 * Keys (`identityKey`) of a data folder, of Lading's own files and folders in it, and of what is directly in those folders:
 * whatever link or mount leads to them, they are no evidence. None where the file system numbers nothing.
 */
export function ownIdentities(path: string): readonly string[] {
  const own = ownPaths(path);
  const inside = own.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  return [path, ...own, ...inside].flatMap((one) => {
    const found = statSync(one, { bigint: true, throwIfNoEntry: false });
    const key = found === undefined ? null : identityKey(fileIdentity(found));
    return key === null ? [] : [key];
  });
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    // A file, or missing.
    errnoOf(error);
    return [];
  }
}

/** Makes a folder inside a data folder that was opened. Fails with store-read-only, store-cannot-open or disk-full. */
export function makeOwnFolder(path: string): Result<string> {
  try {
    makeFolder(path, ownerOnly);
    return success(path);
  } catch (error) {
    return folderFailure(error, path);
  }
}

/**
 * A data folder whose files decide something, without changing it: what is foreign or shared is refused as
 * `openDataFolder` does. Who only shows what is in it inspects it. Fails as `inspectDataFolder`, and with folder-foreign or
 * folder-shared.
 */
export function trustDataFolder(path: string): Result<DataFolder> {
  const found = inspectDataFolder(path);
  if (!found.ok || found.value.kind === 'missing') return found;
  try {
    const checked = checkPrivate(path, found.value.names);
    return checked.ok ? found : checked;
  } catch (error) {
    return folderFailure(error, path);
  }
}

/** What a data folder is, for those who only read it. Changes nothing. Fails with folder-not-lading or store-cannot-open. */
export function inspectDataFolder(path: string): Result<DataFolder> {
  try {
    // The names first: another process makes its mark before anything else.
    const names = readdirSync(path);
    const other = names.find((name) => !isOfEmptyFolder(name));
    if (other === undefined) return success({ kind: 'empty', names });
    if (isMarked(path)) return success({ kind: 'marked', names });
    const candidates = names.map((name) => (name === 'sandbox' ? 'sandbox/sandbox.db' : name));
    if (candidates.some((name) => isOfEarlierVersion(path, name))) return success({ kind: 'earlier', names });
    return failure('folder-not-lading', { path, found: other });
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? success({ kind: 'missing', names: [] }) : folderFailure(error, path);
  }
}

/** Fails with write-failed: nobody else's file can be one that Lading keeps. */
export function refuseOwnFile(path: string): Failed | null {
  return isOwnPath(path) ? failure('write-failed', { path, reason: 'own-file', errno: 'EEXIST' }) : null;
}

/** Whether a path is one of Lading's own files in a data folder, whichever it is, or lies in one of its own folders. */
function isOwnPath(path: string): boolean {
  for (let at = realPath(path), folder = dirname(at); folder !== at; at = folder, folder = dirname(at)) {
    const name = basename(at);
    if ((isOwnFile(name) || isOwnFolder(name)) && isMarked(folder)) return true;
  }
  return false;
}

/** The real path of a file that may not exist yet, by its folder's. */
function realPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    errnoOf(error);
    return path;
  }
}

function isMarked(folder: string): boolean {
  return readStart(join(folder, markName), markStart.length)?.toString('latin1') === markStart;
}

function isOfEarlierVersion(folder: string, name: string): boolean {
  const own = earlierFiles.find((file) => file.name.test(name));
  if (own === undefined) return false;
  const path = join(folder, name);
  // An engine that was killed may have left everything in the write-ahead log.
  const [database, log] = [path, `${path}-wal`].map((file) => readStart(file, searchedBytes));
  if (!database?.toString('latin1').startsWith(sqliteStart)) return false;
  return database.includes(own.schema) || log?.includes(own.schema) === true;
}

/** Under its name it is complete. */
function writeMark(folder: string): void {
  const temporary = join(folder, unfinishedName(markName));
  try {
    const file = openSync(temporary, 'wx', ownerOnlyFile);
    try {
      writeFileSync(file, markText);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(folder, markName));
  } catch (error) {
    // Another process may have made it meanwhile. Windows replaces no file that is being read.
    if (!isMarked(folder)) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
