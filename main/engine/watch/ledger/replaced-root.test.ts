/** Another folder, or another volume, in place of a watched folder from which every file was taken away. */
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WatchRuleInput } from '../../../../preload/contract/watch/watched-folder.ts';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { fileStats } from '../../sources/file-stats.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import { deviceIfUnchanged } from './root-identity.ts';
import { ScanThreads } from './scan-threads.ts';

type At = (...names: string[]) => string;

/** A watched folder that is looked at again as after a restart, while its volume was mounted again with other numbers. */
function watchFolder(input: Partial<WatchRuleInput> = {}) {
  const watching = watchInbox(input);
  const { rows, rule, stop, store, watch, watcher } = watching;
  /** What its numbers were before, and what they tell less than now. */
  async function mountAgain(volume: Partial<Pick<WatchedRoot, 'device' | 'fileId' | 'bornNs'>>) {
    const { root } = watcher.state();
    if (root === null) throw new Error('It was not scanned');
    await stop(watcher);
    const { device = 0n, fileId = 0n, bornNs = root.bornNs } = volume;
    store.db.prepare('UPDATE watch_files SET device = device + ?, file_id = file_id + ?').run(device, fileId);
    const before = { ...root, device: root.device + device, fileId: root.fileId + fileId, bornNs };
    const again = watch(rule, { root: before });
    await again.scanNow();
    const names = () =>
      rows()
        .map(({ name }) => name)
        .toSorted();
    return { watcher: again, names };
  }
  return { ...watching, mountAgain };
}

/** Everything that was sent is in the folder for sent files, as its rule moves it. */
async function allMoved() {
  const watching = watchFolder({ afterwards: { moveTo: 'Sent' } });
  const { at, quiet, rows, store, watchLedger, watcher } = watching;
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  mkdirSync(at('Sent'));
  renameSync(at('a.txt'), at('Sent', 'a.txt'));
  const id = rows().find(({ name }) => name === 'a.txt')?.id ?? 0;
  store.writes.transaction(() => watchLedger.setMoved(id, 'Sent/a.txt', 't'));
  await watcher.scanNow();
  expect(watcher.state().away).toBeNull();
  return watching;
}

test('another folder in its place is not taken, and the one that was there is when it is back', async () => {
  const { inbox, at, rows, quiet, watcher } = await allMoved();
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  await watcher.scanNow();
  expect(watcher.state().away?.reason).toEqual({ kind: 'replaced' });
  writeFileSync(at('private.txt'), 'of another matter');
  await watcher.scanNow();
  expect([watcher.state().away?.reason.kind, rows().map(({ name }) => name)]).toEqual([
    'replaced',
    ['a.txt'],
  ]);
  rmSync(inbox, { recursive: true });
  renameSync(`${inbox} before`, inbox);
  writeFileSync(at('b.txt'), 'two');
  await quiet({ 'b.txt': 'sent' });
  expect(watcher.state().away).toBeNull();
});

test('a link that leads to another folder by now is not followed there', async () => {
  const { inbox, folder, rows, watcher } = await allMoved();
  renameSync(inbox, `${folder}/first`);
  mkdirSync(`${folder}/second`);
  writeFileSync(`${folder}/second/private.txt`, 'of another matter');
  symlinkSync(`${folder}/second`, inbox);
  await watcher.scanNow();
  expect([watcher.state().away?.reason.kind, rows().map(({ name }) => name)]).toEqual([
    'replaced',
    ['a.txt'],
  ]);
});

test('a folder that people emptied is watched on', async () => {
  const { at, quiet, watcher } = await allMoved();
  rmSync(at('Sent'), { recursive: true });
  await watcher.scanNow();
  writeFileSync(at('b.txt'), 'two');
  await quiet({ 'b.txt': 'sent' });
  rmSync(at('b.txt'));
  await quiet({});
  expect(watcher.state().away).toBeNull();
});

test('a folder is known as soon as a file of it is, also if its first scan does not end', async () => {
  const { inbox, addRule, watch, stop } = ledgerOfTest();
  writeFileSync(`${inbox}/a.txt`, 'one');
  const rule = addRule();
  const kept = Promise.withResolvers<[WatchedRoot, unknown]>();
  const watcher = watch(rule, { keepRoot: (root) => kept.resolve([root, watcher.state().lastScan]) });
  const [root, lastScan] = await kept.promise;
  expect(lastScan).toBeNull();
  await stop(watcher);
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  const again = watch(rule, { root });
  await again.scanNow();
  expect(again.state().away?.reason).toEqual({ kind: 'replaced' });
});

test('another folder stays one that is not taken while it does not answer, and once it answers again', async () => {
  const { inbox, addRule, store, watch, stop } = ledgerOfTest();
  writeFileSync(`${inbox}/a.txt`, 'one');
  const rule = addRule();
  const before = watch(rule);
  await before.scanNow();
  const { root } = before.state();
  await stop(before);
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  const threads = new ScanThreads(store.path);
  const stalls: ((isStalled: boolean) => void)[] = [];
  const watcher = watch(rule, {
    root,
    scanThreads: {
      scanner(options) {
        stalls.push(options.onStalled);
        return threads.scanner(options);
      },
    },
  });
  await watcher.scanNow();
  const away = () => watcher.state().away?.reason.kind;
  for (const stall of stalls) stall(true);
  expect(away()).toBe('not-answering');
  for (const stall of stalls) stall(false);
  expect(away()).toBe('replaced');
});

