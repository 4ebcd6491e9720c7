import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import { asCause } from '../../../../preload/contract/failures/failure-table.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import type { CompletionAnswer } from '../../platform/completion-answer.ts';
import { firstCompletion, nextCompletionTry } from '../../platform/retry-policy.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { LiveItem } from '../rates/progress.ts';
import { type CreatedSourceFile, endingOf, type ItemOutcome, scopeOf } from './outcome.ts';
import { sourceFileReused } from './reused-ids.ts';
import type { TransferContext } from './transfer-context.ts';

/** Files in a row that need review because the platform never confirmed them. After them, the upload stops. */
const maxHeldInARow = 3;

export interface CompletionAttempt {
  readonly sourceFile: CreatedSourceFile;
  readonly hashes: KnownContentHashes;
  readonly md5: string | null;
  /** An earlier request's answer was lost. */
  readonly mayBeDone: boolean;
  /** See SourceFileTransfer. */
  readonly recordMembers?: (at: string) => void;
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
  let tries = firstCompletion;
  while (!signal.aborted) {
    const etags = sourceFiles.parts(sourceFile.id).map((part) => part.etag);
    const reused = await writes.enqueue(() => {
      const reused = sourceFileReused(transfer, sourceFile, path);
      if (reused !== null) return reused;
      sourceFiles.setHashes(sourceFile.id, { ...hashes, md5 });
      const at = transfer.now().toISOString();
      sourceFiles.recordCompletionRequest(sourceFile.id, at);
      if (!mayBeDone) completion.recordMembers?.(at);
      return null;
    });
    if (reused !== null) return endingOf(reused);
    const answer = await platform.completeSourceFile(
      upload.databaseId,
      sourceFile.platformId,
      { etags, mayBeDone, ...(sha1 === null ? {} : { sha1 }) },
      { signal, isUnattended: true, passwords: transfer.passwords.all() },
    );
    const reply = replyOf(answer);
    if ('reason' in reply) {
      if (reply.kind === 'lost') transfer.live.line.countFault();
      // Not the wall clock, which may be set while the platform assembles.
      const facts = { reason: reply.reason, partCount, nowMs: performance.now(), random: transfer.random };
      const next = nextCompletionTry(tries, reply.kind, facts);
      if (next.kind === 'held') return holdUnconfirmed(transfer, path, { ...reply, attempts: next.attempts });
      // The platform got the request: only "already complete" and the like can follow.
      mayBeDone = true;
      ({ tries } = next);
      const isAssembling = reply.kind === 'assembling';
      if (live !== null) live.activity = isAssembling ? 'assembling' : 'waiting';
      if (!isAssembling)
        transfer.live.waiting({ reason: reply.reason, path, retryAtMs: Date.now() + next.waitMs });
      await delay(next.waitMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (reply.kind !== 'refused')
      return await endOfCompletion(transfer, { sourceFile, hashes, path }, reply, mayBeDone || isSentHere);
    const refusal = reply.failure;
    if (scopeOf(refusal) !== 'item') return endingOf(refusal);
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

type Unproved = 'lost' | 'assembling' | 'unconfirmed';
type Ended = Exclude<CompletionAnswer, { readonly kind: Unproved }>;

function replyOf(
  answer: Result<CompletionAnswer>,
):
  | { readonly kind: Unproved; readonly reason: WaitReason }
  | Ended
  | { readonly kind: 'refused'; readonly failure: Failure } {
  if (!answer.ok)
    return answer.failure.code === 'outcome-unknown'
      ? { kind: 'lost', reason: answer.failure.reason }
      : { kind: 'refused', failure: answer.failure };
  const { value } = answer;
  return value.kind === 'assembling' || value.kind === 'unconfirmed'
    ? { kind: value.kind, reason: value }
    : value;
}

/** Where no answer proves anything, the profile doesn't fit the platform, and it is no use to send everything. */
function holdUnconfirmed(
  { live }: TransferContext,
  path: string,
  { attempts, reason }: { readonly attempts: number; readonly reason: WaitReason },
): ItemOutcome {
  const details = { attempts, reason };
  return live.countUnconfirmedFile() > maxHeldInARow
    ? { kind: 'upload-stops', failure: failure('completion-unconfirmed', { ...details, path }).failure }
    : { kind: 'held', failure: failure('completion-unconfirmed', details).failure };
}

async function endOfCompletion(
  transfer: TransferContext,
  { sourceFile, hashes, path }: Pick<CompletionAttempt, 'sourceFile' | 'hashes' | 'path'>,
  answer: Ended,
  mayBeOurs: boolean,
): Promise<ItemOutcome> {
  if (answer.kind === 'failed') {
    const { state, platformMessage } = answer;
    await recordNotCompleted(transfer, sourceFile);
    return { kind: 'failed', failure: failure('assembly-failed', { state, platformMessage }).failure };
  }
  // A copy of the data folder may have completed it, or did long ago.
  if (answer.kind === 'already-complete' && !mayBeOurs)
    return { kind: 'held', failure: { code: 'source-file-complete' } };
  // While the answer was on its way. What was completed may be the other one's.
  const reused = sourceFileReused(transfer, sourceFile, path);
  if (reused !== null)
    return { kind: 'held', failure: failure('completion-unknown', { cause: asCause(reused) }).failure };
  transfer.live.countConfirmedFile();
  transfer.platform.partList.recordKnownSourceFile(sourceFile.platformId);
  const answerState = answer.kind === 'complete' ? answer.state : null;
  return { kind: 'accepted', sourceFile, hashes, answerState };
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
