import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { ReceiptKey } from '../../../preload/contract/views/signing-key.ts';
import type { Timestamped } from '../../../preload/contract/views/timestamp.ts';
import type { IssuedReceipt } from '../../../preload/contract/views/verify-view.ts';
import { writeFailure } from '../store/files/write-failure.ts';
import type { Repositories } from '../store/repositories.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import { Thread } from '../threads/thread.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import type { UploadId } from '../types/ids.ts';
import { type ReceiptContent, type ReceiptIssued, receiptIssuedType } from './receipt.ts';
import type { FromReceiptWorker, ReceiptJob, ReceiptThread, ToReceiptWorker } from './receipt-protocol.ts';
import { type ReceiptSeal, signReceipt } from './receipt-signature.ts';
import type { SigningKey } from './signing-key.ts';
import { stampSignature } from './stamp-signature.ts';
import type { TimestampAuthority } from './timestamp/request-timestamp.ts';

export interface ReceiptContext {
  readonly writes: WriteBatcher;
  readonly repositories: Pick<Repositories, 'uploads' | 'events' | 'signingKeys'>;
  /** Without one the receipt is written unsigned: evidence that was sent is never left without a receipt. */
  readonly key: Result<SigningKey>;
  /** Asked for a time stamp. If it gives none, the receipt is written without one. */
  readonly timestampAuthority: TimestampAuthority | null;
  readonly now: () => string;
}

/**
 * Writes a receipt: first the log records its content, then its head is signed and time-stamped, then the receipt is
 * written to `to`, which ends. Runs on a thread of its own: a million items take a minute.
 *
 * Fails with receipt-overtaken, write-failed, disk-full, closing, or stored-value-damaged where the receipt would state
 * something false that no log contradicts.
 */
export async function writeReceipt(
  context: ReceiptContext,
  job: ReceiptJob,
  to: Writable,
  signal: AbortSignal,
): Promise<Result<IssuedReceipt>> {
  // A file that can't be created reports it before anything is written to it.
  to.on('error', () => {});
  let answer = Promise.withResolvers<FromReceiptWorker>();
  const thread = new Thread<ReceiptThread>(new URL('./receipt-worker.ts', import.meta.url), {
    data: job,
    onMessage: (message) => answer.resolve(message),
    onEnd: ({ error }) => answer.reject(error),
  });
  const stop = (): void => answer.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const request = (message: ToReceiptWorker): Promise<FromReceiptWorker> => {
    signal.throwIfAborted();
    if (thread.end !== null) throw thread.end.error;
    answer = Promise.withResolvers();
    thread.post(message);
    return answer.promise;
  };
  let problem: Failure | null = null;
  async function* text({ seq, hash }: ChainedEvent, seal: ReceiptSeal): AsyncGenerator<Uint8Array> {
    let reply = await request({ kind: 'logged', seq, head: hash, seal });
    for (; reply.kind === 'text'; reply = await request({ kind: 'more' })) yield reply.bytes;
    if (reply.kind === 'end') problem = reply.failure;
  }
  try {
    signal.throwIfAborted();
    const first = await answer.promise;
    if (first.kind === 'end' && first.failure !== null) return { ok: false, failure: first.failure };
    if (first.kind !== 'content') throw new Error('The receipt thread sent an unexpected first message');
    if (to.errored !== null) return writeFailure(to.errored);
    const { content, problems, profileChange } = first;
    const { event, signedWith } = logReceipt(context, job.uploadId, content);
    const { seal, timestamp } = await sealReceipt(context, job, event, signal);
    await pipeline(text(event, seal), to, { signal });
    return problem === null
      ? success({ head: event.hash, signedWith, timestamp, problems, profileChange })
      : { ok: false, failure: problem };
  } catch (error) {
    if (signal.aborted) return failure('closing');
    return writeFailure(error);
  } finally {
    // Closes a stream that was never written to.
    if (!to.writableFinished) to.destroy();
    signal.removeEventListener('abort', stop);
    await thread.close();
  }
}

/** Appends the event that the receipt was issued. It names the key, so that a swapped key shows in the log. */
function logReceipt(
  { writes, repositories: { events, signingKeys }, key, now }: ReceiptContext,
  uploadId: UploadId,
  content: ReceiptContent,
): { readonly event: ChainedEvent; readonly signedWith: Result<ReceiptKey> } {
  const at = now();
  return writes.transaction(() => {
    const signedWith: Result<ReceiptKey> = key.ok
      ? success({
          fingerprint: key.value.fingerprint,
          storage: key.value.storage,
          replaces: signingKeys.use(key.value, at),
        })
      : key;
    const issued = {
      ...content,
      signingKey: signedWith.ok ? signedWith.value : null,
    } satisfies ReceiptIssued;
    return { event: events.append(uploadId, at, receiptIssuedType, issued), signedWith };
  });
}

async function sealReceipt(
  { repositories: { uploads, events }, key, timestampAuthority }: ReceiptContext,
  { uploadId, format }: ReceiptJob,
  event: ChainedEvent,
  signal: AbortSignal,
): Promise<{ readonly seal: ReceiptSeal; readonly timestamp: Timestamped | null }> {
  const upload = uploads.getAny(uploadId);
  if (upload === null) throw new Error(`Upload ${uploadId} is gone`);
  const signature = key.ok ? signReceipt(key.value, upload.uuid, event) : null;
  // A table has no signature.
  if (timestampAuthority === null || format !== 'json')
    return { seal: { signature, timestamp: null }, timestamp: null };
  const { timestamp, outcome } = await stampSignature(
    timestampAuthority,
    signature,
    events.latestAt(uploadId) ?? event.at,
    signal,
  );
  return { seal: { signature, timestamp }, timestamp: outcome };
}
