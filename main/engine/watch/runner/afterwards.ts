import { errnoOf, isMissing } from '../../../../preload/contract/failures/errno.ts';
import { parseVersion } from '../../sources/file-version.ts';
import {
  type Moved,
  type MoveRequest,
  noAnswerCode,
  ReadError,
  stoppedCode,
} from '../../sources/reader-protocol.ts';
import { isUnsteady } from '../../sources/root-availability.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { WatchBatch } from '../../store/watch/watch-batch-repository.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import { hashFile } from '../../transfer/index.ts';
import type { JsonObject } from '../../types/canonical-json.ts';
import { absolutePath, hasSameNumbers, joinPath, rawOf } from '../../types/source-path.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';

type Context = Pick<EngineContext, 'repositories' | 'store' | 'sources' | 'hashes'>;

export interface MoveOptions {
  readonly signal: AbortSignal;
  /** Whether the watched folder is away, looked at now. */
  readonly isAway: () => Promise<boolean>;
}

/** What a kill in between leaves for the next time. */
const filesPerTransaction = 50;
/** A share answers several at once faster than one after the other. */
const movesAtOnce = 4;
/** Files that another folder in place of theirs may hide are looked at again together: that takes a scan. */
const unsurePerLook = 5_000;

/** Moves what the platform accepted, if the rule says so. What a folder that is away leaves is moved by a later call. */
export async function moveAcceptedFiles(
  context: Context,
  stored: Pick<StoredWatchRule, 'id' | 'rule'>,
  options: MoveOptions,
): Promise<void> {
  const { watchBatches } = context.repositories;
  const { afterwards } = stored.rule;
  for (const batch of watchBatches.unmoved(stored.id)) {
    if (
      afterwards !== 'leave' &&
      !(await moveBatch(context, stored.rule.path, afterwards.moveTo, batch, options))
    )
      return;
    context.store.writes.transaction(() => watchBatches.setMoved(batch.id, new Date().toISOString()));
  }
}

/** Returns false if it was stopped, or its folder is away. The ledger and the upload's log say where each file is. */
async function moveBatch(
  context: Context,
  root: string,
  subfolder: string,
  batch: WatchBatch,
  options: MoveOptions,
): Promise<boolean> {
  const { watchLedger } = context.repositories;
  const where = { root, subfolder };
  const unsure: LedgerFile[] = [];
  let last: LedgerFile | null = null;
  for (;;) {
    const page: readonly LedgerFile[] = watchLedger.batchPage(batch.id, last, filesPerTransaction);
    last = page.at(-1) ?? null;
    if (last === null) return moveUnsure(context, where, batch, unsure, options);
    const files = page.filter(({ state, movedTo }) => state === 'sent' && movedTo === null);
    const moved: FileMoved[] = [];
    let isStopped = false;
    for (let from = 0; from < files.length && !isStopped; from += movesAtOnce) {
      const some = files.slice(from, from + movesAtOnce);
      const names = some.filter((row, index) =>
        some.slice(0, index).some((other) => hasSameNumbers(row, other)),
      );
      const rows = [...some.filter((row) => !names.includes(row)), ...names];
      const move = (row: LedgerFile): Promise<Moved | null> =>
        moveOne(context, { ...where, sent: sentFile(context, row) }, options);
      const results = await Promise.all(rows.slice(0, rows.length - names.length).map(move));
      // To move one name of a file touches the others, and takes the same temporary name.
      for (const row of names) results.push(await move(row));
      for (const [index, result] of results.entries()) {
        const file = rows[index];
        if (result === null || file === undefined) isStopped = true;
        else if (mayBeHidden(result)) unsure.push(file);
        else moved.push({ file, result });
      }
    }
    record(context, batch, moved);
    if (isStopped) return false;
    if (unsure.length < unsurePerLook) continue;
    if (!(await moveUnsure(context, where, batch, unsure.splice(0), options))) return false;
  }
}

/** Moves files that weren't what was sent: another folder may have been in place of theirs. Returns as moveBatch. */
async function moveUnsure(
  context: Context,
  where: Omit<Move, 'sent'>,
  batch: WatchBatch,
  unsure: readonly LedgerFile[],
  options: MoveOptions,
): Promise<boolean> {
  const staying: FileMoved[] = [];
  for (const file of unsure) {
    const result = await moveOne(context, { ...where, sent: sentFile(context, file) }, options);
    if (result === null) return false;
    if (result.kind === 'moved') record(context, batch, [{ file, result }]);
    else staying.push({ file, result });
  }
  if (staying.length > 0 && (await options.isAway())) return false;
  record(context, batch, staying);
  return true;
}

interface FileMoved {
  readonly file: LedgerFile;
  readonly result: Moved;
}

interface SentFile extends Pick<MoveRequest, 'file' | 'isCurrent'> {
  readonly sha256: string | null;
}

