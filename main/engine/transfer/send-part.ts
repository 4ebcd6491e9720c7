import { setTimeout as delay } from 'node:timers/promises';
import type { FileTransfer } from './file-transfer.ts';
import { type Ending, endingOf } from './outcome.ts';
import { createBlockHash } from './part-body.ts';
import { partRange } from './part-plan.ts';
import { nextPartStep, noAttempts, type PartFault, type PartStep } from './part-retry.ts';
import { type PutOutcome, putPart } from './put-part.ts';

export type PartOutcome = { readonly kind: 'acknowledged' } | Ending;

/** Sends one part until it is acknowledged and the store has its ETag, or the policy gives it up. */
export async function sendPart(file: FileTransfer, number: number): Promise<PartOutcome> {
  const change = await file.source.changedInPlace();
  if (change !== null) return endingOf(change);
  file.sha1.mayRead(number);
  file.live.partsInFlight.add(number);
  try {
    return await sendUntilAcknowledged(file, number);
  } finally {
    file.live.partsInFlight.delete(number);
  }
}

async function sendUntilAcknowledged(file: FileTransfer, number: number): Promise<PartOutcome> {
  const { platform, upload, live, random, finish } = file.context;
  let attempts = noAttempts(live.acknowledgedParts);
  for (let tries = 1; !file.signal.aborted && !finish.aborted; tries += 1) {
    if (tries > 1) live.countRetry(file.live.itemId, number);
    // Just before use: URLs expire.
    const url = await platform.partUrl(upload.databaseId, file.sourceFile.platformId, number, {
      signal: file.signal,
      isUnattended: true,
    });
    if (!url.ok) return endingOf(url.failure);
    if (finish.aborted) return { kind: 'stopped' };
    const result = await putAndRecord(file, number, url.value.url);
    if (!isFault(result)) return result;
    if (isLineFault(result)) live.line.countFault();
    const step = nextPartStep(attempts, result, {
      path: file.path,
      partNumber: number,
      acknowledgedParts: live.acknowledgedParts,
      random,
    });
    if (step.kind === 'give-up') return endingOf(step.failure, step.scope);
    attempts = step.attempts;
    await pause(file, step);
  }
  return { kind: 'stopped' };
}

/** One PUT. An acknowledged part is recorded in the store before it counts. */
async function putAndRecord(
  file: FileTransfer,
  number: number,
  url: string,
): Promise<PartOutcome | PartFault> {
  const { etagMd5, writes, sourceFiles, live, now } = file.context;
  const { length } = partRange(file.plan, number);
  const issuedAtMs = performance.now();
  const outcome = await put(file, number, url);
  switch (outcome.kind) {
    case 'stored': {
      const { etag, etagScope, md5, sha1 } = outcome;
      if (etagMd5.compare(etagScope, etag, md5) === 'differs') return { kind: 'differs' };
      await writes.enqueue(() =>
        sourceFiles.recordPart(
          file.sourceFile.id,
          { number, etag, etagScope, sizeBytes: length },
          now().toISOString(),
        ),
      );
      file.live.acknowledgedBytes += length;
      file.live.partsDone += 1;
      live.countAcknowledgedPart();
      if (file.plan.partCount === 1) {
        file.sha1.ofOnlyPart = sha1 ?? null;
        file.md5 = md5 ?? null;
      }
      return { kind: 'acknowledged' };
    }
    case 'url-refused':
      return { ...outcome, urlAgeMs: performance.now() - issuedAtMs };
    case 'source-failed':
      return { kind: 'failed', failure: outcome.failure };
    default:
      return outcome;
  }
}

async function put(file: FileTransfer, number: number, url: string): Promise<PutOutcome> {
  const { context, plan, source, live } = file;
  const { offset, length } = partRange(plan, number);
  const wanted = { md5: file.wantsMd5(number), sha1: context.upload.request.sha1 && plan.partCount === 1 };
  const { line } = context.live;
  const inFlight = line.begin(length);
  const outcome = await putPart({
    url,
    platformUrl: context.upload.serverUrl,
    range: { file: source.file, offsetBytes: offset, lengthBytes: length },
    pool: context.blocks,
    dispatcher: context.dispatcher,
    stallMs: context.stallMs,
    signal: file.signal,
    hash: wanted.md5 || wanted.sha1 ? createBlockHash(wanted) : undefined,
    throttle: (bytes) => context.bandwidth.reserve(bytes),
    onSent: (bytes) => {
      inFlight.sentBytes += bytes;
      live.inFlightBytes += bytes;
      live.activity = 'uploading';
      context.live.countSentBytes(bytes);
    },
  });
  line.end(inFlight, outcome.kind === 'stored');
  live.inFlightBytes -= inFlight.sentBytes;
  return outcome;
}

function isFault(result: PartOutcome | PartFault): result is PartFault {
  switch (result.kind) {
    case 'acknowledged':
    case 'failed':
    case 'upload-stops':
    case 'stopped':
      return false;
    default:
      return true;
  }
}

/** What fewer parallel parts might prevent. A refusal is not. */
function isLineFault({ kind }: PartFault): boolean {
  return kind === 'broken' || kind === 'intercepted' || kind === 'differs';
}

async function pause(
  file: FileTransfer,
  { waitMs, reason }: Extract<PartStep, { readonly kind: 'retry' }>,
): Promise<void> {
  if (waitMs === 0) return;
  file.live.activity = 'waiting';
  file.context.live.waiting({ reason, path: file.path, retryAtMs: Date.now() + waitMs });
  await delay(waitMs, undefined, { signal: file.signal }).catch(() => undefined);
}
