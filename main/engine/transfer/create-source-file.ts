import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { NewSourceFile } from '../platform/operations.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import type { SourceFile, SourceFileRowId } from '../store/source-file-repository.ts';
import type { TransferContext } from './context.ts';
import type { PartPlan } from './part-plan.ts';
import { beforeAskingAgain } from './probe-before-retry.ts';
import { RetryBudget } from './retry-budget.ts';

export type CreatedSourceFile = SourceFile & { readonly platformId: number };

export type Creation =
  | { readonly kind: 'created'; readonly sourceFile: CreatedSourceFile }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'upload-stops'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

/** Some three quarters of an hour of waiting (platform/retry.ts) in which the service answers, but makes no source file. */
const unclearInARow = 20;
const unclearInAll = 40;

/**
 * The source file of an item, written down before it is asked for.
 *
 * When the answer is lost, the service cannot tell whether it made one: the interface has no list of source files. It is
 * asked for again all the same, because a source file without a completion holds no evidence and is never
 * processed: at worst an empty one stays behind, and the log says so. Each asking may leave one, so it is asked again
 * only while the service answers at all, and not without end. Links are different: see send-link.ts.
 */
export async function createSourceFile(
  transfer: TransferContext,
  item: Item,
  before: SourceFile | null,
  plan: PartPlan,
): Promise<Creation> {
  const { writes, sourceFiles, events, items, upload, signal } = transfer;
  if (before !== null && before.platformId !== null)
    return { kind: 'created', sourceFile: { ...before, platformId: before.platformId } };
  const shown = displayPath(item);
  let row: SourceFileRowId | null = before?.id ?? null;
  let known = before === null;
  const patience = new RetryBudget(() => transfer.live.createdFiles, unclearInARow, unclearInAll);
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const askedAt = transfer.now().toISOString();
    const asked = await writes.enqueue(() => {
      if (!known)
        events.append(upload.id, askedAt, 'source-file-asked-again', {
          item: item.id,
          path: shown,
          note: 'no answer told whether the request before made a source file; if it did, that one stays empty',
        });
      if (row !== null) sourceFiles.recordRetry(row, askedAt);
      else if (items.stateOf(item.id) === 'queued') items.transition(item, 'queued', 'uploading', null);
      return row ?? sourceFiles.recordRequest(item.id, askedAt, plan.partSizeBytes, plan.partCount);
    });
    row = asked;
    const answer = await requestSourceFile(transfer, item, asked, { filename: shown });
    if (answer.ok) return { kind: 'created', sourceFile: answer.value.sourceFile };
    const { failure } = answer;
    // A redirect made nothing; whoever stands between may go away.
    if (failure.code !== 'outcome-unknown' && failure.code !== 'unexpected-answer') return refusal(failure);
    if (failure.code === 'outcome-unknown') known = false;
    if (signal.aborted) break;
    transfer.live.trouble();
    const end = patience.end();
    if (end === 'upload-stops') return { kind: end, failure: unclear(failure, shown, patience) };
    if (end === 'item-fails') return { kind: 'failed', failure: unclear(failure, shown, patience) };
    const stops = await beforeAskingAgain(transfer, attempt, `${shown}: ${failure.message}`);
    if (stops !== null) return { kind: 'upload-stops', failure: stops };
  }
  return { kind: 'stopped' };
}

function unclear(last: Failure, path: string, { times }: RetryBudget): Failure {
  if (last.code !== 'outcome-unknown') return { ...last, path };
  return {
    ...last,
    path,
    message: `The platform was asked ${times} times for the file's source file and never said whether it made one. ${last.message} Empty source files may stand in the dataset; they hold no evidence. Try again once the platform is well.`,
  };
}

/** One request, which the caller wrote down before; what it made is kept before anybody hears of it. */
export async function requestSourceFile(
  transfer: TransferContext,
  item: Item,
  row: SourceFileRowId,
  file: Pick<NewSourceFile, 'filename' | 'directLink'>,
): Promise<Result<{ readonly sourceFile: CreatedSourceFile; readonly state: string }>> {
  const { writes, sourceFiles, events, upload, signal, passwords } = transfer;
  const custodian = item.custodian ?? upload.request.custodian;
  const answer = await transfer.platform.createSourceFile(
    upload.databaseId,
    transfer.datasetId,
    {
      ...file,
      ...(custodian === null ? {} : { custodian }),
      ...(passwords.length === 0 ? {} : { passwords }),
    },
    { signal },
  );
  if (!answer.ok) return { ok: false, failure: aboutDataset(transfer, answer.failure) };
  transfer.live.created();
  const { id: platformId, state } = answer.value;
  await writes.enqueue(() => {
    sourceFiles.recordCreated(row, platformId);
    events.append(upload.id, transfer.now().toISOString(), 'source-file-created', {
      item: item.id,
      path: displayPath(item),
      sourceFileId: platformId,
    });
  });
  const sourceFile = sourceFiles.current(item.id);
  if (sourceFile === null) throw new Error(`Source file ${platformId} was not kept`);
  return success({ sourceFile: { ...sourceFile, platformId }, state });
}

/** The dataset was named by a person, or has been removed since: nothing of this upload can go anywhere. */
function aboutDataset({ upload, datasetId }: TransferContext, refused: Failure): Failure {
  if (refused.code !== 'not-found') return refused;
  return {
    ...refused,
    message: `There is no dataset ${datasetId} in the database “${upload.databaseName}”, or this key may not see it. Start a new upload, into a new dataset or one that is there. ${refused.message}`,
  };
}

/** What refuses one source file of a dataset for its rights, its absence or its cap, or is no answer, refuses all. */
export function refusal(failure: Failure): Exclude<Creation, { kind: 'created' }> {
  switch (failure.code) {
    case 'stopped':
      return { kind: 'stopped' };
    case 'key-refused':
    case 'forbidden':
    case 'not-found':
    case 'cap-reached':
    case 'unexpected-answer':
      return { kind: 'upload-stops', failure };
    default:
      return { kind: 'failed', failure };
  }
}
