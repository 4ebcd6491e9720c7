/** A rename is the same file at another path; whatever else has its content is a copy, and is sent. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { collidingContents } from '../../../../test/fixtures/sha1-collision.ts';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';

/** Copies a file as tools do that keep times. */
function copyWithTimes(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
}

const people = Array.from({ length: 12 }, (_, index) => `Person ${index + 1}`);

test.each([1, 2, 3, 5, 12])(
  'of a file that was sent, copied to %i people with its times and then deleted, every copy is sent',
  async (count) => {
    const { at, quiet, sent } = watchInbox();
    mkdirSync(at('Ann'));
    writeFileSync(at('Ann/x.txt'), 'evidence');
    await quiet({ 'Ann/x.txt': 'sent' });
    const copies = people.slice(0, count).map((person) => `${person}/x.txt`);
    for (const copy of copies) copyWithTimes(at('Ann/x.txt'), at(copy));
    rmSync(at('Ann/x.txt'));
    await quiet(Object.fromEntries(copies.map((copy) => [copy, 'sent'])));
    expect(sent.toSorted()).toEqual(['Ann/x.txt', ...copies].toSorted());
  },
);

test('of a folder that was copied to another custodian, every file is sent, although a subfolder is renamed before the next scan', async () => {
  const { at, quiet, sent } = watchInbox();
  const names = Array.from({ length: 40 }, (_, index) => `${index < 8 ? 'deep/' : ''}${index}.txt`);
  for (const name of names) {
    mkdirSync(dirname(at('Ann', name)), { recursive: true });
    writeFileSync(at('Ann', name), `content of ${name}`);
    utimesSync(at('Ann', name), 1_000, 1_000);
  }
  await quiet(Object.fromEntries(names.map((name) => [`Ann/${name}`, 'sent'])));
  for (const name of names) copyWithTimes(at('Ann', name), at('Bob', name));
  renameSync(at('Ann/deep'), at('Ann/later'));
  const later = names.map((name) => name.replace('deep/', 'later/'));
  await quiet({
    ...Object.fromEntries(
      later.map((name) => [`Ann/${name}`, name.startsWith('later/') ? 'renamed' : 'sent']),
    ),
    ...Object.fromEntries(names.map((name) => [`Bob/${name}`, 'sent'])),
  });
  expect(sent.filter((path) => path.startsWith('Bob/')).toSorted()).toEqual(
    names.map((name) => `Bob/${name}`).toSorted(),
  );
  expect(sent).toHaveLength(80);
});

test('of two hard links that are made at once of a file that is deleted then, one is that file, and the other is sent', async () => {
  const { at, quiet, sent, rows, watcher } = watchInbox();
  mkdirSync(at('Ann'));
  writeFileSync(at('Ann/x.txt'), 'evidence');
  await quiet({ 'Ann/x.txt': 'sent' });
  for (const person of ['Bob', 'Cleo']) {
    mkdirSync(at(person));
    linkSync(at('Ann/x.txt'), at(person, 'x.txt'));
  }
  rmSync(at('Ann/x.txt'));
  await watcher.scanNow();
  const renamed = () => rows().find(({ state }) => state === 'renamed');
  await until(() => renamed() !== undefined, rows);
  const same = renamed()?.folder ?? '';
  const other = same === 'Bob' ? 'Cleo' : 'Bob';
  await quiet({ [`${same}/x.txt`]: 'renamed', [`${other}/x.txt`]: 'sent' });
  expect(sent).toEqual(['Ann/x.txt', `${other}/x.txt`]);
});

