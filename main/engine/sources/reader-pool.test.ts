import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ReaderPool } from './reader-pool.ts';
import { noAnswerCode } from './reader-protocol.ts';
import { ReaderThread } from './reader-thread.ts';

const isLinux = process.platform === 'linux';

/** Opening a named pipe hangs until something writes to it, as a file on a share that doesn't answer. */
test.skipIf(!isLinux)('a file that opens long after its root answered again is closed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lading-readers-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const pipe = join(dir, 'pipe');
  const file = join(dir, 'file');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(file, 'x');
  const pool = new ReaderPool({ abandonedPerRoot: 1 });
  onTestFinished(() => pool.close());
  const opened = pool.call(dir, 'open', { path: pipe }).answer;
  pool.giveUp(dir);
  await expect(opened).rejects.toMatchObject({ code: noAnswerCode });
  await pool.call(dir, 'stat', { path: file }).answer;
  const before = readdirSync('/proc/self/fd').length;
  const writer = await open(pipe, 'w');
  await writer.close();
  await expect.poll(() => readdirSync('/proc/self/fd').length).toBe(before);
});

test.skipIf(!isLinux)(
  'calls that return at once share a thread, and those that wait get others',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lading-readers-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const pool = new ReaderPool();
    onTestFinished(() => pool.close());
    const threads = (): number => readdirSync('/proc/self/task').length;
    await pool.call(dir, 'stat', { path: dir }).answer;
    const withOne = threads();
    await Promise.all(Array.from({ length: 4 }, () => pool.call(dir, 'stat', { path: dir }).answer));
    expect(threads()).toBe(withOne);
    const opened = pool.call(dir, 'open', { path: pipe });
    await pool.call(dir, 'stat', { path: dir }).answer;
    expect(threads()).toBeGreaterThan(withOne);
    const writer = await open(pipe, 'w');
    await pool.call(dir, 'close', { fd: await opened.answer }).answer;
    await writer.close();
  },
);

test('a call on a thread that ends fails', async () => {
  const thread = new ReaderThread();
  const replied = Promise.withResolvers<unknown>();
  thread.call({ name: 'stat', argument: { path: '/' } }, replied.resolve);
  thread.worker.emit('error', new Error('out of memory'));
  expect(await replied.promise).toMatchObject({ ok: false, code: '' });
  expect(thread.hasEnded).toBe(true);
  await thread.worker.terminate();
});
