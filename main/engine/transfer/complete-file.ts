import { setTimeout as delay } from 'node:timers/promises';
import { asCause, type Failure, failure } from '../../../preload/contract/failure.ts';
import { backoffMs } from '../platform/retry-policy.ts';
import { type CreatedSourceFile, endingOf, type ItemOutcome } from './outcome.ts';
import type { TransferContext } from './transfer-context.ts';

export interface CompletionAttempt {
  readonly sourceFile: CreatedSourceFile;
  readonly sha1: string | null;
  readonly md5: string | null;
  /** An earlier request's answer was lost. */
  readonly mayBeDone: boolean;
  readonly signal: AbortSignal;
}

/** The platform does not accept the parts as they are. */
export interface RefusedCompletion {
  readonly kind: 'refused';
  readonly failure: Failure;
  readonly mayBeDone: boolean;
}

/** Asks the platform to assemble the parts, until it confirms or refuses. */
export async function requestCompletion(
  transfer: TransferContext,
  { sourceFile, sha1, md5, signal, ...completion }: CompletionAttempt,
): Promise<ItemOutcome | RefusedCompletion> {
  const { writes, sourceFiles, platform, upload } = transfer;
  let { mayBeDone } = completion;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const etags = sourceFiles.parts(sourceFile.id).map((part) => part.etag);
    await writes.enqueue(() => {
      sourceFiles.setHashes(sourceFile.id, sha1, md5);
      sourceFiles.recordCompletionRequest(sourceFile.id, transfer.now().toISOString());
    });
    const answer = await platform.completeSourceFile(
      upload.databaseId,
      sourceFile.platformId,
      { etags, mayBeDone, ...(sha1 === null ? {} : { sha1 }) },
      { signal, isUnattended: true, passwords: transfer.passwords },
    );
    if (answer.ok) return { kind: 'accepted', sourceFile, sha1, answerState: answer.value.state ?? null };
    const refusal = answer.failure;
    switch (refusal.code) {
      case 'outcome-unknown':
        // The platform recognizes a repeated completion: "already complete" is success.
        mayBeDone = true;
        transfer.live.line.countFault();
        await delay(backoffMs(attempt, transfer.random), undefined, { signal }).catch(() => undefined);
        break;
      case 'stopped':
      case 'key-refused':
      case 'unexpected-answer':
        return endingOf(refusal);
      case 'forbidden':
      case 'not-found':
        return holdIfUncertain({ kind: 'failed', failure: refusal }, refusal, mayBeDone);
      default:
        return { kind: 'refused', failure: refusal, mayBeDone };
    }
  }
  return { kind: 'stopped' };
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