test('a file that was renamed is sent once its content is at the earlier path again, where it was sent before', async () => {
  const { at, quiet, sent } = watchInbox();
  for (const person of ['Ann', 'Bob']) mkdirSync(at(person));
  writeFileSync(at('Ann/x.txt'), 'evidence');
  await quiet({ 'Ann/x.txt': 'sent' });
  renameSync(at('Ann/x.txt'), at('Bob/x.txt'));
  await quiet({ 'Bob/x.txt': 'renamed' });
  copyWithTimes(at('Bob/x.txt'), at('Ann/x.txt'));
  await quiet({ 'Ann/x.txt': 'skipped', 'Bob/x.txt': 'sent' });
  // The same, as another hard link.
  rmSync(at('Ann/x.txt'));
  await quiet({ 'Bob/x.txt': 'sent' });
  linkSync(at('Bob/x.txt'), at('Ann/x.txt'));
  await quiet({ 'Ann/x.txt': 'skipped', 'Bob/x.txt': 'sent' });
  expect(sent).toEqual(['Ann/x.txt', 'Bob/x.txt']);
});

test('a file that was sent before daylight saving began, and is renamed on FAT after it, is not sent again', async () => {
  const { at, quiet, sent, store } = watchInbox();
  writeFileSync(at('a.txt'), 'evidence');
  utimesSync(at('a.txt'), 1_000, 1_000);
  await quiet({ 'a.txt': 'sent' });
  const hourNs = 3_600_000_000_000;
  store.db.exec(`UPDATE watch_files SET mtime_ns = mtime_ns - ${hourNs}, born_ns = born_ns - ${hourNs}`);
  renameSync(at('a.txt'), at('b.txt'));
  await quiet({ 'b.txt': 'renamed' });
  expect(sent).toEqual(['a.txt']);
});

test('a copy that takes the place of a renamed file is sent under its own path', async () => {
  const { at, quiet, sent } = watchInbox();
  for (const person of ['Ann', 'Bob', 'Cid']) mkdirSync(at(person));
  writeFileSync(at('Ann/x.txt'), 'evidence');
  await quiet({ 'Ann/x.txt': 'sent' });
  renameSync(at('Ann/x.txt'), at('Bob/x.txt'));
  copyWithTimes(at('Bob/x.txt'), at('Cid/own.txt'));
  await quiet({ 'Bob/x.txt': 'renamed', 'Cid/own.txt': 'sent' });
  rmSync(at('Bob/x.txt'));
  copyWithTimes(at('Cid/own.txt'), at('Bob/x.txt'));
  await quiet({ 'Bob/x.txt': 'sent', 'Cid/own.txt': 'sent' });
  expect(sent).toEqual(['Ann/x.txt', 'Cid/own.txt', 'Bob/x.txt']);
});

test('a file that is moved to and fro, and touched on its way, is sent once', async () => {
  const { at, quiet, sent } = watchInbox();
  writeFileSync(at('a'), 'evidence');
  await quiet({ a: 'sent' });
  const moves = [
    ['a', 'b'],
    ['b', 'a'],
    ['a', 'c'],
    ['c', 'b'],
    ['b', 'a'],
  ] as const;
  for (const [index, [from, to]] of moves.entries()) {
    renameSync(at(from), at(to));
    if (index % 2 === 1) utimesSync(at(to), 1_000 + index, 1_000);
    await quiet({ [to]: 'renamed' });
  }
  expect(sent).toEqual(['a']);
});

test.each([
  ['evidence', 'renamed', 1],
  ['another.', 'sent', 2],
] as const)(
  'where the time of creation is not known, a file with the ID of a sent one and the content %s is %s',
  async (...given) => {
    const [content, state, count] = given;
    const { at, quiet, sent, store } = watchInbox();
    writeFileSync(at('a'), 'evidence');
    await quiet({ a: 'sent' });
    store.db.exec('UPDATE watch_files SET born_ns = 0');
    const { atime, mtime } = statSync(at('a'));
    writeFileSync(at('a'), content);
    utimesSync(at('a'), atime, mtime);
    renameSync(at('a'), at('b'));
    store.db.exec(`UPDATE watch_files SET mtime_ns = ${statSync(at('b'), { bigint: true }).mtimeNs}`);
    await quiet({ b: state });
    expect(sent).toHaveLength(count);
  },
);

