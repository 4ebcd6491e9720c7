import { expect, test } from 'vitest';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { runOnThread } from './run-on-thread.ts';

interface Job {
  readonly job: number;
  readonly report: number;
  readonly value: number;
}

const withPort = "import { parentPort as port, workerData as job } from 'node:worker_threads';";

function run(program: string, signal?: AbortSignal) {
  const reports: number[] = [];
  const url = new URL(`data:text/javascript,${encodeURIComponent(withPort + program)}`);
  const onReport = (report: number) => void reports.push(report);
  return { reports, result: runOnThread<Job>(url, 7, { signal, onReport }) };
}

test('a job reports while it runs, and ends with its result', async () => {
  const answer: Result<number> = success(2);
  const { reports, result } = run(
    `port.postMessage({ report: job }); port.postMessage({ result: ${JSON.stringify(answer)} });`,
  );
  expect(await result).toEqual(answer);
  expect(reports).toEqual([7]);
});

test('a job is stopped by its signal, even while its thread hangs', async () => {
  const stop = new AbortController();
  const { result } = run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', stop.signal);
  stop.abort();
  expect(await result).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(await run('throw new Error("not begun");', stop.signal).result).toMatchObject({
    failure: { code: 'stopped' },
  });
});

test('a bug in a job, and an end without a result, reject', async () => {
  await expect(run("throw new Error('a bug');").result).rejects.toThrow('a bug');
  await expect(run('process.exit(0);').result).rejects.toThrow('ended');
});