/** What was accepted, and whether it is the version of its path that the ledger knows last. */
function sentFile({ repositories: { sourceFiles, watchFiles } }: Context, row: LedgerFile): SentFile {
  const { folderId, folder, folderBytes, name, nameBytes, sizeBytes, mtimeNs, device, fileId, bornNs } = row;
  const sent = row.itemId === null ? null : sourceFiles.sentVersion(row.itemId);
  const alone = parseVersion(sent?.fileVersion ?? null, sizeBytes);
  const ctimeNs = sent?.ctimeNs ?? alone?.ctimeNs ?? 0n;
  return {
    file: { folder, folderBytes, name, nameBytes, sizeBytes, mtimeNs, device, fileId, bornNs, ctimeNs },
    isCurrent: watchFiles.newest(folderId, { text: name, bytes: nameBytes })?.id === row.id,
    sha256: sent?.sha256 ?? null,
  };
}

interface Move {
  readonly root: string;
  readonly subfolder: string;
  readonly sent: SentFile;
}

/** Returns null if it has to be tried again: it was stopped, or the folder is away. */
async function moveOne(
  context: Context,
  { sent, ...where }: Move,
  options: MoveOptions,
): Promise<Moved | null> {
  const { file, isCurrent } = sent;
  const { signal, isAway } = options;
  try {
    const found = await context.sources.move({ ...where, file, isCurrent }, signal);
    const isTouched = found.kind === 'changed' && found.why === 'touched';
    const result = isTouched ? await moveTouched(context, { ...where, sent }, signal) : found;
    if (signal.aborted && result.kind !== 'moved') return null;
    return mayBeAway(result) && (await isAway()) ? null : result;
  } catch (error) {
    if (error instanceof ReadError && [stoppedCode, noAnswerCode].includes(error.code)) return null;
    throw error;
  }
}

/**
 * A new mode, the mark of a virus scanner, or another name of a file that was moved: its content shows whether it is what was
 * sent.
 */
async function moveTouched(
  { sources, hashes }: Context,
  { root, subfolder, sent: { file, isCurrent, sha256 } }: Move,
  signal: AbortSignal,
): Promise<Moved> {
  const stays = { kind: 'changed', why: 'touched' } as const;
  if (sha256 === null) return stays;
  const path = absolutePath(root, file.folder, file.folderBytes, file.name, file.nameBytes);
  const found = await sources.lstat({ root, path }, signal).catch((error: unknown) => errnoOf(error));
  if (typeof found === 'string') return { kind: 'failed', errno: found };
  const { mtimeNs, ctimeNs } = found;
  const options = { sources: [root], followSymlinks: false };
  const hashed = await hashFile({ ...file, root }, { sources, options, signal }, hashes, () => undefined);
  if (!hashed.ok)
    return hashed.failure.code === 'path-unreadable'
      ? { kind: 'failed', errno: hashed.failure.errno }
      : stays;
  if (hashed.value.sha256 !== sha256) return stays;
  return sources.move({ root, subfolder, file: { ...file, mtimeNs, ctimeNs }, isCurrent }, signal);
}

/** Whether a share that went away would look like this. */
function mayBeAway(result: Moved): boolean {
  if (result.kind === 'failed') return isUnsteady(result.errno) || isMissing(result.errno);
  return result.kind === 'missing' && !result.isSameVolume;
}

/** Whether a file would look like this with another folder of its volume in place of the watched one. */
function mayBeHidden(result: Moved): boolean {
  return result.kind === 'missing' || (result.kind === 'changed' && result.why === 'changed');
}

function record(
  { repositories, store }: Context,
  { uploadId }: WatchBatch,
  moved: readonly FileMoved[],
): void {
  const { watchFiles, watchLedger, watchBatches, events } = repositories;
  const isNewest = ({ id, folderId, name, nameBytes }: LedgerFile): boolean =>
    watchFiles.newest(folderId, { text: name, bytes: nameBytes })?.id === id;
  if (moved.length === 0) return;
  store.writes.transaction(() => {
    const at = new Date().toISOString();
    for (const { file, result } of moved) {
      const path = joinPath(file.folder, file.name);
      if (result.kind === 'moved') {
        const { to, toBytes } = result;
        watchLedger.setMoved(file.id, to, at);
        if (uploadId !== null)
          events.append(uploadId, at, 'file-moved', { path, to, ...bytesOf(file, toBytes) });
      } else if (result.kind !== 'missing') {
        const isFailed = result.kind === 'failed';
        // Where another version took its place, the ledger has that one.
        if (isFailed || result.why === 'touched' || isNewest(file))
          watchBatches.setNotMoved(file.id, isFailed ? result.errno : null);
        const why = isFailed ? { errno: result.errno } : { reason: result.why };
        if (uploadId !== null) events.append(uploadId, at, 'file-not-moved', { path, ...why });
      }
    }
  });
}

/** Both paths in hexadecimal, where they aren't Unicode: a receipt is compared with a folder by them. */
function bytesOf({ folder, folderBytes, name, nameBytes }: LedgerFile, to?: Uint8Array): JsonObject {
  if (to === undefined) return {};
  const path = joinPath(rawOf(folder, folderBytes), rawOf(name, nameBytes));
  return {
    pathBytesHex: Buffer.from(path, 'latin1').toString('hex'),
    toBytesHex: Buffer.from(to).toString('hex'),
  };
}
