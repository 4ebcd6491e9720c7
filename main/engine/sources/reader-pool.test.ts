import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startedThreads } from '../../../test/fixtures/started-threads.ts';
import { ReaderPool } from './reader-pool.ts';
import { ReaderThread } from './reader-thread.ts';

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)(
  'calls that return at once share a thread, and those that wait get others',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lading-readers-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const pool = new ReaderPool();
    onTestFinished(() => pool.close());
    const threads = startedThreads();
    await pool.call(dir, 'stat', { path: dir }).answer;
    const calls = 8;
    await Promise.all(Array.from({ length: calls }, () => pool.call(dir, 'stat', { path: dir }).answer));
    // A busy machine may be too slow for one thread.
    expect(threads.length).toBeLessThan(calls / 2);
    // It hangs until something writes to the pipe, as a call to a share that doesn't answer.
    const read = pool.call(dir, 'readFile', { path: pipe });
    // On the same thread, it would never be answered. An earlier pool's idle thread may be used, so none has to be started.
    await pool.call(dir, 'stat', { path: dir }).answer;
    const writer = await open(pipe, 'w');
    await writer.close();
    await read.answer;
  },
);

test.skipIf(!isLinux)('a file that ends before its size has no last byte that can be read', async () => {
  const pool = new ReaderPool();
  onTestFinished(() => pool.close());
  // The kernel gives 4,096 bytes as its size.
  const ends = pool.call('/sys', 'readEnds', { path: '/sys/devices/system/cpu/online' }).answer;
  await expect(ends).rejects.toMatchObject({ code: 'EIO' });
});

test('a call on a thread that ends fails', async () => {
  const thread = new ReaderThread(new URL('data:text/javascript,throw new Error("a bug")'));
  const replied = Promise.withResolvers<unknown>();
  thread.call({ name: 'stat', argument: { path: '/' } }, replied.resolve);
  expect(await replied.promise).toEqual({ ok: false, code: '', message: 'Error: a bug' });
  expect(thread.hasEnded).toBe(true);
});
