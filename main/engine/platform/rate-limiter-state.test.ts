import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRateLimiter, slotHoldMs, slotInFlight } from './rate-limiter.ts';
import { openRateLimiterState } from './rate-limiter-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-limiter-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what one engine wrote, the next one reads, also after kill -9', async () => {
  const path = join(folder, 'rate-limit');
  const source = new URL('./', import.meta.url);
  const script = `
    import { createRateLimiter } from ${JSON.stringify(new URL('rate-limiter.ts', source).href)};
    import { openRateLimiterState } from ${JSON.stringify(new URL('rate-limiter-state.ts', source).href)};
    const limiter = createRateLimiter({ requestsPerSecond: 4, state: openRateLimiterState(${JSON.stringify(path)}) });
    (await limiter.acquire('bulk'))();
    await limiter.acquire('bulk');
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const engine = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(engine.stdout, 'data');
  engine.kill('SIGKILL');
  await once(engine, 'exit');

  const state = openRateLimiterState(path);
  const times = state.load();
  state.close();
  expect(times).toHaveLength(4);
  expect(times.filter((time) => time === slotInFlight)).toHaveLength(1);
  const [answered] = times.filter((time) => time !== slotInFlight && time > 0);
  expect(Date.now() - (answered ?? 0)).toBeLessThan(60_000);
});

test('the file keeps one fixed size, and follows a change of rate', async () => {
  const path = join(folder, 'rate-limit');
  const wide = createRateLimiter({ requestsPerSecond: 40, state: openRateLimiterState(path) });
  for (let n = 0; n < 40; n += 1) (await wide.acquire('bulk'))?.();
  expect(statSync(path).size).toBe(40 * 8);
  wide.close();
  const narrow = createRateLimiter({ requestsPerSecond: 25, state: openRateLimiterState(path) });
  expect(statSync(path).size).toBe(25 * 8);
  const before = performance.now();
  await narrow.acquire('bulk');
  expect(performance.now() - before).toBeGreaterThan(slotHoldMs / 2);
  narrow.close();
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['of odd length', Buffer.alloc(13, 7)],
  ['of noise', Buffer.from('not times at all, but a text of some length')],
  ['far too long', Buffer.alloc(2_000_000, 0xff)],
])('a file %s delays by one second at most', async (_name, bytes) => {
  const path = join(folder, 'rate-limit');
  writeFileSync(path, bytes);
  const limiter = createRateLimiter({ requestsPerSecond: 2, state: openRateLimiterState(path) });
  const before = performance.now();
  expect(await limiter.acquire('bulk')).not.toBeNull();
  expect(performance.now() - before).toBeLessThan(slotHoldMs + 500);
  limiter.close();
});

test('where no file can be written, requests continue without one', async () => {
  const limiter = createRateLimiter({
    requestsPerSecond: 1,
    state: openRateLimiterState(join(folder, 'missing', 'rate-limit')),
  });
  const release = await limiter.acquire('bulk');
  expect(release).not.toBeNull();
  release?.();
  limiter.close();
});

test('a request that ends after the engine has closed the file writes nowhere', async () => {
  const path = join(folder, 'rate-limit');
  const limiter = createRateLimiter({ requestsPerSecond: 1, state: openRateLimiterState(path) });
  const release = await limiter.acquire('bulk');
  limiter.close();
  const bytes = readFileSync(path);
  const other = openRateLimiterState(join(folder, 'reuses-the-descriptor'));
  release?.();
  other.close();
  expect(readFileSync(path)).toEqual(bytes);
  expect(statSync(join(folder, 'reuses-the-descriptor')).size).toBe(0);
});
