import { type Failure, failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import { openSource, type SourceHandle } from '../../sources/source-handle.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import { coversFile, isPlanned, type PartPlan, planParts } from '../rates/part-plan.ts';
import { plannedPartBytes } from '../rates/part-size.ts';
import { refusedOutcome, requestCompletion } from '../source-files/complete-file.ts';
import { createSourceFile, itemTarget } from '../source-files/create-source-file.ts';
import { lineFacts } from '../source-files/line-facts.ts';
import { type Ending, endingOf, type ItemOutcome, sendingAltered } from '../source-files/outcome.ts';
import { type Replacement, type Sending, sendAndComplete } from '../source-files/send-and-complete.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { FileTransfer, isReplaced } from './file-transfer.ts';
import { checkSentVersion } from './read-again.ts';
import { sendParts } from './send-parts.ts';
import { findDifferingParts, SentPartsCheck } from './verify-sent-parts.ts';

/** Sends one file: source file, parts, completion. Continues where an earlier run was interrupted. */
export async function sendFile(transfer: TransferContext, item: Item): Promise<ItemOutcome> {
  const earlier = transfer.sourceFiles.current(item.id);
  if (earlier !== null && !hasOwnParts(transfer, planOf(item, earlier), earlier))
    return sendingAltered(transfer.upload);
  const opened = await open(transfer, item);
  if (!opened.ok) return (await completeWithoutFile(transfer, item, earlier)) ?? endingOf(opened.failure);
  using source = opened.value;
  const right = planParts(
    item.sizeBytes,
    transfer.platform.profile.limits,
    plannedPartBytes(lineFacts(transfer)),
  );
  if (!right.ok) return { kind: 'failed', failure: right.failure };
  const isNew = earlier === null || isReplaced(transfer, earlier, right.value);
  if (isNew && earlier !== null) await abandon(transfer, item, earlier);
  const before = isNew ? null : earlier;
  const plan = before === null ? right.value : planOf(item, before);
  const created = await createSourceFile(
    transfer,
    itemTarget(transfer, item, plan, source.version),
    before,
    source.version,
  );
  if (created.kind !== 'created') return created;
  const file = new FileTransfer(transfer, item, source, plan, created.sourceFile);
  try {
    const outcome = await sendAndComplete(file, {
      send: (again) => sendContent(file, item, again),
      forgetDifferingParts: () => forgetDifferingParts(file),
    });
    if (outcome.kind !== 'replace') return outcome;
  } finally {
    file.end();
  }
  return await sendFile(transfer, item);
}

/** Returns false where someone edited the store: parts would be missing from the file, or would never be acknowledged. */
function hasOwnParts({ sourceFiles }: TransferContext, plan: PartPlan, { id }: SourceFile): boolean {
  return coversFile(plan) && isPlanned(plan, sourceFiles.parts(id));
}

async function open(
  { sources, roots, upload, signal }: TransferContext,
  item: Item,
): Promise<Result<SourceHandle>> {
  const unavailable = roots.givenUp(item.root);
  if (unavailable !== null) return { ok: false, failure: unavailable };
  const access = { sources, options: upload.request, signal };
  return openSource(item, access, await roots.hasScannedNumbers(item.root));
}

/**
 * A completion that was requested may have been carried out, whatever became of the file since. Returns null where it
 * can't be asked for again.
 */
async function completeWithoutFile(
  transfer: TransferContext,
  item: Item,
  before: SourceFile | null,
): Promise<ItemOutcome | null> {
  if (before === null || before.platformId === null || !transfer.sourceFiles.mayBeAccepted(before))
    return null;
  const completion = await requestCompletion(transfer, {
    sourceFile: { ...before, platformId: before.platformId },
    hashes: { sha1: before.sha1, sha256: before.sha256 },
    md5: before.md5,
    mayBeDone: true,
    isSentHere: false,
    signal: transfer.signal,
    path: displayPath(item),
    live: null,
  });
  return completion.kind === 'refused' ? refusedOutcome(completion) : completion;
}

/** Parts that were sent keep their boundaries, whatever the profile and the line say now. */
function planOf({ sizeBytes }: Item, { partSizeBytes, partCount }: SourceFile): PartPlan {
  return { sizeBytes, partSizeBytes, partCount };
}

/** The platform may have parts of it that were forgotten: it lacked them, or had other bytes. */
async function abandon(
  { writes, sourceFiles, events, upload, now }: TransferContext,
  item: Item,
  { platformId, partSizeBytes }: SourceFile,
): Promise<void> {
  await writes.enqueue(() => {
    sourceFiles.abandon(item.id);
    events.append(upload.id, now().toISOString(), 'source-file-replaced', {
      item: item.id,
      path: displayPath(item),
      sourceFileId: platformId,
      note: `it stays incomplete: it has no acknowledged part, and parts of ${partSizeBytes} bytes are too large for the line, so the next one has smaller parts`,
    });
  });
}

/** Sends the parts, hashes what is left, and looks whether the file is still the one that was sent. */
async function sendContent(
  file: FileTransfer,
  item: Item,
  again: readonly number[] | null,
): Promise<Sending> {
  const ending = await (again === null ? sendMissingParts(file) : sendParts(file, again));
  if (ending !== null) return ending;
  // Without a pause after the last part: a transfer that is being finished ends when nothing is under way.
  file.live.activity = file.hashes.isRunning ? 'hashing' : 'completing';
  const hashes = await file.hashes.value();
  if (!hashes.ok) return endingOf(hashes.failure);
  const change =
    (await checkSentVersion(file, hashes.value)) ?? otherContent(file.context, item, hashes.value);
  if (change !== null) return endingOf(change);
  return { kind: 'sent', hashes: hashes.value, md5: file.md5 };
}

/** Returns null when every part is acknowledged. What an earlier run sent is verified meanwhile. */
async function sendMissingParts(file: FileTransfer): Promise<Ending | Replacement | null> {
  if (!file.isResumed) {
    if (file.live.partsDone === 0) await file.setSentVersion(file.source.version);
    return sendParts(file, file.missingParts);
  }
  const check = new SentPartsCheck(file);
  // Both end before the file is closed, whichever fails.
  const [sending, checking] = await Promise.allSettled([sendParts(file, file.missingParts), check.run()]);
  if (sending.status === 'rejected') throw sending.reason;
  if (checking.status === 'rejected') throw checking.reason;
  if (check.otherFile !== null) return { kind: 'failed', failure: check.otherFile };
  if (sending.value !== null) return sending.value;
  const toSend = checking.value;
  return toSend.ok ? sendParts(file, toSend.value) : endingOf(toSend.failure);
}

/** Other files may have been skipped because they had the content that pre-flight read of this one: it has to be sent. */
function otherContent(
  { fileHashes }: TransferContext,
  { id }: Item,
  { sha256 }: KnownContentHashes,
): Failure | null {
  const isOther = sha256 !== null && fileHashes.isOther(id, sha256);
  return isOther ? failure('file-changed', { change: { kind: 'modified' } }).failure : null;
}

/** After a refused completion: parts of another version must not join those that were sent. */
async function forgetDifferingParts(file: FileTransfer): Promise<Result<readonly number[]>> {
  const hashes = await file.hashes.value();
  if (!hashes.ok) return hashes;
  const other = await checkSentVersion(file, hashes.value);
  if (other !== null) return { ok: false, failure: other };
  const differing = await findDifferingParts(file);
  if (differing.ok) await file.forgetParts(differing.value);
  return differing;
}
