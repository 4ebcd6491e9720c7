/**
 * Settled files become a batch, and the batch an upload. The files are taken chunk by chunk, so that the event loop stays
 * free; only the last transaction makes the upload. A batch that a kill left without one gives its files back.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { watchedFolderName } from '../../../../preload/contract/watch/folder-name.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { Account } from '../../types/connection.ts';
import type { UploadId, WatchBatchId, WatchRuleId } from '../../types/ids.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { createWatchUpload } from '../../uploads/prepare/prepare-upload.ts';
import { maxBatchFiles } from './batch-due.ts';
import { type DatasetFacts, datasetKey, datasetName, namesCustodian } from './dataset-name.ts';
import { custodianNaming, type NamedFile, type WatchCustodians } from './read-custodians.ts';
import { watchRequest } from './watch-request.ts';

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 200;

type Context = Pick<EngineContext, 'earlier' | 'store' | 'repositories' | 'version'>;

export interface BatchTarget {
  readonly rule: StoredWatchRule;
  readonly custodians: WatchCustodians;
  /** The top-level folder, '' for files beside them; null for all files. */
  readonly topFolder: string | null;
  readonly databaseName: string;
  readonly account: Account;
  readonly now: Date;
}

/** Returns the batch's upload; null if nothing was settled any longer. Fails with stopped. */
export async function closeBatch(
  context: Context,
  target: BatchTarget,
  signal: AbortSignal,
): Promise<Result<UploadId | null>> {
  const { store, repositories } = context;
  const { watchBatches } = repositories;
  const { rule, topFolder, custodians, databaseName, account, now } = target;
  const custodianOf = custodianNaming(rule.rule, custodians, repositories.watchMatches.beside);
  const custodian = namesCustodian(rule.rule.dataset)
    ? await firstCustodian(context, target, custodianOf)
    : null;
  const facts: DatasetFacts = {
    watchedFolder: watchedFolderName(rule.rule.path),
    topFolder,
    at: now,
    custodian,
  };
  const key = datasetKey(rule.rule, facts);
  const known = key === null ? null : watchBatches.dataset(rule.id, key);
  const name = known?.name ?? datasetName(rule.rule.dataset, facts);
  const batchId = store.writes.transaction(() =>
    watchBatches.open(rule.id, topFolder ?? '', { key: key ?? '', name }),
  );
  const isTaken = (file: NamedFile): boolean =>
    !namesCustodian(rule.rule.dataset) || custodianOf(file) === custodian;
  const taken = await takeFiles(context, { ruleId: rule.id, batchId, topFolder, isTaken, now, signal });
  if (taken.files === 0 || signal.aborted) {
    await releaseBatch(context, batchId);
    return signal.aborted ? failure('stopped') : success(null);
  }
  return success(
    store.writes.transaction(() => {
      const at = now.toISOString();
      const dataset = known !== null && known.datasetId !== null ? { id: known.datasetId } : { name };
      const watch = { ruleId: rule.id, batchId };
      const request = { ...watchRequest(rule, custodians, dataset), watch };
      const uploadId = createWatchUpload(context, {
        rule,
        request,
        databaseName,
        datasetName: name,
        account,
        at,
      });
      watchBatches.close(batchId, at, taken, uploadId);
      repositories.watchLedger.waitAgain(rule.id, topFolder, at);
      if (key !== null) watchBatches.saveDataset(rule.id, key, name, known?.datasetId ?? null);
      return uploadId;
    }),
  );
}

/** Gives back the files of batches that a kill left without an upload. */
export async function releaseOpenBatches(
  context: Pick<Context, 'store' | 'repositories'>,
  ruleId: WatchRuleId,
): Promise<void> {
  for (const { id } of context.repositories.watchBatches.openOnes(ruleId)) await releaseBatch(context, id);
}

async function releaseBatch(
  { store, repositories }: Pick<Context, 'store' | 'repositories'>,
  batchId: WatchBatchId,
): Promise<void> {
  const { watchLedger, watchBatches } = repositories;
  const release = (): number =>
    store.writes.recomputable(() => watchLedger.releaseBatch(batchId, filesPerTurn));
  while (release() > 0) await nextTurn();
  store.writes.transaction(() => watchBatches.remove(batchId));
}

interface TakenFiles {
  readonly ruleId: WatchRuleId;
  readonly batchId: WatchBatchId;
  readonly topFolder: string | null;
  readonly isTaken: (file: NamedFile) => boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

async function takeFiles(
  { store, repositories }: Context,
  { ruleId, batchId, topFolder, isTaken, now, signal }: TakenFiles,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const { watchLedger } = repositories;
  let files = 0;
  let bytes = 0;
  for (let after = 0; files < maxBatchFiles && !signal.aborted; ) {
    // Read and taken in one transaction: a scan may change rows in between.
    const to = store.writes.recomputable(() => {
      const page = watchLedger.settledPage(ruleId, topFolder, after, filesPerTurn);
      const wanted = page.files.filter(isTaken);
      const chosen = wanted.slice(0, maxBatchFiles - files);
      watchLedger.take(
        chosen.map(({ id }) => id),
        batchId,
        now.toISOString(),
      );
      files += chosen.length;
      bytes += chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return page.to;
    });
    if (to === null) break;
    after = to;
    await nextTurn();
  }
  return { files, bytes };
}

/** The first settled file's custodian: a batch whose dataset is named after its custodian has one custodian. */
async function firstCustodian(
  { repositories }: Context,
  { rule, topFolder }: BatchTarget,
  custodianOf: ReturnType<typeof custodianNaming>,
): Promise<string | null> {
  for (let after = 0; ; ) {
    const { files, to } = repositories.watchLedger.settledPage(rule.id, topFolder, after, filesPerTurn);
    const [first] = files;
    if (first !== undefined) return custodianOf(first);
    if (to === null) return null;
    after = to;
    await nextTurn();
  }
}
