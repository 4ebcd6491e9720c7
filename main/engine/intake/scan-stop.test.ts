import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '../../../test/fixtures/scan.ts';

const count = 20_000;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-scan-stop-'));
  mkdirSync(join(folder, 'large'));
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, 'large', `f${index}`), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const threadsAndFolders = () =>
  process.platform === 'linux'
    ? { threads: readdirSync('/proc/self/task').length, descriptors: readdirSync('/proc/self/fd').length }
    : null;

test('stopping in the middle ends with "stopped", no batch after it, and no thread or open folder behind it', async () => {
  await scan([folder], {}, () => {});
  const before = threadsAndFolders();
  const stop = new AbortController();
  let batches = 0;
  const result = await scan([folder], { signal: stop.signal }, () => {
    batches += 1;
    stop.abort();
  });
  expect(result).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(batches).toBe(1);
  expect(threadsAndFolders()).toEqual(before);
});

test('stopped before it begins, it reads nothing', async () => {
  const result = await scan([folder], { signal: AbortSignal.abort() }, () => expect.unreachable());
  expect(result).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});

test('stopping while the consumer is busy waits only for the consumer', async () => {
  const stop = new AbortController();
  let isBusy = false;
  const result = await scan([folder], { signal: stop.signal }, async () => {
    isBusy = true;
    stop.abort();
    await delay(5);
    isBusy = false;
  });
  expect(isBusy).toBe(false);
  expect(result).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});

test('an exception in the consumer ends the threads and is rethrown', async () => {
  await scan([folder], {}, () => {});
  const before = threadsAndFolders();
  const full = new Error('disk full');
  await expect(
    scan([folder], {}, () => {
      throw full;
    }),
  ).rejects.toBe(full);
  await expect(scan([folder], {}, () => Promise.reject(full))).rejects.toBe(full);
  expect(threadsAndFolders()).toEqual(before);
});

test('one batch at a time, and the threads wait while the consumer is busy', async () => {
  let isBusy = false;
  let files = 0;
  const result = await scan([folder], {}, async (batch) => {
    expect(isBusy).toBe(false);
    isBusy = true;
    if (files === 0) {
      // A thread that did not wait would have read all of the folder by now.
      await delay(300);
      for (const name of readdirSync(join(folder, 'large'))) rmSync(join(folder, 'large', name));
    }
    files += batch.names.length;
    isBusy = false;
  });
  expect(result.ok).toBe(true);
  expect(files).toBeGreaterThan(0);
  expect(files).toBeLessThanOrEqual(4 * 1_000);
});
