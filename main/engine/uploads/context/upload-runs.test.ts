import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { failureOf, unwrap } from '../../../../test/fixtures/result.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RequeueResult } from '../../types/uploads.ts';
import { TaskGroup } from './task-group.ts';
import { type RunSignals, UploadRuns } from './upload-runs.ts';

const id = 1 as UploadId;
const other = 2 as UploadId;

function create() {
  const tasks = new TaskGroup();
  const runs = new UploadRuns(tasks);
  const told: (readonly [UploadId, Result<unknown> | null])[] = [];
  runs.subscribe((...event) => told.push(event));
  return { tasks, runs, told };
}

const untilStopped = async ({ signal, finish }: RunSignals): Promise<Result<string>> => {
  while (!signal.aborted && !finish.aborted) await delay(1);
  return signal.aborted ? failure('stopped') : success('finished');
};

test('an upload is run once at a time, and others beside it', async () => {
  const { runs } = create();
  const running = runs.run(id, 'send', {}, untilStopped);
  expect(failureOf(await runs.run(id, 'scan', {}, untilStopped))).toEqual({
    code: 'upload-running',
    uploadId: id,
  });
  expect(
    failureOf(
      await runs.requeue(id, async () =>
        success({ requeued: 0, chosenAgain: 0, discovered: 0, left: 0, failed: 0 }),
      ),
    ).code,
  ).toBe('upload-running');
  const beside = runs.run(other, 'send', {}, untilStopped);
  await runs.stop(id);
  expect([runs.isRunning(id), runs.isRunning(other)]).toEqual([false, true]);
  expect(failureOf(await running).code).toBe('stopped');
  runs.finish(other);
  expect(unwrap(await beside)).toBe('finished');
});

test('what is sent is told when it begins and ends, also with a bug; a scan is not', async () => {
  const { runs, told } = create();
  unwrap(await runs.run(id, 'scan', {}, async () => success(null)));
  const bug = new Error('bug');
  await expect(runs.run(id, 'send', {}, () => Promise.reject(bug))).rejects.toBe(bug);
  unwrap(await runs.run(other, 'send', {}, async () => success('sent')));
  expect(told).toEqual([
    [id, null],
    [id, failure('bug')],
    [other, null],
    [other, success('sent')],
  ]);
});

test('a run that has ended is not running any more when its end is told', async () => {
  const { runs } = create();
  const running: boolean[] = [];
  runs.subscribe((one) => running.push(runs.isRunning(one)));
  unwrap(await runs.run(id, 'send', {}, async () => success(null)));
  expect(running).toEqual([true, false]);
});

test('a listener that fails neither hides a run nor what waits for its end', async () => {
  const { runs } = create();
  const refused = new Error('refused');
  let fails = false;
  runs.subscribe(() => {
    if (fails) throw refused;
  });
  const running = runs.run(id, 'send', {}, untilStopped);
  fails = true;
  await runs.stop(id);
  await expect(running).rejects.toBe(refused);
  let isStarted = false;
  const work = async () => {
    isStarted = true;
    return success(null);
  };
  await expect(runs.run(id, 'send', {}, work)).rejects.toBe(refused);
  expect([isStarted, runs.isRunning(id)]).toEqual([false, false]);
});

test('stopping waits for the end; pausing what is sent, and stopping all, leave scans alone', async () => {
  const { runs, tasks } = create();
  const scan = runs.run(id, 'scan', {}, untilStopped);
  const sent = runs.run(other, 'send', {}, untilStopped);
  await runs.stopSending(id);
  expect(await runs.stopAll()).toEqual([other]);
  expect(failureOf(await sent).code).toBe('stopped');
  expect(runs.isRunning(id)).toBe(true);
  expect([runs.discardScan(other), runs.discardScan(id)]).toEqual([false, true]);
  expect(failureOf(await scan).code).toBe('stopped');
  await tasks.close();
  expect(failureOf(await runs.run(id, 'send', {}, untilStopped)).code).toBe('closing');
});

test('a rejection that nobody waits for stops what started it, and nothing else', async () => {
  const { runs } = create();
  const faulty = runs.run(id, 'send', {}, async (signals) => {
    setTimeout(() => runs.stopAfterRejection(), 1);
    await untilStopped(signals);
    return failure('stopped');
  });
  const healthy = runs.run(other, 'send', {}, untilStopped);
  await faulty;
  expect(runs.isRunning(other)).toBe(true);
  runs.stopAfterRejection();
  expect(runs.isRunning(other)).toBe(true);
  await runs.stop(other);
  await healthy;
});

test('a second requeue gets the result of the first, and a run waits for it', async () => {
  const { runs } = create();
  const { promise, resolve } = Promise.withResolvers<Result<RequeueResult>>();
  const first = runs.requeue(id, () => promise);
  const second = runs.requeue(id, () => Promise.reject(new Error('a second one')));
  const order: string[] = [];
  const waiting = runs.requeued(id).then(() => order.push('run'));
  order.push('requeued');
  resolve(success({ requeued: 3, chosenAgain: 0, discovered: 0, left: 0, failed: 0 }));
  await waiting;
  expect(order).toEqual(['requeued', 'run']);
  expect(await first).toEqual(await second);
});

test('a second start gets the result of the first, and the draft counts as being started until then', async () => {
  const { runs } = create();
  const { promise, resolve } = Promise.withResolvers<Result<undefined>>();
  const first = runs.start(id, () => promise);
  const second = runs.start(id, () => Promise.resolve(failure('closing')));
  await Promise.race([second, delay(5)]);
  expect(runs.isStarting(id)).toBe(true);
  resolve(success(undefined));
  expect(await Promise.all([first, second])).toEqual([success(undefined), success(undefined)]);
  expect(runs.isStarting(id)).toBe(false);
});

test('of several rules at once, the last are applied; changes of a selection follow each other', async () => {
  const { runs } = create();
  const until = (signal: AbortSignal) => untilStopped({ signal, finish: signal, closing: signal });
  const first = runs.applyRules(id, until);
  const second = runs.applyRules(id, async (replaced) => {
    await first;
    return replaced.aborted;
  });
  expect(await second).toBe(false);
  const order: number[] = [];
  const failing = runs.changeSelection(id, async () => {
    await delay(5);
    order.push(1);
    throw new Error('refused');
  });
  const next = runs.changeSelection(id, async () => void order.push(2));
  await expect(failing).rejects.toThrow('refused');
  await next;
  expect(order).toEqual([1, 2]);
});

test('what is replaced and ends last takes nothing away that began since', async () => {
  const { runs } = create();
  const late = Promise.withResolvers<void>();
  const replaced = runs.applyRules(id, () => late.promise);
  await runs.applyRules(id, () => Promise.resolve());
  const run = runs.run(id, 'send', {}, untilStopped);
  late.resolve();
  await replaced;
  expect(runs.isRunning(id)).toBe(true);
  await runs.stop(id);
  await run;
});

test('skipping checks and giving up on sources reach what is under way, and nothing later', async () => {
  const { runs } = create();
  runs.skipChecks(id);
  runs.failUnavailable(id);
  const inspected = runs.inspect(id, async (skip) => {
    const before = skip.aborted;
    runs.skipChecks(id);
    return [before, skip.aborted];
  });
  expect(await inspected).toEqual([false, true]);
  let given = 0;
  const release = runs.setRoots(id, { failUnavailable: () => (given += 1) });
  runs.failUnavailable(id);
  release();
  runs.failUnavailable(id);
  expect(given).toBe(1);
});
