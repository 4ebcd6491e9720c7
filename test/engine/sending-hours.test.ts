import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storeFileName } from '../../main/engine/store/files/own-names.ts';
import type { Progress } from '../../main/engine/types/progress.ts';
import { bandwidthPlan } from '../../preload/contract/views/bandwidth-schedule.ts';
import { asOneRange } from '../../preload/contract/views/time-forecast.ts';
import type { Preferences } from '../../preload/contract/views/views.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { never, requestFor, runOptions, sourceFiles, startTestEnv, withEngine } from './harness.ts';
import { tree } from './partly-sent.ts';
import { call, callOk, draft, events, sandbox, setUpHandlers, stateDir } from './rpc-handlers.ts';

setUpHandlers('all');

const sendNothing: Preferences['schedule'] = {
  days: [0, 1, 2, 3, 4, 5, 6],
  from: '00:00',
  to: '00:00',
  sends: 'nothing',
  bytesPerSecond: null,
};
const limits = { concurrency: 4, bytesPerSecond: null, schedule: null };
const waits = (uploadId: number) =>
  vi.waitFor(() =>
    expect(
      events.some(
        ({ event, data }) =>
          event === 'progress' && data.uploadId === uploadId && data.waiting?.reason.kind === 'hours',
      ),
    ).toBe(true),
  );
const stateOf = async (uploadId: number) =>
  (await callOk('uploads.snapshot', undefined)).uploads.find(({ id }) => id === uploadId)?.state;

test('in hours without sending, an upload waits, and is sent once they end', async () => {
  const before = [await sandbox.inspect('datasets'), await sandbox.inspect('source-files')];
  const { id: uploadId } = await draft();
  await callOk('limits.set', { ...limits, schedule: sendNothing });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await waits(uploadId);
  expect([await sandbox.inspect('datasets'), await sandbox.inspect('source-files')]).toEqual(before);
  await callOk('limits.set', limits);
  await vi.waitFor(async () => expect(await stateOf(uploadId)).toBe('finished'), 10_000);
});

test('the hours of an upload hold at every run, until they are taken away, with one forecast of their end', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, tree);
  // Neither today nor tomorrow, whatever the time.
  const hours = { days: [(new Date().getDay() + 3) % 7], from: '00:00', to: '00:00' };
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(requestFor(env), never));
    engine.keepLimits(prepared, { hours });
    return prepared;
  });
  await withEngine(env, async (engine) => {
    const stop = new AbortController();
    const told: Progress['timeLeft'][] = [];
    engine.onProgress(({ waiting, timeLeft }) => {
      if (waiting?.reason.kind !== 'hours') return;
      told.push(timeLeft);
      stop.abort();
    });
    const limits = engine.keepLimits(id, {});
    const planned = asOneRange(unwrap(await engine.plan(id)).time);
    expect(await engine.run(id, runOptions({ signal: stop.signal, limits }))).toMatchObject({ ok: false });
    // As another process says it, which only reads the store.
    told.push(await engine.waitingTime(id, bandwidthPlan({ hours })));
    for (const left of told) {
      expect(left).toMatchObject({ bound: { kind: 'hours' } });
      expect(Math.abs((left?.high ?? 0) - (planned?.high ?? 0))).toBeLessThan(60);
    }
    expect(await sourceFiles(env)).toEqual([]);
    unwrap(await engine.run(id, runOptions({ limits: engine.keepLimits(id, { hours: null }) })));
    expect(unwrap(engine.upload(id)).state).toBe('finished');
  });
});

test('the limits of an upload of the command line hold in the window, which shows them, and not for others', async () => {
  const { id: uploadId } = await draft();
  const store = new Sqlite(join(stateDir, storeFileName));
  const keep = (own: object) =>
    store.prepare('UPDATE uploads SET limits = ? WHERE id = ?').run(JSON.stringify(own), uploadId);
  const { bytesPerSecond: _, ...hours } = { ...sendNothing, sends: 'nothing' as const };
  keep({ bytesPerSecond: null, hours });
  onTestFinished(() => void store.close());
  await callOk('limits.set', { ...limits, bytesPerSecond: 1_000_000 });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await waits(uploadId);
  const { uploads } = await callOk('uploads.snapshot', undefined);
  expect(uploads.find(({ id }) => id === uploadId)?.limits).toEqual({ bytesPerSecond: null, hours });
  expect(failureOf(await call('uploads.removeLimits', { uploadId })).code).toBe('upload-running');
  const { id: other } = await draft();
  await callOk('uploads.run', { uploadId: other, links: [], held: 'ask', isStart: true });
  await vi.waitFor(async () => expect(await stateOf(other)).toBe('finished'), 10_000);
  await callOk('uploads.pause', { uploadId, finishParts: true });
  await vi.waitFor(async () => expect(await stateOf(uploadId)).toBe('paused'), 10_000);
  await callOk('uploads.removeLimits', { uploadId });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: false });
  await vi.waitFor(async () => expect(await stateOf(uploadId)).toBe('finished'), 10_000);
});

test('an upload that waits for its hours can be paused', async () => {
  const { id: uploadId } = await draft();
  await callOk('limits.set', { ...limits, schedule: sendNothing });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await waits(uploadId);
  await callOk('uploads.pause', { uploadId, finishParts: true });
  await vi.waitFor(async () => expect(await stateOf(uploadId)).toBe('paused'), 10_000);
});
