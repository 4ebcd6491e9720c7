import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { EventRepository } from '../store/event-repository.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import { writeFailure } from '../store/write-failure.ts';
import { receiptIssuedType } from './receipt.ts';
import type { FromReceiptWorker, ReceiptJob, ToReceiptWorker } from './receipt-protocol.ts';

/**
 * Writes a receipt: first the log records its content, then the receipt is written to `to`, which ends. Returns the log's
 * head, to be kept apart from the receipt. Runs on a thread of its own: a million items take a minute.
 *
 * Fails with receipt-overtaken, write-failed, disk-full or closing.
 */
export async function writeReceipt(
  writes: WriteBatcher,
  events: EventRepository,
  job: ReceiptJob,
  to: Writable,
  now: () => string,
  signal: AbortSignal,
): Promise<Result<{ readonly head: string }>> {
  // A file that can't be created reports it before anything is written to it.
  to.on('error', () => {});
  const worker = new Worker(new URL('./receipt-worker.ts', import.meta.url), { workerData: job });
  const nextMessage = async (): Promise<FromReceiptWorker> => {
    const [message]: FromReceiptWorker[] = await once(worker, 'message', { signal });
    if (message === undefined) throw new Error('The receipt thread sent no message');
    return message;
  };
  const request = (message: ToReceiptWorker): Promise<FromReceiptWorker> => {
    const answer = nextMessage();
    worker.postMessage(message);
    return answer;
  };
  let problem: Failure | null = null;
  async function* text(seq: number): AsyncGenerator<Uint8Array> {
    let reply = await request({ kind: 'logged', seq });
    for (; reply.kind === 'text'; reply = await request({ kind: 'more' })) yield reply.bytes;
    if (reply.kind === 'end') problem = reply.failure;
  }
  try {
    const first = await nextMessage();
    if (first.kind !== 'content') throw new Error('The receipt thread sent an unexpected first message');
    if (to.errored !== null) return writeFailure(to.errored);
    const issued = writes.transaction(() =>
      events.append(job.uploadId, now(), receiptIssuedType, first.content),
    );
    await pipeline(text(issued.seq), to, { signal });
    return problem === null ? success({ head: issued.hash }) : { ok: false, failure: problem };
  } catch (error) {
    if (signal.aborted) return failure('closing');
    return writeFailure(error);
  } finally {
    // Closes a stream that was never written to.
    if (!to.writableFinished) to.destroy();
    await worker.terminate();
  }
}
