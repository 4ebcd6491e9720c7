import { setTimeout as delay } from 'node:timers/promises';
import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import { nextPartTry, type PartFault, type PartTries } from '../../platform/retry-policy.ts';
import type { AcknowledgedPart } from '../../store/uploads/source-file-repository.ts';
import type { BlockHash, ByteRange } from '../hashing/part-body.ts';
import { formatDigest } from '../hashing/part-digest.ts';
import { lostBytes, type PutEnd } from '../rates/line-meter.ts';
import type { LiveItem } from '../rates/progress.ts';
import { type CreatedSourceFile, type Ending, endingOf } from './outcome.ts';
import { type PutOutcome, putPart } from './put-part.ts';
import { sourceFileReused } from './reused-ids.ts';
import { waitForHours } from './sending-hours.ts';
import type { TransferContext } from './transfer-context.ts';

export type PartOutcome =
  | { readonly kind: 'acknowledged' }
  /** The line broke, and carries smaller parts rather than this one. */
  | { readonly kind: 'too-large' }
  | Ending;

/** A part of a file or of a pack. */
export interface OutgoingPart {
  readonly context: TransferContext;
  readonly sourceFile: CreatedSourceFile;
  readonly number: number;
  readonly sizeBytes: number;
  /** How much of it is content of files. */
  readonly contentBytes: number;
  /** The path that people read. */
  readonly path: string;
  readonly live: LiveItem;
  readonly signal: AbortSignal;
  /** The bytes of the next attempt, from their start. */
  readonly range: () => Promise<ByteRange> | ByteRange;
  /** A hash for one attempt. */
  readonly hash: () => BlockHash | undefined;
  /** Whether smaller parts would do, now that the line broke, and how often it broke within this part. */
  readonly isTooLarge: (breaks: number) => boolean;
  /** Runs in the transaction that stores the ETag. */
  readonly record?: (part: AcknowledgedPart) => void;
  readonly acknowledged?: (outcome: Extract<PutOutcome, { readonly kind: 'stored' }>) => void;
}

/** Sends one part until it is acknowledged and the store has its ETag, or the policy gives it up. */
export async function sendPart(part: OutgoingPart): Promise<PartOutcome> {
  const { partsInFlight } = part.live;
  partsInFlight.add(part.number);
  try {
    return await sendUntilAcknowledged(part);
  } finally {
    partsInFlight.delete(part.number);
  }
}

async function sendUntilAcknowledged(part: OutgoingPart): Promise<PartOutcome> {
  const { number, signal } = part;
  const { live, random, finish } = part.context;
  let parts: PartTries = {};
  let breaks = 0;
  for (let tries = 1; !signal.aborted && !finish.aborted; tries += 1) {
    if (tries > 1) live.countRetry(part.live.itemId, number);
    const url = await urlWithinHours(part);
    if (!url.ok) return endingOf(url.failure);
    if (finish.aborted) return { kind: 'stopped' };
    const result = await putAndRecord(part, url.value);
    if (!isFault(result)) return result;
    if (isLineFault(result)) live.line.countFault();
    const { acknowledgedParts } = live;
    const next = nextPartTry(parts, result, { acknowledgedParts, random });
    if (next.verdict !== 'retry')
      return endingOf(givenUp(part, result, next.verdict, next.tries.failed), next.verdict);
    if (result.kind === 'broken' && result.reason.kind !== 'status') {
      breaks += 1;
      if (part.isTooLarge(breaks)) return { kind: 'too-large' };
    }
    parts = next.parts;
    await pause(part, next.waitMs, reasonOf(result));
  }
  return { kind: 'stopped' };
}

interface IssuedUrl {
  readonly url: string;
  readonly tookMs: number;
  /** By performance.now(). */
  readonly issuedAtMs: number;
}

/** Just before use: URLs expire. A rate limit may let it wait for its URL until the hours have ended. */
async function urlWithinHours({
  context,
  sourceFile,
  number,
  path,
  signal,
}: OutgoingPart): Promise<Result<IssuedUrl>> {
  const { platform, upload, bandwidth, finish } = context;
  for (;;) {
    await waitForHours({ ...context, signal });
    if (finish.aborted) return failure('stopped');
    const reused = sourceFileReused(context, sourceFile, path);
    if (reused !== null) return { ok: false, failure: reused };
    const options = { signal, isUnattended: true };
    const askedAtMs = performance.now();
    const answer = await platform.partUrl(upload.databaseId, sourceFile.platformId, number, options);
    if (!answer.ok) return answer;
    const issuedAtMs = performance.now();
    if (bandwidth.bytesPerSecond > 0)
      return success({ url: answer.value.url, tookMs: issuedAtMs - askedAtMs, issuedAtMs });
  }
}

