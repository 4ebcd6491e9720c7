import { type Result, success } from '../../../preload/contract/failure.ts';
import { openSource } from '../sources/source-handle.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import type { SourceFile } from '../store/source-file-repository.ts';
import { holdIfUncertain, refusedOutcome, requestCompletion } from './complete-file.ts';
import { createSourceFile } from './create-source-file.ts';
import { FileTransfer } from './file-transfer.ts';
import { endingOf, type ItemOutcome } from './outcome.ts';
import { type PartPlan, planParts } from './part-plan.ts';
import { sendParts } from './send-parts.ts';
import type { TransferContext } from './transfer-context.ts';
import { findDifferingParts, SentPartsCheck } from './verify-sent-parts.ts';

/** After a refused completion, parts are compared and what differs is sent again, this many times. */
const maxRepairs = 2;

/** Sends one file: source file, parts, completion. Continues where an earlier run was interrupted. */
export async function sendFile(transfer: TransferContext, item: Item): Promise<ItemOutcome> {
  const opened = await openSource(
    item,
    { sources: transfer.sources, options: transfer.upload.request, signal: transfer.signal },
    transfer.wasScannedHere,
  );
  const before = transfer.sourceFiles.current(item.id);
  if (!opened.ok) return (await completeWithoutFile(transfer, item, before)) ?? endingOf(opened.failure);
  using source = opened.value;
  const planned = planOf(item, before, transfer);
  if (!planned.ok) return { kind: 'failed', failure: planned.failure };
  const created = await createSourceFile(transfer, item, before, planned.value);
  if (created.kind !== 'created') return created;
  const file = new FileTransfer(transfer, item, source, planned.value, created.sourceFile);
  try {
    return (await sendMissingParts(file)) ?? (await completeFile(file));
  } finally {
    file.end();
  }
}

/**
 * A completion that was requested may have been carried out, whatever became of the file since. Returns null where none
 * was requested, or where a part that was to be sent again is missing.
 */
async function completeWithoutFile(
  transfer: TransferContext,
  item: Item,
  before: SourceFile | null,
): Promise<ItemOutcome | null> {
  if (before === null || before.platformId === null || before.completionRequestedAt === null) return null;
  if (transfer.sourceFiles.parts(before.id).length !== before.partCount) return null;
  const completion = await requestCompletion(transfer, {
    sourceFile: { ...before, platformId: before.platformId },
    sha1: before.sha1,
    md5: before.md5,
    mayBeDone: true,
    signal: transfer.signal,
    path: displayPath(item),
    live: null,
  });
  return completion.kind === 'refused' ? refusedOutcome(completion) : completion;
}

function planOf(item: Item, before: SourceFile | null, transfer: TransferContext): Result<PartPlan> {
  const plan = planParts(item.sizeBytes, transfer.platform.profile.limits);
  if (!plan.ok || before === null) return plan;
  // Parts that were sent keep their boundaries, whatever the profile says now.
  return success({
    sizeBytes: item.sizeBytes,
    partSizeBytes: before.partSizeBytes,
    partCount: before.partCount,
  });
}

/** Returns null when every part is acknowledged. What an earlier run sent is verified meanwhile. */
async function sendMissingParts(file: FileTransfer): Promise<ItemOutcome | null> {
  if (!file.isResumed) return sendParts(file, file.missingParts);
  const check = new SentPartsCheck(file);
  // Both end before the file is closed, whichever fails.
  const [sending, checking] = await Promise.allSettled([sendParts(file, file.missingParts), check.run()]);
  if (sending.status === 'rejected') throw sending.reason;
  if (checking.status === 'rejected') throw checking.reason;
  if (check.isOtherFile) return { kind: 'failed', failure: check.otherFileFailure() };
  if (sending.value !== null) return sending.value;
  const differing = checking.value;
  return differing.ok ? sendParts(file, differing.value) : endingOf(differing.failure);
}

/** Hashes what is left, requests the completion, and sends parts again that the platform lacks. */
async function completeFile(file: FileTransfer): Promise<ItemOutcome> {
  let mayBeDone = file.sourceFile.completionRequestedAt !== null;
  for (let repairs = 0; ; repairs += 1) {
    if (file.sha1.isRunning) file.live.activity = 'hashing';
    const sha1 = await file.sha1.value(file.signal);
    if (!sha1.ok) return endingOf(sha1.failure);
    const change = await file.source.changed();
    if (change !== null) return endingOf(change);
    file.live.activity = 'completing';
    const { context, sourceFile, md5, signal } = file;
    const completion = await requestCompletion(context, {
      sourceFile,
      sha1: sha1.value,
      md5,
      mayBeDone,
      signal,
      path: file.path,
      live: file.live,
    });
    if (completion.kind !== 'refused') return completion;
    ({ mayBeDone } = completion);
    const refusal = completion.failure;
    if (repairs === maxRepairs) return refusedOutcome(completion);
    const differing = await findDifferingParts(file);
    if (!differing.ok) return holdIfUncertain(endingOf(differing.failure), refusal, mayBeDone);
    if (differing.value.length === 0) return refusedOutcome(completion);
    await file.forgetParts(differing.value);
    const sent = await sendParts(file, differing.value);
    if (sent !== null) return holdIfUncertain(sent, refusal, mayBeDone);
  }
}
