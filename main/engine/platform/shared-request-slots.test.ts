import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';
import { SharedRequestSlots, sharedFolder, unsharedShare } from './shared-request-slots.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-shared-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(where = folder): SharedRequestSlots {
  const slots = new SharedRequestSlots(where, 'this computer');
  onTestFinished(() => slots.close());
  return slots;
}

function limiterOf(slots: SharedRequestSlots, requestsPerSecond: number): RateLimiter {
  const limiter = createRateLimiter({ origin: 'https://p', fingerprint: 'k', requestsPerSecond, slots });
  onTestFinished(() => limiter.close());
  limiter.identify(1);
  return limiter;
}

/** How many requests start within half a second. */
async function startedAtOnce(limiter: RateLimiter, wanted: number): Promise<number> {
  const stop = AbortSignal.timeout(500);
  const all = await Promise.all(Array.from({ length: wanted }, () => limiter.acquire('bulk', stop)));
  for (const release of all) release?.();
  return all.filter((release) => release !== null).length;
}

test('tests and the processes that they start do not use the file in the home of whoever runs them', () => {
  const slots = new SharedRequestSlots();
  onTestFinished(() => slots.close());
  expect(slots.path.startsWith(join(tmpdir(), 'lading-tests-'))).toBe(true);
  const home = execFileSync(process.execPath, ['-p', 'require("node:os").userInfo().homedir']);
  expect(slots.path.startsWith(home.toString().trim())).toBe(true);
});

test.each([
  ['linux', '/home/ada', '/home/ada/.local/state/lading'],
  ['darwin', '/Users/ada', '/Users/ada/Library/Application Support/Lading'],
  ['win32', '/Users/ada', '/Users/ada/AppData/Local/Lading'],
] as const)(
  'on %s the folder is the person’s own, whatever the environment says',
  (system, home, expected) => {
    expect(sharedFolder(system, home)).toBe(expected);
  },
);

test('two instances share the slots', async () => {
  const [one, other] = [limiterOf(open(), 4), limiterOf(open(), 4)];
  expect(await startedAtOnce(one, 3)).toBe(3);
  expect(await startedAtOnce(other, 3)).toBe(1);
});

test('what a killed process had in flight holds its slot for two seconds, not for ever', async () => {
  const source = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { createRateLimiter } from ${source('./rate-limiter.ts')};
    import { SharedRequestSlots } from ${source('./shared-request-slots.ts')};
    const slots = new SharedRequestSlots(${JSON.stringify(folder)}, 'this computer');
    const limiter = createRateLimiter({ origin: 'https://p', fingerprint: 'k', requestsPerSecond: 4, slots });
    limiter.identify(1);
    for (let n = 0; n < 4; n += 1) await limiter.acquire('bulk');
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const limiter = limiterOf(open(), 4);
  expect(await startedAtOnce(limiter, 1)).toBe(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await limiter.acquire('bulk')).not.toBeNull();
});

test('a file that is damaged is replaced', async () => {
  const name = 'rate-limit-this_computer.db';
  open().close();
  writeFileSync(join(folder, name), 'no database, but long enough to be taken for one '.repeat(100));
  const slots = open();
  expect(slots.isShared).toBe(true);
  expect(await startedAtOnce(limiterOf(slots, 4), 6)).toBe(4);
  expect(readdirSync(folder)).toContain(name);
});

test('where nothing can be written, a process keeps to a fifth of the rate, and estimates count on that', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const slots = open(join(file, 'lading'));
  expect(slots.isShared).toBe(false);
  expect(await startedAtOnce(limiterOf(slots, 10), 6)).toBe(10 * unsharedShare);
  const limits = { requestsPerSecond: 25, maxParts: 10_000 };
  expect(new RateLimiterRegistry(slots).allowed(limits)).toEqual({ ...limits, requestsPerSecond: 5 });
  expect(new RateLimiterRegistry(open(join(folder, 'shared'))).allowed(limits)).toEqual(limits);
});

test('a file that breaks while it is used costs the rest of the rate, not the requests', async () => {
  const slots = open();
  const limiter = limiterOf(slots, 10);
  expect(await startedAtOnce(limiter, 1)).toBe(1);
  const other = new Sqlite(join(folder, 'rate-limit-this_computer.db'));
  other.exec('DROP TABLE slots');
  other.close();
  expect(await startedAtOnce(limiter, 6)).toBe(10 * unsharedShare);
  expect(slots.isShared).toBe(false);
});
