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
 * Issues a receipt: the log first says what the receipt will say, then the receipt is written. Answers the log's head,
 * which belongs where the receipt is not. A million items take a minute, on a thread of their own.
 */
export async function writeReceipt(
  writes: WriteBatcher,
  events: EventRepository,
  job: ReceiptJob,
  to: Writable,
  now: () => string,
  signal: AbortSignal,
): Promise<Result<{ readonly head: string }>> {
  // A file that cannot be made says so while the thread is still starting, when nobody writes to it yet.
  to.on('error', () => {});
  const worker = new Worker(new URL('./receipt-worker.ts', import.meta.url), { workerData: job });
  const answer = async (): Promise<FromReceiptWorker> => {
    const [message]: FromReceiptWorker[] = await once(worker, 'message', { signal });
    if (message === undefined) throw new Error('The thread of the receipt said nothing');
    return message;
  };
  const ask = (message: ToReceiptWorker): Promise<FromReceiptWorker> => {
    const answered = answer();
    worker.postMessage(message);
    return answered;
  };
  let ended: Failure | null = null;
  async function* text(seq: number): AsyncGenerator<Uint8Array> {
    let said = await ask({ kind: 'logged', seq });
    for (; said.kind === 'text'; said = await ask({ kind: 'more' })) yield said.bytes;
    if (said.kind === 'end') ended = said.failure;
  }
  try {
    const told = await answer();
    if (told.kind !== 'account') throw new Error('The thread of the receipt began in the middle');
    if (to.errored !== null) return writeFailure(to.errored);
    const issued = writes.transaction(() =>
      events.append(job.uploadId, now(), receiptIssuedType, told.account),
    );
    await pipeline(text(issued.seq), to, { signal });
    return ended === null ? success({ head: issued.hash }) : { ok: false, failure: ended };
  } catch (error) {
    if (signal.aborted)
      return failure('stopped', 'The receipt was not written to its end: Lading is closing.');
    return writeFailure(error);
  } finally {
    // What was never written to is closed too.
    if (!to.writableFinished) to.destroy();
    await worker.terminate();
  }
}
