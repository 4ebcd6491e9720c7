import { expect, onTestFinished, test } from 'vitest';
import { type PoolThreadEnd, type PoolWork, ThreadPool } from './thread-pool.ts';

interface Job {
  readonly root: string;
  readonly number: number;
}
interface Types {
  readonly data: Int32Array;
  readonly to: Job;
  readonly from: number;
}
interface Done {
  readonly number: number;
  readonly thread: number;
}

/** Answers a job with its number. Roots hang in a call, compute, fill the memory, and have a bug, as their names say. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort as port, workerData as cells } from 'node:worker_threads';
port.on('message', ({ root, number }) => {
  Atomics.add(cells, 0, 1);
  if (root === 'hangs') Atomics.wait(cells, 1, 0);
  Atomics.add(cells, 0, 1);
  if (root === 'computes') for (;;);
  if (root === 'fills') { const kept = []; for (;;) kept.push(new Array(1000).fill({})); }
  if (root === 'bug') throw new Error('a bug');
  port.postMessage(number);
});`)}`,
);

function pool(roots: readonly string[], work: Partial<PoolWork<Types, Job>> = {}) {
  const jobs = roots.map((root, number): Job => ({ root, number }));
  const lost: [number, PoolThreadEnd['kind']][] = [];
  const stalled: string[][] = [];
  const cells: Int32Array[] = [];
  const threads = new ThreadPool<Types, Job, Done>({
    program,
    limits: { maxOldGenerationSizeMb: 16 },
    threads: 2,
    stallMs: 500,
    begin: () => {
      const own = new Int32Array(new SharedArrayBuffer(8));
      cells.push(own);
      return { data: own, cells: own, callsCell: 0 };
    },
    nextJob: (_free, stalledRoots) => {
      const index = jobs.findIndex(({ root }) => !stalledRoots.has(root));
      return index === -1 ? null : (jobs.splice(index, 1)[0] ?? null);
    },
    message: (job) => job,
    onMessage: ({ index }, number) => {
      threads.put({ number, thread: index });
      return true;
    },
    onLost: (_thread, { number }, end) =>
      end.kind === 'bug' ? threads.fail(end.error) : void lost.push([number, end.kind]),
    rootOf: (_thread, { root }) => root,
    onStalled: (found) => void stalled.push(found.map(({ path }) => path)),
    ...work,
  });
  const wake = () => {
    for (const own of cells) {
      Atomics.store(own, 1, 1);
      Atomics.notify(own, 1);
    }
  };
  onTestFinished(wake);
  return { threads, lost, stalled, wake };
}

async function numbers(threads: ThreadPool<Types, Job, Done>, signal?: AbortSignal) {
  const done: number[] = [];
  for await (const { number } of threads.read(signal)) done.push(number);
  return done.sort((a, b) => a - b);
}

test('every job is done once, and then the reading ends', async () => {
  const roots = Array.from({ length: 50 }, () => 'fine');
  expect(await numbers(pool(roots).threads)).toEqual(roots.map((_, number) => number));
});

test('a root that hangs holds back only its own jobs, gets no more threads, and goes on once it answers', async () => {
  const roots = ['hangs', 'hangs', 'hangs', 'fine', 'fine', 'fine', 'hangs'];
  const { threads, stalled, wake } = pool(roots);
  const done: number[] = [];
  for await (const { number } of threads.read()) {
    done.push(number);
    if (done.length === 3) {
      expect(done.toSorted()).toEqual([3, 4, 5]);
      expect(stalled.at(-1)).toEqual(['hangs']);
      wake();
    }
  }
  expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('a thread that needs more memory than it may have costs its job, and the others are done', async () => {
  const { threads, lost } = pool(['fine', 'fills', 'fine', 'fills', 'fine']);
  expect(await numbers(threads)).toEqual([0, 2, 4]);
  expect(lost.toSorted()).toEqual([
    [1, 'out-of-memory'],
    [3, 'out-of-memory'],
  ]);
});

test('a thread that computes without end is lost where its user says so', async () => {
  const { threads, lost } = pool(['computes', 'fine'], {
    silence: (_calls, silentMs) => (silentMs > 500 ? 'lost' : null),
  });
  expect(await numbers(threads)).toEqual([1]);
  expect(lost).toEqual([[0, 'silent']]);
});

test('a bug in a thread ends the reading', async () => {
  await expect(numbers(pool(['fine', 'bug']).threads)).rejects.toThrow('a bug');
});

test('a stop ends the reading while a thread hangs', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  expect(await numbers(pool(['hangs']).threads, stop.signal)).toEqual([]);
});
