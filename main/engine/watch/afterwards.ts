import { type Moved, noAnswerCode, ReadError, stoppedCode } from '../sources/reader-protocol.ts';
import { isMissing, isUnsteady } from '../sources/root-availability.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import type { WatchBatch } from '../store/watch-batch-repository.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/engine-context.ts';

type Context = Pick<EngineContext, 'repositories' | 'store' | 'sources'>;

export interface MoveOptions {
  readonly signal: AbortSignal;
  /** Whether the watched folder is away, looked at now. */
  readonly isAway: () => Promise<boolean>;
}

/** What a kill in between leaves for the next time. */
const filesPerTransaction = 50;
/** A share answers several at once faster than one after the other. */
const movesAtOnce = 4;

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
  let last: LedgerFile | null = null;
  for (;;) {
    const page: readonly LedgerFile[] = watchLedger.batchPage(batch.id, last, filesPerTransaction);
    last = page.at(-1) ?? null;
    if (last === null) return true;
    const files = page.filter(({ state, movedTo }) => state === 'sent' && movedTo === null);
    const moved: FileMoved[] = [];
    let isStopped = false;
    for (let from = 0; from < files.length && !isStopped; from += movesAtOnce) {
      const some = files.slice(from, from + movesAtOnce);
      const results = await Promise.all(
        some.map((file) => moveOne(context, { root, subfolder, file }, options)),
      );
      for (const [index, result] of results.entries()) {
        const file = some[index];
        if (result === null || file === undefined) isStopped = true;
        else moved.push({ file, result });
      }
    }
    record(context, batch, moved);
    if (isStopped) return false;
  }
}

interface FileMoved {
  readonly file: LedgerFile;
  readonly result: Moved;
}

/** Null if it has to be tried again: it was stopped, or the folder is away. */
async function moveOne(
  { sources }: Context,
  given: { readonly root: string; readonly subfolder: string; readonly file: LedgerFile },
  { signal, isAway }: MoveOptions,
): Promise<Moved | null> {
  try {
    const result = await sources.move(given, signal);
    return mayBeAway(result) && (await isAway()) ? null : result;
  } catch (error) {
    if (error instanceof ReadError && [stoppedCode, noAnswerCode].includes(error.code)) return null;
    throw error;
  }
}

/** Whether a share that went away would look like this. */
function mayBeAway(result: Moved): boolean {
  if (result.kind === 'failed') return isUnsteady(result.errno) || isMissing(result.errno);
  return result.kind === 'missing' && !result.isSameVolume;
}

function record(
  { repositories, store }: Context,
  { uploadId }: WatchBatch,
  moved: readonly FileMoved[],
): void {
  const { watchLedger, watchBatches, events } = repositories;
  if (moved.length === 0) return;
  store.writes.transaction(() => {
    const at = new Date().toISOString();
    for (const { file, result } of moved) {
      const path = file.folder === '' ? file.name : `${file.folder}/${file.name}`;
      if (result.kind === 'moved') {
        watchLedger.setMoved(file.id, result.to, at);
        if (uploadId !== null) events.append(uploadId, at, 'file-moved', { path, to: result.to });
      } else if (result.kind === 'failed') {
        watchBatches.setNotMoved(file.id, result.errno);
        if (uploadId !== null) events.append(uploadId, at, 'file-not-moved', { path, errno: result.errno });
      }
    }
  });
}