test.each([true, false])(
  'a file that is moved into the folder of another rule is sent there, the first rule running: %s',
  async (isRunning) => {
    const first = watchInbox({ name: 'First', exclude: ['Doe/**'] });
    const { at, store } = first;
    mkdirSync(at('Doe'));
    writeFileSync(at('x.txt'), 'evidence');
    await first.quiet({ 'x.txt': 'sent' });
    if (!isRunning) {
      await first.stop(first.watcher);
      store.db.exec("UPDATE watch_rules SET state = 'paused'");
    }
    const second = first.addRule({ name: 'Second', path: at('Doe'), custodian: 'Doe' });
    first.watch(second);
    renameSync(at('x.txt'), at('Doe/x.txt'));
    const rows = () => first.ledger(second.id);
    await until(() => rows().some(({ state }) => state !== 'settling'), rows);
    expect(rows()).toMatchObject([{ name: 'x.txt', state: 'settled', continuesId: null }]);
    const hash = () => 'ab'.repeat(32);
    expect(first.sendSettled(second.id, hash).map(({ name }) => name)).toEqual(['x.txt']);
    if (!isRunning) return;
    renameSync(at('Doe/x.txt'), at('y.txt'));
    // The first rule has sent it before, under its first name.
    await first.quiet({ 'y.txt': 'renamed' });
  },
);

test('a file that is renamed after its rule was removed counts as renamed for the next rule over the folder', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  await first.stop(first.watcher);
  first.store.db.exec("UPDATE watch_rules SET removed_at = 't', state = 'paused'");
  renameSync(first.at('a.txt'), first.at('b.txt'));
  const again = first.addRule({ name: 'Again', dataset: 'another' });
  first.watch(again);
  const rows = () => first.ledger(again.id);
  await until(() => rows().some(({ state }) => state !== 'settling'), rows);
  expect(rows()).toMatchObject([{ name: 'b.txt', state: 'renamed' }]);
});

test('content that is known by its SHA-1 alone is not known: what was sent is sent again if it is touched', async () => {
  const { at, quiet, sent, store } = watchInbox();
  for (const name of ['a', 'b']) writeFileSync(at(name), name);
  await quiet({ a: 'sent', b: 'sent' });
  store.db.exec('UPDATE watch_files SET sha256 = NULL');
  utimesSync(at('a'), 1_000, 1_000);
  renameSync(at('b'), at('c'));
  await quiet({ a: 'sent', c: 'renamed' });
  expect(sent.toSorted()).toEqual(['a', 'a', 'b']);
});

test.each(['send', 'skip'] as const)(
  'another content of the same size and SHA-1 is a new version and no copy, with sameContent %s',
  async (sameContent) => {
    const { at, quiet, sent, rows } = watchInbox({ sameContent });
    const [one, other] = collidingContents();
    writeFileSync(at('a.pdf'), one);
    await quiet({ 'a.pdf': 'sent' });
    writeFileSync(at('a.pdf'), other);
    await quiet({ 'a.pdf': 'sent' });
    writeFileSync(at('b.pdf'), one);
    await quiet({ 'a.pdf': 'sent', 'b.pdf': sameContent === 'send' ? 'sent' : 'skipped' });
    writeFileSync(at('b.pdf'), Buffer.concat([other, Buffer.from('.')]));
    await quiet({ 'a.pdf': 'sent', 'b.pdf': 'sent' });
    expect(rows().map(({ name, version, kind }) => `${name} ${version} ${kind}`)).toEqual(
      sameContent === 'send'
        ? ['a.pdf 1 new', 'a.pdf 2 version', 'b.pdf 1 copy', 'b.pdf 2 version']
        : ['a.pdf 1 new', 'a.pdf 2 version', 'b.pdf 1 new'],
    );
    expect(sent.filter((path) => path === 'a.pdf')).toHaveLength(2);
  },
);
