import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fuseMissing, mountFuse } from '../../../../test/fakes/fuse-folder.ts';
import { startedThreads } from '../../../../test/fixtures/started-threads.ts';
import type { FolderScannerOptions } from './folder-scanner.ts';
import { ScanThreads, type ScanThreadsLimits } from './scan-threads.ts';

const missing = await fuseMissing();
const isLinux = process.platform === 'linux';

function scanThreads(limits: Partial<ScanThreadsLimits> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'lading-scans-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const threads = new ScanThreads(join(dir, 'lading.db'), limits);
  const at = (name: string) => join(dir, name);
  /** As of a rule that was never stored: everything is found as new. */
  function scanner(rootPath: string, more: Partial<FolderScannerOptions> = {}) {
    const heard = vi.fn();
    const onHintsLost = vi.fn();
    const onStalled = vi.fn();
    const found: string[] = [];
    const scanner = threads.scanner({
      rootPath,
      ruleId: null,
      filters: { include: [], exclude: [], marker: null, ignoredFolder: null },
      polling: 'never',
      root: null,
      stallMs: 10_000,
      onBatch: (batch) => found.push(...batch.found.map(({ name }) => name)),
      onHint: heard,
      onHintsLost,
      onStalled,
      ...more,
    });
    onTestFinished(() => scanner.close());
    return { scanner, found, heard, onHintsLost, onStalled };
  }
  function folder(name: string, files = 1): string {
    mkdirSync(at(name));
    for (let index = 0; index < files; index += 1) writeFileSync(join(at(name), `${name} ${index}`), '');
    return at(name);
  }
  return { scanner, folder, at };
}

test('watched folders share a thread, and each hears of its own changes', async () => {
  const started = startedThreads();
  const { scanner, folder, at } = scanThreads();
  const folders = ['a', 'b', 'c'].map((name) => scanner(folder(name)));
  const ends = await Promise.all(folders.map((one) => one.scanner.scanAll()));
  expect(ends.map(({ files, away }) => ({ files, away }))).toEqual(Array(3).fill({ files: 1, away: null }));
  expect(folders.map(({ found }) => found)).toEqual([['a 0'], ['b 0'], ['c 0']]);
  writeFileSync(join(at('b'), 'new'), '');
  await vi.waitFor(() => expect(folders[1]?.heard).toHaveBeenCalledWith(['']), { timeout: 5_000 });
  expect([folders[0], folders[2]].map((one) => one?.heard.mock.calls)).toEqual([[], []]);
  expect(await folders[1]?.scanner.scanFolders([''])).toMatchObject({ files: 2 });
  for (const one of folders) await one.scanner.close();
  expect(started).toHaveLength(1);
  expect(await started[0]?.exited).toBe(0);
});

test('a folder whose scan takes long keeps its thread until it is read at once, and the others get another', async () => {
  const started = startedThreads();
  const { scanner, folder } = scanThreads({ aloneAfterMs: 1_000, sharedWithinMs: 60_000 });
  const idle = scanner(folder('idle'));
  await idle.scanner.scanAll();
  let isSlow = true;
  const slow = scanner(folder('slow', 20_000), {
    onBatch: () => {
      const untilMs = performance.now() + 150;
      while (isSlow && performance.now() < untilMs);
    },
  });
  const next = scanner(folder('next'));
  let slowEnded = false;
  const slowScan = slow.scanner.scanAll().then(() => {
    slowEnded = true;
  });
  await next.scanner.scanAll();
  expect(slowEnded).toBe(false);
  expect(started).toHaveLength(2);
  // It would have heard of nothing until the end of the long scan.
  expect(idle.onHintsLost).toHaveBeenCalledOnce();
  expect(await idle.scanner.scanFolders([''])).toBeNull();
  await idle.scanner.scanAll();
  isSlow = false;
  await slowScan;
  await slow.scanner.scanAll();
  await slow.scanner.scanAll();
  expect(started).toHaveLength(2);
  expect(await started[0]?.exited).toBe(0);
});

test('a scan that ends its thread fails alone', async () => {
  const { scanner, folder } = scanThreads();
  const idle = scanner(folder('idle'));
  await idle.scanner.scanAll();
  // There is no ledger.
  const failing = scanner(folder('failing'), { ruleId: 1 });
  const waiting = scanner(folder('waiting'));
  const failed = expect(failing.scanner.scanAll()).rejects.toThrow('unable to open database');
  await waiting.scanner.scanAll();
  await failed;
  expect(idle.onHintsLost).toHaveBeenCalledOnce();
  await expect(failing.scanner.scanAll()).rejects.toThrow('unable to open database');
  expect(await waiting.scanner.scanFolders([''])).toMatchObject({ away: null });
  expect(waiting.onHintsLost).not.toHaveBeenCalled();
});

test.skipIf(!isLinux || missing !== null)(
  `a share that hangs is named, and holds back no other folder (${missing ?? 'FUSE'})`,
  async () => {
    const { scanner, folder, at } = scanThreads({ aloneAfterMs: 1_000 });
    const share = await mountFuse(folder('share'));
    onTestFinished(share.end);
    const local = scanner(folder('local'));
    const hung = scanner(share.path, { stallMs: 200 });
    await Promise.all([local.scanner.scanAll(), hung.scanner.scanAll()]);
    share.hang('getattr');
    const ended = hung.scanner.scanAll().catch((error: unknown) => error);
    await vi.waitFor(() => expect(hung.onStalled).toHaveBeenCalledWith(true), { timeout: 5_000 });
    await vi.waitFor(() => expect(local.onHintsLost).toHaveBeenCalledOnce(), { timeout: 5_000 });
    await local.scanner.scanAll();
    writeFileSync(join(at('local'), 'new'), '');
    await vi.waitFor(() => expect(local.heard).toHaveBeenCalledWith(['']), { timeout: 5_000 });
    await hung.scanner.close();
    expect(await ended).toBeInstanceOf(Error);
    share.resume();
  },
);
