import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeSparse } from '../fakes/evidence.ts';
import { startEngine } from './engine-process.ts';
import { requestFor, requestLog, startTestEnv, type TestEnv } from './harness.ts';

const fileBytes = 5_000_000_000_000;
const partsInFlight = 2;
const mostResidentBytes = 250_000_000;

function peakBytes(pid: number): number {
  const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) * 1024;
}

async function storedParts(env: TestEnv): Promise<number> {
  return (await requestLog(env)).filter((row) => row.isPut === 1 && row.status === 200).length;
}

async function untilStored(env: TestEnv, parts: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; (await storedParts(env)) < parts; await delay(100))
    if (Date.now() > deadline) throw new Error(`${parts} parts were not acknowledged in a minute`);
}

// Without /proc there is no peak to read.
test.skipIf(!existsSync('/proc/self/status'))(
  'a 5 TB file is planned as 10,000 parts, started, killed and resumed in flat memory',
  async () => {
    const env = await startTestEnv({ limits: {}, sandbox: { discard: true, etags: 'opaque' } });
    await makeSparse(join(env.evidence, 'array.dd'), fileBytes);
    const first = startEngine(env, { request: requestFor(env), limits: { concurrency: partsInFlight } });
    expect(await first.sending).toMatchObject({ parts: 10_000 });
    await untilStored(env, 1);
    const peaks = [peakBytes(first.pid)];
    await first.kill();
    const before = await storedParts(env);
    const second = startEngine(env, { limits: { concurrency: partsInFlight } });
    await second.sending;
    await untilStored(env, before + 1);
    peaks.push(peakBytes(second.pid));
    await second.kill();
    for (const peak of peaks) expect(peak).toBeLessThan(mostResidentBytes);
    const puts = (await requestLog(env)).filter((row) => row.isPut === 1);
    const whole = puts.filter((row) => row.status === 200);
    // A part that the host had and the killed engine had not written down yet is sent again.
    const resent = whole.length - new Set(whole.map((row) => row.partNumber)).size;
    expect(resent).toBeLessThanOrEqual(partsInFlight);
    for (const row of whole) expect(row.bodyBytes).toBe(500_000_001);
    console.log(
      `peak memory ${peaks.map((bytes) => Math.round(bytes / 1e6)).join(' and ')} MB; ${whole.length} parts`,
    );
  },
);
