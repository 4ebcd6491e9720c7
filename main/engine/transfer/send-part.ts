import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../preload/contract/failure.ts';
import { backoffMs, costlyCapMs } from '../platform/retry.ts';
import type { SourceFile } from '../store/source-file-repository.ts';
import { type Ending, endingOf } from './complete-file.ts';
import type { TransferContext } from './context.ts';
import { createBlockHash, type Digests } from './part-body.ts';
import type { LiveItem } from './progress.ts';
import { putPart } from './put-part.ts';
import { RetryBudget } from './retry-budget.ts';

export interface PartToSend {
  readonly sourceFile: SourceFile & { readonly platformId: number };
  readonly file: FileHandle;
  readonly path: string;
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  readonly wanted: { readonly md5: boolean; readonly sha1: boolean };
}

export type PartOutcome = { readonly kind: 'acknowledged'; readonly digests: Digests } | Ending;

/** URLs in a row that a host may refuse, each fresh, before the part is given up as forbidden. */
const freshUrlsRefused = 10;
/** A part host's 4xx may pass with another URL; the same refusal thrice is meant. */
const refusalsAllowed = 3;
/** A part that arrives with other bytes again and again is changed on its way, or the host's ETags are no MD5 after all. */
const differencesAllowed = 4;
/** Some hour and a half of waiting (platform/retry.ts) besides the sending, while nothing else arrives. */
const foreignInARow = 30;
const foreignInAll = 90;

/** Sends one part until it is acknowledged and the store has its ETag, for as long as the signal lives. */
export async function sendPart(
  transfer: TransferContext,
  part: PartToSend,
  live: LiveItem,
  signal: AbortSignal,
): Promise<PartOutcome> {
  const { platform, writes, sourceFiles, etagMd5 } = transfer;
  let retries = 0;
  let expired = 0;
  let refusals = 0;
  let differences = 0;
  const patience = new RetryBudget(() => transfer.live.arrivedParts, foreignInARow, foreignInAll);
  const backoff = (times: number, capMs?: number): number => backoffMs(times - 1, transfer.random, capMs);
  for (let tries = 1; !signal.aborted; tries += 1) {
    if (tries > 1) transfer.live.triedAgain(live.itemId, part.number);
    // Just before use: URLs expire.
    const asked = await platform.partUrl(
      transfer.upload.databaseId,
      part.sourceFile.platformId,
      part.number,
      { signal, patient: true },
    );
    if (!asked.ok) return endingOf(asked.failure);
    const { url } = asked.value;
    let inFlightBytes = 0;
    const outcome = await putPart({
      url,
      range: { file: part.file, path: part.path, offsetBytes: part.offset, lengthBytes: part.length },
      pool: transfer.blocks,
      dispatcher: transfer.dispatcher,
      stallMs: transfer.stallMs,
      signal,
      hash: part.wanted.md5 || part.wanted.sha1 ? createBlockHash(part.wanted) : undefined,
      take: (bytes) => transfer.bandwidth.take(bytes),
      onSent: (bytes) => {
        inFlightBytes += bytes;
        live.inFlightBytes += bytes;
        live.activity = 'uploading';
        transfer.live.sent(bytes);
      },
    });
    live.inFlightBytes -= inFlightBytes;
    switch (outcome.kind) {
      case 'stored': {
        const { etag, ...digests } = outcome;
        if (etagMd5.judge(new URL(url).origin, etag, digests.md5) === 'differs') {
          transfer.live.trouble();
          differences += 1;
          if (differences > differencesAllowed) return { kind: 'failed', failure: arrivesOtherwise(part) };
          await pause(
            transfer,
            live,
            backoff(differences),
            'the part arrived with other bytes and is sent again',
            signal,
          );
          break;
        }
        await writes.enqueue(() =>
          sourceFiles.recordPart(
            part.sourceFile.id,
            { number: part.number, etag, sizeBytes: part.length },
            transfer.now().toISOString(),
          ),
        );
        live.acknowledgedBytes += part.length;
        live.partsDone += 1;
        transfer.live.arrived();
        return { kind: 'acknowledged', digests };
      }
      case 'url-expired':
        expired = inFlightBytes > 0 ? 1 : expired + 1;
        if (expired > freshUrlsRefused) return { kind: 'failed', failure: urlRefused(part, outcome.status) };
        if (expired > 1)
          await pause(transfer, live, backoff(expired - 1), 'the part URL was refused', signal);
        break;
      case 'retry':
        transfer.live.trouble();
        retries = outcome.progressed ? 1 : retries + 1;
        await pause(
          transfer,
          live,
          Math.max(outcome.retryAfterMs ?? 0, backoff(retries)),
          outcome.reason,
          signal,
        );
        break;
      case 'foreign': {
        transfer.live.trouble();
        const end = patience.end();
        if (end === 'upload-stops')
          return {
            kind: end,
            failure: foreign(part, outcome.reason, patience, 'resume: everything acknowledged is kept'),
          };
        if (end === 'item-fails')
          return { kind: 'failed', failure: foreign(part, outcome.reason, patience, 'retry') };
        await pause(
          transfer,
          live,
          Math.max(outcome.retryAfterMs ?? 0, backoff(patience.times, costlyCapMs)),
          outcome.reason,
          signal,
        );
        break;
      }
      case 'refused':
        refusals += 1;
        if (refusals >= refusalsAllowed) return { kind: 'failed', failure: outcome.failure };
        await pause(transfer, live, backoff(refusals), outcome.failure.message, signal);
        break;
      case 'source-failed':
        return { kind: 'failed', failure: outcome.failure };
      case 'stopped':
        return { kind: 'stopped' };
    }
  }
  return { kind: 'stopped' };
}

async function pause(
  transfer: TransferContext,
  live: LiveItem,
  waitMs: number,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  live.activity = 'waiting';
  transfer.live.waiting({ reason: `${live.path}: ${reason}`, retryAtMs: Date.now() + waitMs });
  try {
    await delay(waitMs, undefined, { signal });
  } catch {
    return; // stopped: the caller's loop ends by itself
  }
}

function arrivesOtherwise(part: PartToSend): Failure {
  return {
    code: 'hash-mismatch',
    path: part.path,
    message: `Part ${part.number}: the part host's ETag was not the MD5 of what was sent, ${differencesAllowed + 1} times in a row. Check for a proxy that changes requests, then retry; if the host's ETags are no MD5, start anew with the check of parts set to never.`,
  };
}

function foreign(part: PartToSend, reason: string, { times }: RetryBudget, then: string): Failure {
  return {
    code: 'unexpected-answer',
    path: part.path,
    message: `Part ${part.number} did not arrive: ${reason}, ${times} times. A proxy or a network's sign-in page probably answers in place of the part host. See to it, then ${then}.`,
  };
}

function urlRefused(part: PartToSend, status: number): Failure {
  return {
    code: 'forbidden',
    status,
    path: part.path,
    message: `Part ${part.number}: the part host refused ${freshUrlsRefused} fresh URLs in a row (status ${status}). Check this computer's clock and whether a proxy changes requests, then retry.`,
  };
}
