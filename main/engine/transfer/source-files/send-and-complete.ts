import { type Failure, failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { LiveItem } from '../rates/progress.ts';
import { holdIfUncertain, refusedOutcome, requestCompletion } from './complete-file.ts';
import { type CreatedSourceFile, type Ending, endingOf, type ItemOutcome } from './outcome.ts';
import type { TransferContext } from './transfer-context.ts';

/** Every part is acknowledged, and its content is what is on the disk. */
export interface Sent {
  readonly kind: 'sent';
  readonly hashes: KnownContentHashes;
  readonly md5: string | null;
}

/** This source file stays incomplete: what is left goes into another one. */
export interface Replacement {
  readonly kind: 'replace';
}

/** Why the sending continues later. */
interface Later {
  readonly kind: 'waits' | 'retries' | 'divides';
}

export type Sending<Delay extends Later = never> = Sent | Replacement | Ending | Delay;

/** What becomes one source file while it is sent: a file, or a pack of them. */
export interface SourceFileTransfer {
  readonly context: TransferContext;
  readonly sourceFile: CreatedSourceFile;
  readonly path: string;
  readonly live: LiveItem;
  readonly signal: AbortSignal;
  /** This run sends every part. */
  readonly isSentHere: boolean;
  /** Every part is acknowledged. */
  readonly isComplete: boolean;
  /** A completion was requested and may have been carried out: the platform may have all of it. */
  mayBeDone: boolean;
  /** Runs in the transaction that records the request of a completion, unless an earlier one may have been carried out. */
  recordMembers?(at: string): void;
}

/** How a file and a pack differ. */
export interface SendingSteps<Delay extends Later = never> {
  /**
   * Sends the parts that are missing, and makes sure that all that was sent is what is on the disk. `again`: the parts that
   * were forgotten after a refused completion; null at first.
   */
  readonly send: (again: readonly number[] | null) => Promise<Sending<Delay>>;
  /**
   * After a refused completion: forgets the parts that the platform lacks or has with other bytes, and returns their
   * numbers. Fails where what would be sent again is not what was sent.
   */
  readonly forgetDifferingParts: () => Promise<Result<readonly number[]>>;
}

/** After a refused completion, parts are compared and what differs is sent again, this many times. */
const maxRepairs = 2;

/**
 * Sends what is missing of a source file, requests the completion, and sends parts again that the platform lacks. Once a
 * completion may have been carried out, nothing fails and nothing is replaced: what can't be completed needs review.
 */
export async function sendAndComplete<Delay extends Later = never>(
  file: SourceFileTransfer,
  { send, forgetDifferingParts }: SendingSteps<Delay>,
): Promise<ItemOutcome | Replacement | Delay> {
  const { context, path, live, signal, isSentHere } = file;
  let sent: Sending<Delay> | null = null;
  // Its content may be gone or another one by now, and the platform may have all of it.
  if (file.mayBeDone && file.isComplete) sent = recorded(file.sourceFile);
  let again: readonly number[] | null = null;
  let refusal: Failure | null = null;
  for (let repairs = 0; ; repairs += 1) {
    sent ??= await send(again);
    if (sent.kind !== 'sent') return file.mayBeDone ? held(sent, refusal) : sent;
    live.activity = 'completing';
    const completion = await requestCompletion(context, {
      sourceFile: file.sourceFile,
      hashes: sent.hashes,
      md5: sent.md5,
      mayBeDone: file.mayBeDone,
      recordMembers: (at) => file.recordMembers?.(at),
      isSentHere,
      signal,
      path,
      live,
    });
    if (completion.kind !== 'refused') return completion;
    file.mayBeDone = completion.mayBeDone;
    refusal = completion.failure;
    if (repairs === maxRepairs) return refusedOutcome(completion);
    const differing = await forgetDifferingParts();
    if (!differing.ok) return holdIfUncertain(endingOf(differing.failure), refusal, file.mayBeDone);
    if (differing.value.length === 0) return refusedOutcome(completion);
    again = differing.value;
    sent = null;
  }
}

/** The hashes that went with a completion are stored before it is requested. */
function recorded({ sha1, sha256, md5 }: CreatedSourceFile): Sent {
  return { kind: 'sent', hashes: { sha1, sha256 }, md5 };
}

/** A person decides, who reads what the platform said of the completion or, without an answer, why the sending ended. */
function held<Delay extends Later>(
  ending: Replacement | Ending | Delay,
  refusal: Failure | null,
): ItemOutcome | Delay {
  switch (ending.kind) {
    case 'replace': {
      const { failure: changed } = failure('file-changed', { change: { kind: 'modified' } });
      return holdIfUncertain({ kind: 'failed', failure: changed }, refusal ?? changed, true);
    }
    case 'failed':
      return holdIfUncertain(ending, refusal ?? ending.failure, true);
    default:
      return ending;
  }
}
