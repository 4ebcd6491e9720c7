import type { WatchBatch } from '../store/watch-batch-repository.ts';
import type { LedgerFile } from '../store/watch-file-repository.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { type Moved, moveFile } from './move-file.ts';

/** What a kill in between leaves for the next time. */
const filesPerTransaction = 50;

/** Moves the accepted files of a batch if the rule says so. The ledger and the upload's log say where to. */
export async function moveAcceptedFiles(
  { repositories, store }: Pick<EngineContext, 'repositories' | 'store'>,
  { rule }: Pick<StoredWatchRule, 'rule'>,
  batch: WatchBatch,
  signal: AbortSignal,
): Promise<void> {
  if (rule.afterwards === 'leave') return;
  const { moveTo } = rule.afterwards;
  const { watchLedger, watchBatches, events } = repositories;
  let last: LedgerFile | null = null;
  for (;;) {
    const page: readonly LedgerFile[] = watchLedger.batchPage(batch.id, last, filesPerTransaction);
    const moved: { readonly file: LedgerFile; readonly result: Moved }[] = [];
    for (const file of page) {
      if (signal.aborted) break;
      if (file.state !== 'sent' || file.movedTo !== null) continue;
      moved.push({ file, result: await moveFile(rule.path, moveTo, file) });
    }
    store.writes.transaction(() => {
      const at = new Date().toISOString();
      for (const { file, result } of moved) {
        const path = file.folder === '' ? file.name : `${file.folder}/${file.name}`;
        if (result.kind === 'moved') watchLedger.setMoved(file.id, result.to, at);
        if (result.kind === 'failed') watchBatches.setNotMoved(file.id, result.errno);
        if (batch.uploadId === null || result.kind === 'changed') continue;
        const outcome = result.kind === 'moved' ? { to: result.to } : { errno: result.errno };
        const type = result.kind === 'moved' ? 'file-moved' : 'file-not-moved';
        events.append(batch.uploadId, at, type, { path, ...outcome });
      }
    });
    last = page.at(-1) ?? null;
    if (last === null || signal.aborted) return;
  }
}