/** What makes another folder look like the one that was there: a file of the same path, size, and time. */
function writeLabel(path: string): void {
  writeFileSync(path, 'label');
  utimesSync(path, 1_000, 1_000);
}

test.each([
  ['on the same volume', {}],
  ['on another volume', { device: -1_000n, fileId: 5n, bornNs: 1_700_000_000_000_000_000n }],
  ['on a volume that tells no age', { device: -1_000n, fileId: 5n, bornNs: 0n }],
] as const)('another folder %s with a file that looks alike is not taken', async (_, volume) => {
  const { inbox, at, quiet, mountAgain } = watchFolder();
  writeLabel(at('README.txt'));
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'README.txt': 'sent', 'a.txt': 'sent' });
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  writeLabel(at('README.txt'));
  writeFileSync(at('private.txt'), 'of another matter');
  const { watcher, names } = await mountAgain(volume);
  expect([watcher.state().away?.reason, names()]).toEqual([{ kind: 'replaced' }, ['README.txt', 'a.txt']]);
});

test.each([
  ['on the same volume', {}],
  ['on a volume that tells no age', { device: -1_000n, fileId: 5n, bornNs: 0n }],
] as const)(
  'another folder %s with a file that looks like one that was moved is not taken',
  async (_, volume) => {
    const { inbox, at, mountAgain } = await allMoved();
    renameSync(inbox, `${inbox} before`);
    mkdirSync(at('Sent'), { recursive: true });
    renameSync(`${inbox} before/Sent/a.txt`, at('Sent', 'a.txt'));
    writeFileSync(at('private.txt'), 'of another matter');
    const { watcher, names } = await mountAgain(volume);
    expect([watcher.state().away?.reason, names()]).toEqual([{ kind: 'replaced' }, ['a.txt']]);
  },
);

const renumbered = { device: 1_000n, fileId: 1_000n, bornNs: 0n };
test.each([
  ['as they were', () => undefined, null],
  ['of which one was taken away', (at: At) => rmSync(at('Doe', 'b.txt')), 'replaced'],
  ['of which one has another time', (at: At) => utimesSync(at('a.txt'), 5, 5), 'replaced'],
  ['of which one that was moved was taken away', (at: At) => rmSync(at('Sent', 'a.txt')), 'replaced'],
] as const)(
  'a share that has other numbers since it was mounted again, with its files %s',
  async (_, change, kind) => {
    const { at, quiet, mountAgain } = await allMoved();
    writeFileSync(at('b.txt'), 'two');
    mkdirSync(at('Doe'));
    writeFileSync(at('a.txt'), 'one, again');
    writeFileSync(at('Doe', 'b.txt'), 'two, in a folder');
    await quiet({ 'a.txt': 'sent', 'b.txt': 'sent', 'Doe/b.txt': 'sent' });
    change(at);
    const { watcher } = await mountAgain(renumbered);
    expect(watcher.state().away?.reason.kind ?? null).toBe(kind);
  },
);

test('a volume that is mounted under another number is known by its folder, also without its files', async () => {
  const { at, mountAgain, quiet } = watchFolder();
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  rmSync(at('a.txt'));
  const { watcher } = await mountAgain({ device: 1_000n });
  expect(watcher.state().away).toBeNull();
});

test('a share that is mounted before anything was found in its folder is watched', async () => {
  const { inbox, at, quiet, watcher } = watchInbox();
  await watcher.scanNow();
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  writeFileSync(at('b.txt'), 'two');
  await quiet({ 'b.txt': 'sent' });
});

const hourNs = 3_600_000_000_000n;
const mtimeNs = 1_000_000_000_000n;

test.each([
  ['with its size and time', {}, true],
  ['with other numbers', { device: 7n, fileId: 8n }, true],
  ['whose time is off by an hour, as on FAT', { mtimeNs: mtimeNs + hourNs, bornNs: 0n }, true],
  ['that was created at another time', { bornNs: mtimeNs }, false],
  ['with another time', { mtimeNs: mtimeNs + 1n }, false],
  ['with another size', { sizeBytes: 4 }, false],
  ['that is not there', { name: 'b.txt' }, false],
])('a file %s shows that the volume is the same: %s', (_, changes, expected) => {
  const { inbox, at } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  utimesSync(at('a.txt'), 1_000, 1_000);
  const version = fileStats(statSync(at('a.txt'), { bigint: true }));
  const row = { folder: '', folderBytes: null, name: 'a.txt', nameBytes: null, ...version, ...changes };
  expect(deviceIfUnchanged(inbox, row)).toBe(expected ? version.device : null);
});
