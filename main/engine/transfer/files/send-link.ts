import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import { asCause } from '../../../../preload/contract/failures/failure-table.ts';
import type { Item } from '../../store/items/item-repository.ts';
import { itemTarget, requestSourceFile } from '../source-files/create-source-file.ts';
import { creationScopeOf, endingOf, type ItemOutcome } from '../source-files/outcome.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

/**
 * Hands a direct link to the platform, which starts to fetch it at once (platform-interface 3.1). So a request without
 * an answer may already have brought the evidence in: it is repeated only when a person says so.
 *
 * No operation reports whether it could, so a link ends as handed over, never as accepted.
 */
export async function sendLink(transfer: TransferContext, item: Item): Promise<ItemOutcome> {
  const { writes, sourceFiles } = transfer;
  const before = sourceFiles.current(item.id);
  if (before !== null) {
    // Its answer was lost, wasn't the platform's, or was interrupted before it was recorded.
    if (before.platformId === null) return held(unanswered);
    const sourceFile = { ...before, platformId: before.platformId };
    return { kind: 'handed-over', sourceFile, answerState: null };
  }
  const link = item.linkHasSecret ? transfer.links.get(item.id) : (item.link ?? item.name);
  if (link === undefined) return { kind: 'failed', failure: failure('link-secret-missing').failure };
  const target = itemTarget(transfer, item, { partSizeBytes: 0, partCount: 0 }, null);
  const row = await writes.enqueue(() => target.recordRequest(transfer.now().toISOString()));
  const created = await requestSourceFile(transfer, target, row, {
    filename: item.name,
    directLink: link,
    linkSecrets: transfer.linkSecrets,
  });
  if (created.ok) {
    const { sourceFile, state } = created.value;
    return { kind: 'handed-over', sourceFile, answerState: state };
  }
  const refusal = created.failure;
  if (refusal.code === 'outcome-unknown') {
    const { operation, reason } = refusal;
    // Whatever refused the key may refuse it for every link, and still have passed this one on: the next run holds it.
    if ('status' in reason && reason.status === 401)
      return endingOf(failure('key-refused', { operation, status: reason.status }).failure);
    return held(refusal);
  }
  // It was taken, but with the ID of another file.
  if (refusal.code === 'source-file-not-new') return held(refusal);
  // Certainly not carried out: it may be requested again.
  await writes.enqueue(() => sourceFiles.abandon(item.id));
  // These may be about what the link leads to, and the next one may work.
  const isAboutLink = refusal.code === 'not-found' || refusal.code === 'cap-reached';
  return endingOf(refusal, isAboutLink ? 'item' : creationScopeOf(refusal));
}

/** An earlier run stopped without an answer of the platform. */
const unanswered: Failure = failure('outcome-unknown', {
  operation: 'PostDatasetFile',
  reason: { kind: 'stopped' },
}).failure;

function held(cause: Failure): ItemOutcome {
  return { kind: 'held', failure: failure('link-unknown', { cause: asCause(cause) }).failure };
}
