import type { ResourceLimits } from 'node:worker_threads';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { thisThread } from './this-thread.ts';
import { Thread } from './thread.ts';

/** A thread that does one job, reports while it does, and ends with a result. */
export interface JobTypes {
  readonly job: unknown;
  readonly report: unknown;
  readonly value: unknown;
}

interface JobThread<Types extends JobTypes> {
  readonly data: Types['job'];
  readonly to: never;
  readonly from: { readonly report: Types['report'] } | { readonly result: Result<Types['value']> };
}

export interface RunOnThreadOptions<Report> {
  readonly signal: AbortSignal | undefined;
  readonly onReport: (report: Report) => void;
  readonly maxHeapMb?: number;
}

/**
 * Runs a job on a thread of its own. Fails as the job does, or with stopped when the signal is aborted. Rejects with a bug
 * in the job.
 */
export async function runOnThread<Types extends JobTypes>(
  program: URL,
  job: Types['job'],
  { signal, onReport, maxHeapMb }: RunOnThreadOptions<Types['report']>,
): Promise<Result<Types['value']>> {
  if (signal?.aborted) return failure('stopped');
  const { promise, resolve, reject } = Promise.withResolvers<Result<Types['value']>>();
  const limits: ResourceLimits = maxHeapMb === undefined ? {} : { maxOldGenerationSizeMb: maxHeapMb };
  const thread = new Thread<JobThread<Types>>(program, {
    data: job,
    limits,
    onMessage: (message) => ('report' in message ? onReport(message.report) : resolve(message.result)),
    onEnd: ({ error }) => reject(error),
  });
  const stop = (): void => resolve(failure('stopped'));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // Not awaited: a share that doesn't answer may hold the thread.
    void thread.terminate(0);
  }
}

/** The program of such a thread. */
export async function serveJob<Types extends JobTypes>(
  run: (job: Types['job'], report: (report: Types['report']) => void) => Promise<Result<Types['value']>>,
): Promise<void> {
  const { data, post } = thisThread<JobThread<Types>>();
  const result = await run(data, (report) => post({ report }));
  post({ result });
}
