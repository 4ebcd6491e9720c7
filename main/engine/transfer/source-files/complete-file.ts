import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import { asCause } from '../../../../preload/contract/failures/failure-table.ts';
import { backoffMs } from '../../platform/retry-policy.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { LiveItem } from '../rates/progress.ts';
import { type CompletionStep, firstCompletion, nextCompletionStep } from './completion-retry.ts';
import { type CreatedSourceFile, endingOf, type ItemOutcome } from './outcome.ts';
import type { TransferContext } from './transfer-context.ts';

/** Files in a row that need review because the platform never confirmed them. After them, the upload stops. */
const maxHeldInARow = 3;

export interface CompletionAttempt {
  readonly sourceFile: CreatedSourceFile;
  readonly hashes: KnownContentHashes;
  readonly md5: string | null;
  /** An earlier request's answer was lost. */
  readonly mayBeDone: boolean;
  /** This run sent every part, so no copy of the data folder can have completed the file before. */
  readonly isSentHere: boolean;
  readonly signal: AbortSignal;
  readonly path: string;
  /** What progress shows; null where the file itself is gone. */
  readonly live: LiveItem | null;
}

/** The platform does not accept the parts as they are. */
export interface RefusedCompletion {
  readonly kind: 'refused';
  readonly failure: Failure;
  readonly mayBeDone: boolean;
}

/**
 * Asks the platform to assemble the parts, until it confirms or refuses. Once asked, a file fails only after a refusal that
 * says in the platform's own form that it was not completed. After any other answer it needs review, because sending it
 * again might send it twice.
 */
export async function requestCompletion(
  transfer: TransferContext,
  { sourceFile, hashes, md5, isSentHere, signal, path, live, ...completion }: CompletionAttempt,
): Promise<ItemOutcome | RefusedCompletion> {
  const { writes, sourceFiles, platform, upload } = transfer;
  const { partCount } = sourceFile;
  const { sha1 } = hashes;
  let { mayBeDone } = completion;
  let state = firstCompletion;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const etags = sourceFiles.parts(sourceFile.id).map((part) => part.etag);
    await writes.enqueue(() => {
      sourceFiles.setHashes(sourceFile.id, { ...hashes, md5 });
      sourceFiles.recordCompletionRequest(sourceFile.id, transfer.now().toISOString());
    });
    const answer = await platform.completeSourceFile(
      upload.databaseId,
      sourceFile.platformId,
      { etags, mayBeDone, ...(sha1 === null ? {} : { sha1 }) },
      { signal, isUnattended: true, passwords: transfer.passwords.all() },
    );
    if (answer.ok) {
      const { random } = transfer;
      // Not the wall clock, which may be set while the platform assembles.
      const nowMs = performance.now();
      const mayBeOurs = mayBeDone || isSentHere;
      const step = nextCompletionStep(state, answer.value, { partCount, nowMs, random, mayBeOurs });
      if (step.kind === 'failed') await recordNotCompleted(transfer, sourceFile);
      if (step.kind !== 'repeat') return endOfCompletion(transfer, { sourceFile, hashes, path }, step);
      // The platform got the request: only "already complete" and the like can follow.
      mayBeDone = true;
      ({ state } = step);
      const isAssembling = step.reason.kind === 'assembling';
      if (live !== null) live.activity = isAssembling ? 'assembling' : 'waiting';
      if (!isAssembling)
        transfer.live.waiting({ reason: step.reason, path, retryAtMs: Date.now() + step.waitMs });
      await delay(step.waitMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const refusal = answer.failure;
    if (refusal.code === 'outcome-unknown') {
      // The platform recognizes a repeated completion: "already complete" is success.
      mayBeDone = true;
      transfer.live.line.countFault();
      await delay(backoffMs(attempt, transfer.random), undefined, { signal }).catch(() => undefined);
      continue;
    }
    switch (refusal.code) {
      case 'stopped':
      case 'key-refused':
      case 'unexpected-answer':
        return endingOf(refusal);
    }
    mayBeDone ||= isConflict(refusal);
    if (!mayBeDone) await recordNotCompleted(transfer, sourceFile);
    if (refusal.code === 'forbidden' || refusal.code === 'not-found')
      return holdIfUncertain({ kind: 'failed', failure: refusal }, refusal, mayBeDone);
    return { kind: 'refused', failure: refusal, mayBeDone };
  }
  return { kind: 'stopped' };
}

/** What is refused for the state of the source file may be complete, in words that the profile doesn't know. */
const conflicts: readonly number[] = [409, 423, 425];

function isConflict(refusal: Failure): boolean {
  return refusal.code === 'refused' && conflicts.includes(refusal.status);
}

/** The file may be sent again. */
async function recordNotCompleted(
  { writes, sourceFiles }: TransferContext,
  { id }: CreatedSourceFile,
): Promise<void> {
  await writes.enqueue(() => sourceFiles.recordNotCompleted(id));
}

function endOfCompletion(
  { live, platform }: TransferContext,
  { sourceFile, hashes, path }: Pick<CompletionAttempt, 'sourceFile' | 'hashes' | 'path'>,
  step: Exclude<CompletionStep, { readonly kind: 'repeat' }>,
): ItemOutcome {
  switch (step.kind) {
    case 'accepted':
      live.countConfirmedFile();
      platform.partList.recordKnownSourceFile(sourceFile.platformId);
      return { kind: 'accepted', sourceFile, hashes, answerState: step.state };
    case 'failed':
      return step;
    case 'held':
      if (step.failure.code === 'source-file-complete') return step;
      // Where no answer proves anything, the profile doesn't fit the platform, and it is no use to send everything.
      return live.countUnconfirmedFile() > maxHeldInARow
        ? { kind: 'upload-stops', failure: { ...step.failure, path } }
        : step;
  }
}

/** A completion that may have been carried out: sending the file again might send it twice. */
export function holdIfUncertain(outcome: ItemOutcome, refusal: Failure, mayBeDone: boolean): ItemOutcome {
  if (outcome.kind !== 'failed' || !mayBeDone) return outcome;
  return { kind: 'held', failure: failure('completion-unknown', { cause: asCause(refusal) }).failure };
}

/** The outcome of a refused completion that can't be repaired. */
export function refusedOutcome({ failure: refusal, mayBeDone }: RefusedCompletion): ItemOutcome {
  const refused = failure('completion-refused', { cause: asCause(refusal) }).failure;
  return holdIfUncertain({ kind: 'failed', failure: refused }, refusal, mayBeDone);
}
