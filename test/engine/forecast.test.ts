/** What an upload measures of the line is what the next one is forecast with. */
import { expect, onTestFinished, test } from 'vitest';
import { type Engine, openEngine, type UploadId } from '../../main/engine/index.ts';
import type { Progress } from '../../main/engine/types/progress.ts';
import type { TimeForecast } from '../../preload/contract/views/time-forecast.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { startRelay } from '../fakes/relay.ts';
import { leastSeconds } from '../fixtures/least-seconds.ts';
import { unwrap } from '../fixtures/result.ts';
import { dryRun, never, requestFor, runOptions, startTestEnv } from './harness.ts';

const bytesPerSecond = 4_000_000;
const sizeBytes = 32_000_000;

test('the line is measured by an upload that nothing else holds back, and forecasts the next one', async () => {
  const env = await startTestEnv({ limits: { recommendedPartBytes: 8_000_000, minPartBytes: 2_000_000 } });
  const relay = await startRelay(env.sandbox.url, { bytesPerSecond });
  onTestFinished(() => relay.end());
  await makeEvidence(env.evidence, { 'disk.img': sizeBytes });
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0.0.0' }));
  onTestFinished(() => engine.close());
  const connection = { serverUrl: relay.url, apiKey: env.sandbox.apiKey, profilePath: env.profilePath };
  unwrap(await engine.connect(connection));
  const planOf = async ({ plan }: Pick<Engine, 'plan'>, id: UploadId) => unwrap(await plan(id));
  const prepare = async () => unwrap(await engine.prepare(requestFor(env), never));

  const limited = await prepare();
  expect((await planOf(engine, limited)).time).toMatchObject({ measurements: 0, times: { length: 3 } });
  engine.keepLimits(limited, { bytesPerSecond: 10_000_000 });
  expect(leastSeconds((await planOf(engine, limited)).time)).toBeGreaterThanOrEqual(sizeBytes / 10_000_000);
  const slowly = engine.keepLimits(limited, { bytesPerSecond: 3_000_000 });
  unwrap(await engine.run(limited, runOptions({ limits: slowly })));

  const free = await prepare();
  expect((await planOf(engine, free)).time.measurements).toBe(0);
  const seen: Progress[] = [];
  const atMs: number[] = [];
  engine.onProgress((progress) => {
    seen.push(progress);
    atMs.push(Date.now());
  });
  unwrap(await engine.run(free, runOptions({ limits: engine.keepLimits(free, {}) })));
  const endMs = Date.now();

  const next = await prepare();
  const { time } = await planOf(engine, next);
  expectLine(time);
  // Half way, the run itself says when it ends.
  const middle = atMs.findIndex((ms) => ms >= ((atMs[0] ?? 0) + endMs) / 2);
  const { low, high } = seen[middle]?.timeLeft ?? expect.unreachable();
  const truth = (endMs - (atMs[middle] ?? 0)) / 1000;
  expect(low).toBeLessThanOrEqual(truth * 1.3);
  expect(high).toBeGreaterThanOrEqual(truth * 0.7);

  await engine.close();
  const rehearsed = await dryRun(env.stateDir, connection, requestFor(env), planOf);
  expectLine(unwrap(rehearsed).time);
});

/** Of 32 MB over 4 MB/s, on a busy computer. */
function expectLine(time: TimeForecast | undefined): void {
  expect(time?.measurements).toBe(1);
  const [one] = time?.times ?? [];
  expect(one?.lineBytesPerSecond).toBeGreaterThan(bytesPerSecond * 0.5);
  expect(one?.lineBytesPerSecond).toBeLessThan(bytesPerSecond * 1.3);
  expect(one?.bound.kind).toBe('line');
}
