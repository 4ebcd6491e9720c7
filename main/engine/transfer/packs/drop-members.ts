import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import type { MemberProblem } from '../../packs/part-reader.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import { loggedOutcome, outcomeChange } from '../../types/outcome-changes.ts';
import type { Ending } from '../source-files/outcome.ts';
import type { PackTransfer } from './pack-transfer.ts';

/** Why a pack is sent later. */
export type PackDelay =
  /** Its root is away. */
  | { readonly kind: 'waits' }
  /** A member could not be read, and may be readable later. */
  | {
      readonly kind: 'retries';
      readonly afterMs: number;
      readonly reason: WaitReason;
      readonly path: string;
    };

/**
 * Members that can't be sent fail, and their part is sent without them; or the pack waits, if they may be readable later.
 */
export async function dropMembers(
  file: PackTransfer,
  partNumber: number,
  problems: readonly MemberProblem[],
): Promise<'again' | PackDelay | Extract<Ending, { readonly kind: 'stopped' | 'failed' }>> {
  const { context } = file;
  const failed: { readonly item: Item; readonly failure: Failure }[] = [];
  let retry: Extract<PackDelay, { readonly kind: 'retries' }> | null = null;
  const members = context.packs.membersOf(file.pack.id, partNumber);
  for (const { index, failure: problem } of problems) {
    const item = members[index]?.item;
    if (item === undefined) throw new Error(`Part ${partNumber} has no member ${index}`);
    if (problem.code === 'stopped') return { kind: 'stopped' };
    const step = await context.roots.afterFailure(item, problem);
    if (step.kind === 'wait') return { kind: 'waits' };
    if (step.kind === 'fail') failed.push({ item, failure: step.failure });
    else if (retry === null || step.afterMs > retry.afterMs)
      retry = { kind: 'retries', afterMs: step.afterMs, reason: step.reason, path: displayPath(item) };
  }
  const [first] = failed;
  // The platform may have them as they were: not failed, but for a person to decide.
  if (first !== undefined && file.mayBeDone) return { kind: 'failed', failure: first.failure };
  await recordDropped(file, partNumber, failed);
  return retry ?? 'again';
}

async function recordDropped(
  file: PackTransfer,
  partNumber: number,
  failed: readonly { readonly item: Item; readonly failure: Failure }[],
): Promise<void> {
  if (failed.length === 0) return;
  const { context, pack } = file;
  const { writes, items, packs, events, upload } = context;
  // The last one has the list of all members.
  await file.forgetPart(partNumber);
  if (file.isAllCut) await file.forgetPart(file.partCount);
  await writes.enqueue(() => {
    const at = context.now().toISOString();
    for (const { item, failure: reason } of failed) {
      packs.remove(pack.id, item);
      items.transition(item, 'uploading', 'failed', reason);
      events.append(upload.id, at, 'item-failed', {
        item: item.id,
        path: displayPath(item),
        pack: pack.number,
        code: reason.code,
        reason: failureText(reason),
        ...outcomeChange(item.id, loggedOutcome('failed', reason)),
      });
    }
  });
}
