import { createHash } from 'node:crypto';
import { linkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';

test('a copy of a file that is still being sent is compared with it once it was sent', async () => {
  const { at, rows, takeSettled, rule, watcher, record } = watchInbox({ sameContent: 'skip' });
  writeFileSync(at('a.txt'), 'one');
  await watcher.scanNow();
  await until(() => rows().some(({ state }) => state === 'settled'), rows);
  const taken = takeSettled(rule.id);
  writeFileSync(at('copy.txt'), 'one');
  writeFileSync(at('other.txt'), 'a larger one');
  await watcher.scanNow();
  await until(() => rows().some(({ name, state }) => name === 'other.txt' && state === 'settled'), rows);
  expect(rows().find(({ name }) => name === 'copy.txt')?.state).toBe('settling');
  record(taken, () => createHash('sha256').update('one').digest('hex'));
  await until(() => rows().some(({ state }) => state === 'skipped'), rows);
});

test('a copy that a person decided to send is not asked about again after its rule was paused', async () => {
  const { at, quiet, rows, rule, watcher, watch, stop, store, watchLedger } = watchInbox({
    sameContent: 'ask',
  });
  writeFileSync(at('a.txt'), 'one');
  await quiet({ 'a.txt': 'sent' });
  writeFileSync(at('copy.txt'), 'one');
  await quiet({ 'a.txt': 'sent', 'copy.txt': 'held' });
  const copy = () => rows().find(({ name }) => name === 'copy.txt');
  store.writes.transaction(() => watchLedger.releaseHeld([copy()?.id ?? 0]));
  await stop(watcher);
  store.writes.transaction(() => watchLedger.unsettle(rule.id, 10));
  expect(copy()?.state).toBe('settling');
  watch(rule);
  await until(() => copy()?.state !== 'settling', rows);
  expect(copy()).toMatchObject({ state: 'settled', kind: 'copy' });
});

for (const [sameContent, state] of [
  ['skip', 'skipped'],
  ['ask', 'held'],
] as const)
  test(`of new files with one content, one is sent with ${sameContent}`, async () => {
    const { at, quiet, rows, watcher } = watchInbox({ sameContent });
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    for (const name of names) writeFileSync(at(name), 'one');
    writeFileSync(at('other.txt'), 'two');
    await watcher.scanNow();
    await until(() => rows().some(({ name, state }) => name === 'other.txt' && state === 'settled'), rows);
    await until(
      () => rows().filter(({ reason }) => reason?.code === 'earlier-sending').length === names.length - 1,
      rows,
    );
    const sent = rows().find(({ name, state }) => name !== 'other.txt' && state === 'settled')?.name ?? '';
    await quiet({
      ...Object.fromEntries(names.map((name) => [name, state])),
      'other.txt': 'sent',
      [sent]: 'sent',
    });
  });

test('a copy is sent if the file with its content changed before it was sent', async () => {
  const { at, quiet, rows, watcher } = watchInbox({ sameContent: 'skip' });
  writeFileSync(at('a.txt'), 'one');
  await watcher.scanNow();
  await until(() => rows().some(({ state }) => state === 'settled'), rows);
  writeFileSync(at('copy.txt'), 'one');
  await watcher.scanNow();
  await until(() => rows().some(({ reason }) => reason?.code === 'earlier-sending'), rows);
  writeFileSync(at('a.txt'), 'changed');
  await quiet({ 'a.txt': 'sent', 'copy.txt': 'sent' });
});

test('a hard link of a file that is being sent is sent if that one fails', async () => {
  const { at, quiet, rows, takeSettled, rule, watcher, record } = watchInbox({ sameContent: 'skip' });
  writeFileSync(at('a.txt'), 'one');
  await watcher.scanNow();
  await until(() => rows().some(({ state }) => state === 'settled'), rows);
  const taken = takeSettled(rule.id);
  linkSync(at('a.txt'), at('link.txt'));
  await watcher.scanNow();
  await until(() => rows().some(({ reason }) => reason?.code === 'earlier-sending'), rows);
  record(taken, () => null);
  await quiet({ 'a.txt': 'failed', 'link.txt': 'sent' });
});
