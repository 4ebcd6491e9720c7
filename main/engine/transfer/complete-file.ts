import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../preload/contract/failure.ts';
import { backoffMs } from '../platform/retry.ts';
import { comparePartList } from './compare-part-list.ts';
import type { TransferContext } from './context.ts';
import type { CreatedSourceFile } from './create-source-file.ts';
import { looksLikeMd5, normalizeEtag } from './etag-md5-detector.ts';
import type { PartPlan } from './part-plan.ts';
import type { SendOutcome } from './send-file.ts';
import { openFailure } from './source-handle.ts';
import { md5OfPart } from './verify-sent-parts.ts';

export interface FileToComplete {
  readonly sourceFile: CreatedSourceFile;
  readonly shown: string;
  readonly sha1: string | null;
  readonly md5: string | null;
  readonly signal: AbortSignal;
  /** Null where the file is no longer what was sent: then nothing can be mended. */
  readonly repair: Repair | null;
}

export interface Repair {
  readonly file: FileHandle;
  readonly plan: PartPlan;
  /** Null when all are acknowledged anew. */
  readonly sendAgain: (numbers: readonly number[]) => Promise<SendOutcome | null>;
}

/** A refused completion is looked into this often: parts are compared and what differs is sent again. */
const repairs = 2;

/** Asks the platform to put the parts together, until it says that it did or why it will not. */
export async function completeFile(transfer: TransferContext, file: FileToComplete): Promise<SendOutcome> {
  const { writes, sourceFiles, platform, upload } = transfer;
  const { sourceFile, signal } = file;
  let mayBeDone = sourceFile.completionRequestedAt !== null;
  let repaired = 0;
  /** Asked before without an answer: whatever refuses it now, to send the file anew might be to send it twice. */
  const unlessDone = (outcome: SendOutcome, refusal: Failure): SendOutcome =>
    outcome.kind === 'failed' && mayBeDone ? { kind: 'held', failure: maybeDone(file, refusal) } : outcome;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const etags = sourceFiles.parts(sourceFile.id).map((part) => part.etag);
    await writes.enqueue(() => {
      sourceFiles.setHashes(sourceFile.id, file.sha1, file.md5);
      sourceFiles.recordCompletionRequest(sourceFile.id, transfer.now().toISOString());
    });
    const answer = await platform.completeSourceFile(
      upload.databaseId,
      sourceFile.platformId,
      { etags, mayBeDone, ...(file.sha1 === null ? {} : { sha1: file.sha1 }) },
      { signal, patient: true, passwords: transfer.passwords },
    );
    if (answer.ok)
      return { kind: 'accepted', sourceFile, sha1: file.sha1, answerState: answer.value.state ?? null };
    switch (answer.failure.code) {
      case 'outcome-unknown':
        // Asked again, “already complete” is success: the service can tell.
        mayBeDone = true;
        transfer.live.trouble();
        await delay(backoffMs(attempt, transfer.random), undefined, { signal }).catch(() => undefined);
        break;
      case 'stopped':
        return { kind: 'stopped' };
      case 'key-refused':
      case 'unexpected-answer':
        return { kind: 'upload-stops', failure: answer.failure };
      case 'forbidden':
      case 'not-found':
        return unlessDone({ kind: 'failed', failure: answer.failure }, answer.failure);
      default: {
        const { repair } = file;
        const final = { kind: 'failed', failure: refused(file, answer.failure) } as const;
        if (repair === null || repaired >= repairs) return unlessDone(final, answer.failure);
        repaired += 1;
        const bad = await badParts(transfer, file, repair);
        if (!bad.ok) return unlessDone(bad.outcome, answer.failure);
        if (bad.numbers.length === 0) return unlessDone(final, answer.failure);
        await writes.enqueue(() => {
          for (const number of bad.numbers) sourceFiles.removePart(sourceFile.id, number);
        });
        const ended = await repair.sendAgain(bad.numbers);
        if (ended !== null) return unlessDone(ended, answer.failure);
      }
    }
  }
  return { kind: 'stopped' };
}

type BadParts =
  | { readonly ok: true; readonly numbers: readonly number[] }
  | { readonly ok: false; readonly outcome: SendOutcome };

/** Parts that the platform lists otherwise than we do; failing that, parts whose MD5 is not what is on the disk. */
async function badParts(transfer: TransferContext, file: FileToComplete, repair: Repair): Promise<BadParts> {
  const ours = new Map(transfer.sourceFiles.parts(file.sourceFile.id).map((part) => [part.number, part]));
  const listed = await comparePartList(transfer, file.sourceFile.platformId, ours, file.signal);
  if (!listed.ok) return { ok: false, outcome: endingOf(listed.failure) };
  if (listed.value.length > 0 || !transfer.etagMd5.anyProven) return { ok: true, numbers: listed.value };
  const numbers: number[] = [];
  try {
    for (const part of ours.values()) {
      if (file.signal.aborted) return { ok: false, outcome: { kind: 'stopped' } };
      if (
        looksLikeMd5(part.etag) &&
        (await md5OfPart(repair.file, repair.plan, part.number)) !== normalizeEtag(part.etag)
      )
        numbers.push(part.number);
    }
  } catch (error) {
    return { ok: false, outcome: { kind: 'failed', failure: openFailure(error, file.shown) } };
  }
  return { ok: true, numbers };
}

export type Ending = Extract<SendOutcome, { kind: 'failed' | 'upload-stops' | 'stopped' }>;

/** What a failed step means for the item, and for the upload. What is no answer of the service is none for any item. */
export function endingOf(failure: Failure): Ending {
  if (failure.code === 'stopped') return { kind: 'stopped' };
  if (failure.code === 'key-refused' || failure.code === 'unexpected-answer')
    return { kind: 'upload-stops', failure };
  return { kind: 'failed', failure };
}

function maybeDone(file: FileToComplete, answer: Failure): Failure {
  return {
    ...answer,
    code: 'outcome-unknown',
    path: file.shown,
    message: `It was sent and its completion asked for, but no answer came back, and now the platform says: ${answer.message} It may have arrived. Look in the dataset, then decide: send it again, or leave it out.`,
  };
}

function refused(file: FileToComplete, answer: Failure): Failure {
  return {
    ...answer,
    path: file.shown,
    message: `It was sent, but the platform did not accept its completion: ${answer.message}`,
  };
}