/** One PUT. An acknowledged part is recorded in the store before it counts. */
async function putAndRecord(part: OutgoingPart, url: IssuedUrl): Promise<PartOutcome | PartFault> {
  const { etagMd5, writes, sourceFiles, live, now } = part.context;
  const { number, sizeBytes } = part;
  const outcome = await put(part, url);
  switch (outcome.kind) {
    case 'stored': {
      const { etag, etagScope, md5 } = outcome;
      if (etagMd5.compare(etagScope, etag, md5) === 'differs') return { kind: 'differs' };
      await writes.enqueue(() => {
        const acknowledged = { number, etag, sizeBytes, digest: formatDigest(outcome) };
        sourceFiles.recordPart(part.sourceFile.id, acknowledged, now().toISOString());
        part.record?.(acknowledged);
      });
      part.live.acknowledgedBytes += part.contentBytes;
      part.live.partsDone += 1;
      live.countAcknowledgedPart();
      part.acknowledged?.(outcome);
      return { kind: 'acknowledged' };
    }
    case 'url-refused':
      return { ...outcome, urlAgeMs: performance.now() - url.issuedAtMs };
    case 'source-failed':
      return { kind: 'failed', failure: outcome.failure };
    default:
      return outcome;
  }
}

async function put(part: OutgoingPart, { url, tookMs }: IssuedUrl): Promise<PutOutcome> {
  const { context, sizeBytes, live } = part;
  const { line } = context.live;
  const inFlight = line.begin(sizeBytes, tookMs);
  const outcome = await putPart({
    url,
    platformUrl: context.upload.serverUrl,
    range: await part.range(),
    pool: context.blocks,
    dispatcher: context.dispatcher,
    stallMs: context.stallMs,
    isAlone: line.isBreaking,
    signal: part.signal,
    hash: part.hash(),
    throttle: (bytes) => context.bandwidth.reserve(bytes),
    onRead: (tookMs) => context.live.time?.countSourceWait(tookMs),
    onSent: (bytes) => {
      inFlight.sentBytes += bytes;
      live.inFlightBytes += bytes;
      live.activity = 'uploading';
      context.live.countSentBytes(bytes);
    },
  });
  const end = endOf(outcome);
  context.live.countLostBytes(lostBytes(inFlight, end));
  line.end(inFlight, end);
  live.inFlightBytes -= inFlight.sentBytes;
  return outcome;
}

function endOf(outcome: PutOutcome): PutEnd {
  if (outcome.kind === 'stored') return 'acknowledged';
  if (outcome.kind === 'stopped') return 'stopped';
  // A host that answers 503 did not break the connection.
  return outcome.kind === 'broken' && outcome.reason.kind !== 'status' ? 'broken' : 'other';
}

function isFault(result: PartOutcome | PartFault): result is PartFault {
  switch (result.kind) {
    case 'acknowledged':
    case 'too-large':
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
  { live, context, path, signal }: OutgoingPart,
  waitMs: number,
  reason: WaitReason,
): Promise<void> {
  if (waitMs === 0) return;
  live.activity = 'waiting';
  context.live.waiting({ reason, path, retryAtMs: Date.now() + waitMs });
  await delay(waitMs, undefined, { signal }).catch(() => undefined);
}

function reasonOf(fault: PartFault): WaitReason {
  switch (fault.kind) {
    case 'broken':
    case 'intercepted':
      return fault.reason;
    case 'url-refused':
      return { kind: 'url-refused', status: fault.status };
    case 'refused':
      return { kind: 'status', status: fault.status, platformMessage: fault.platformMessage };
    case 'url-unusable':
      return { kind: 'unreadable', status: 200, problem: 'unexpected-fields', field: 'url' };
    case 'differs':
      return { kind: 'part-differs' };
  }
}

function givenUp(
  { number: partNumber, path }: OutgoingPart,
  fault: PartFault,
  scope: 'item' | 'upload',
  attempts: number,
): Failure {
  // An item's failure is shown beside its path.
  const details = { partNumber, attempts, ...(scope === 'upload' ? { path } : {}) };
  switch (fault.kind) {
    case 'broken':
    case 'intercepted':
      return failure('part-intercepted', { ...details, reason: fault.reason }).failure;
    case 'url-refused':
      return failure('part-url-refused', { ...details, status: fault.status }).failure;
    case 'refused': {
      const { status, platformMessage } = fault;
      return failure('part-refused', { partNumber, status, platformMessage }).failure;
    }
    case 'url-unusable':
      return fault.failure;
    case 'differs':
      return failure('part-differs', { partNumber, attempts }).failure;
  }
}
