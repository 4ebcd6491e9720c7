/** Another folder, or another volume, in place of a watched folder from which every file was taken away. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';

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
