/** Another folder, or another volume, in place of a watched folder from which every file was taken away. */
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { fileIdentity } from '../../types/source-path.ts';
import { deviceIfUnchanged, isSameRoot } from './root-identity.ts';

/** Everything that was sent is in the folder for sent files, as its rule moves it. */
async function allMoved() {
  const watching = watchInbox({ afterwards: { moveTo: 'Sent' } });
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

test('a share that has other numbers since it was mounted again is known by what was moved there', async () => {
  const { inbox, at, quiet, watcher } = await allMoved();
  renameSync(inbox, `${inbox} before`);
  mkdirSync(inbox);
  renameSync(`${inbox} before/Sent`, at('Sent'));
  writeFileSync(at('b.txt'), 'two');
  await quiet({ 'b.txt': 'sent' });
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

const root = { device: 1n, fileId: 2n, bornNs: 1_000n, ctimeNs: 5_000n };
const hourNs = 3_600_000_000_000n;

test.each([
  ['as it was', {}, true],
  ['in which files were added', { ctimeNs: 6_000n }, true],
  ['with another file ID', { fileId: 3n }, false],
  ['of a volume that was mounted again', { device: 7n }, true],
  ['of another volume', { device: 7n, bornNs: 1_001n }, false],
  ['of another volume with the number of the one before', { bornNs: 1_001n, ctimeNs: 1_001n }, false],
  ['of a FAT volume after a change to daylight saving', { bornNs: 1_000n + hourNs }, true],
  ['whose time of birth is not known any longer', { bornNs: 0n }, true],
])('a watched folder %s is the same: %s', (_, changes, expected) => {
  expect(isSameRoot(root, { ...root, ...changes })).toBe(expected);
});

test('a change time in place of a time of birth says nothing of a watched folder, and other volumes nothing without either', () => {
  const before = { ...root, bornNs: 5_000n };
  expect(isSameRoot(before, { ...before, bornNs: 6_000n, ctimeNs: 6_000n })).toBe(true);
  expect(isSameRoot({ ...root, bornNs: 0n }, { ...root, bornNs: 0n, device: 7n })).toBe(false);
});

const mtimeNs = 1_000_000_000_000n;

test.each([
  ['with its size and time', {}, true],
  ['with other numbers', { device: 7n, fileId: 8n }, true],
  ['whose time is off by an hour, as on FAT', { mtimeNs: mtimeNs + hourNs }, true],
  ['with another time', { mtimeNs: mtimeNs + 1n }, false],
  ['with another size', { sizeBytes: 4n }, false],
  ['that is not there', { name: 'b.txt' }, false],
])('a file %s shows that the volume is the same: %s', (_, changes, expected) => {
  const { inbox, at } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  utimesSync(at('a.txt'), 1_000, 1_000);
  const { device, fileId } = fileIdentity(statSync(at('a.txt'), { bigint: true }));
  const numbers = { sizeBytes: 3n, mtimeNs, mtimeEra: 0n, device, fileId };
  const row = { folder: '', folderBytes: null, name: 'a.txt', nameBytes: null, ...numbers, ...changes };
  expect(deviceIfUnchanged(inbox, row)).toBe(expected ? device : null);
});
