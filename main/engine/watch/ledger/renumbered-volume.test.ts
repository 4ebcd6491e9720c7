import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';

test('a folder that is deleted after its share got another number is gone', async () => {
  const { at, quiet, store } = watchInbox();
  mkdirSync(at('Doe'));
  writeFileSync(at('Doe', 'a.txt'), 'one');
  mkdirSync(at('Roe'));
  writeFileSync(at('Roe', 'b.txt'), 'two');
  await quiet({ 'Doe/a.txt': 'sent', 'Roe/b.txt': 'sent' });
  store.db.exec('UPDATE watch_files SET device = device + 1000');
  rmSync(at('Doe'), { recursive: true });
  await quiet({ 'Roe/b.txt': 'sent' });
});

test.each(['Doe', 'Roe'])(
  'the last file of %s that is deleted after its share got another number is gone',
  async (name) => {
    const { at, quiet, store } = watchInbox();
    for (const each of ['Doe', 'Roe']) {
      mkdirSync(at(each));
      writeFileSync(at(each, 'a.txt'), each);
    }
    await quiet({ 'Doe/a.txt': 'sent', 'Roe/a.txt': 'sent' });
    store.db.exec('UPDATE watch_files SET device = device + 1000');
    rmSync(at(name, 'a.txt'));
    await quiet({ [name === 'Doe' ? 'Roe/a.txt' : 'Doe/a.txt']: 'sent' });
  },
);

test('a volume that was put in the place of another is read where its files look like those that were sent', async () => {
  const { at, quiet, sent, rule, store, watcher, stop, watch, watchLedger, rows } = watchInbox();
  const write = (name: string, content: string): void => {
    writeFileSync(at(name), content);
    utimesSync(at(name), 1_000, 1_000);
  };
  write('index.dat', 'of Doe');
  write('readme.txt', 'the same');
  await quiet({ 'index.dat': 'sent', 'readme.txt': 'sent' });
  await stop(watcher);
  // Another volume, which a person says is the right one.
  const to = Math.max(...rows().map(({ id }) => id));
  store.writes.transaction(() => watchLedger.forgetPresence({ ruleId: rule.id, after: 0, to }, 't'));
  store.db.exec('UPDATE watch_files SET device = device + 1000, file_id = file_id + 1000');
  write('index.dat', 'of Roe');
  watch(rule);
  const newest = () =>
    rows()
      .filter(({ version }) => version === 2)
      .map(({ name, state }) => [name, state])
      .toSorted();
  const wanted = [
    ['index.dat', 'settled'],
    ['readme.txt', 'skipped'],
  ];
  await until(() => JSON.stringify(newest()) === JSON.stringify(wanted), rows);
  expect(sent).toHaveLength(2);
});

test('a file of another volume that looks like the one that was sent is read: its birth was another', async () => {
  const { at, quiet, sent, store, rows } = watchInbox();
  const write = (name: string, content: string): void => {
    writeFileSync(at(name), content);
    utimesSync(at(name), 1_000, 1_000);
  };
  write('index.dat', 'of Doe');
  write('readme.txt', 'the same');
  write('here.txt', 'here');
  await quiet({ 'index.dat': 'sent', 'readme.txt': 'sent', 'here.txt': 'sent' });
  const setIdentity = store.db.prepare(
    "UPDATE watch_files SET device = device + 1000, file_id = file_id + 1000, born_ns = born_ns - 5 WHERE name <> 'here.txt'",
  );
  write('index.dat', 'of Roe');
  setIdentity.run();
  const all = () =>
    rows()
      .map(({ name, version, state }) => `${name} ${version} ${state}`)
      .toSorted();
  const wanted = ['here.txt 1 sent', 'index.dat 1 sent', 'index.dat 2 sent', 'readme.txt 1 sent'];
  await quiet({ 'here.txt': 'sent', 'index.dat': 'sent', 'readme.txt': 'skipped' });
  expect(all()).toEqual([...wanted, 'readme.txt 2 skipped']);
  expect(sent.toSorted()).toEqual(['here.txt', 'index.dat', 'index.dat', 'readme.txt']);
});
