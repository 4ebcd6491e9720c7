import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ExceptionCounts,
  exceptionGroup,
  exceptionGroups,
  noExceptions,
} from '../../../../preload/contract/views/exception.ts';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { issues, itemStates } from '../../../../preload/contract/views/states.ts';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ItemOrders } from '../../rpc/item-order.ts';
import type { ItemId } from '../../types/ids.ts';
import { migrate } from '../migrate.ts';
import { createRepositories } from '../repositories.ts';

/** An upload with `count` queued files of one byte. */
function inventory(count: number) {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  const repositories = createRepositories(db);
  const { uploads, folders, items } = repositories;
  const id = uploads.insert(newUpload());
  const [root] = folders.addRoots(id, [{ path: '/e', identity: null }]);
  db.prepare("INSERT INTO folders (id, root_id, path) VALUES (1, ?, '')").run(root?.id);
  items.addQueuedFiles(
    id,
    Array.from({ length: count }, (_, n) => ({
      folderId: 1,
      name: `${n}`,
      nameBytes: null,
      nameFolded: null,
      sizeBytes: 1,
      mtimeNs: 1n,
      mtimeEra: 0,
      device: 1n,
      fileId: BigInt(n + 1),
    })),
  );
  items.addToTotals(id, 'queued', count, count);
  const all = items.openItems(id, 'queued', { after: 0 }, count);
  const move = (index: number, to: (typeof itemStates)[number]) => {
    const item = all[index];
    if (item !== undefined) items.transition(item, items.stateOf(item.id), to, null);
  };
  const find = (index: number, found: Pick<NewFinding, 'code' | 'details'>) =>
    repositories.findings.add(id, [{ ...found, itemId: itemAt(index), path: null } as NewFinding]);
  const itemAt = (index: number): ItemId => all[index]?.id ?? (0 as ItemId);
  const counts = (): ExceptionCounts => uploads.get(id)?.exceptions ?? noExceptions;
  const listed = (...exceptions: (typeof exceptionGroups)[number][]) =>
    new ItemOrders(db, 'current')
      .of({ uploadId: id, sort: null, states: [], exceptions, search: '' })
      .page(0, 1_000)
      .map((itemId) => all.findIndex((item) => item.id === itemId));
  return { ...repositories, db, id, itemAt, move, find, counts, listed };
}

const encrypted = {
  code: 'encrypted',
  details: { type: 'zip', locked: 'file', encryptedEntries: null },
} as const;
const empty = { code: 'empty', details: {} } as const;
const mismatch = {
  code: 'hash-mismatch',
  details: { list: 'l', line: 1, algorithm: 'MD5', expected: 'a', actual: 'b' },
} as const;

test('what was found of a file stays with it when it is sent, and is an exception once', () => {
  const { find, move, counts, listed } = inventory(4);
  find(0, encrypted);
  find(0, empty);
  find(1, empty);
  find(2, { code: 'container', details: { type: 'zip', entries: 1, expandedBytes: 1 } });
  expect(counts()).toEqual({ ...noExceptions, locked: 1, empty: 1 });
  for (const index of [0, 1, 2]) move(index, 'uploading');
  move(0, 'accepted');
  move(2, 'accepted');
  move(1, 'failed');
  move(3, 'skipped');
  expect(counts()).toEqual({ ...noExceptions, failed: 1, locked: 1, excluded: 1 });
  expect(listed('failed', 'locked', 'empty', 'excluded')).toEqual([1, 0, 3]);
  expect(listed('locked')).toEqual([0]);
  expect(listed('empty')).toEqual([]);
});

test('a locked file is none while a password opens it, and is expanded only then', () => {
  const { find, itemAt, findings, lockedFiles, counts, id } = inventory(2);
  find(0, encrypted);
  find(0, { code: 'container', details: { type: 'zip', entries: 1, expandedBytes: 9 } });
  find(1, encrypted);
  find(1, empty);
  lockedFiles.record(itemAt(0), 'opened', null, true);
  lockedFiles.record(itemAt(1), 'opened', null, true);
  expect(counts()).toEqual({ ...noExceptions, empty: 1 });
  expect(findings.containers(id)).toMatchObject({ listed: 1, expandedBytes: 9 });
  lockedFiles.forget(id);
  expect(counts()).toEqual({ ...noExceptions, locked: 2 });
  expect(findings.containers(id)).toEqual({ listed: 0, bytes: 0, expandedBytes: 0 });
});

test('findings that are compared again count as they are now, and a scan that starts over has none', () => {
  const { find, itemAt, findings, uploads, counts, id } = inventory(2);
  find(0, mismatch);
  find(0, empty);
  find(1, mismatch);
  expect(counts()).toEqual({ ...noExceptions, damaged: 2 });
  findings.removeCode(id, 'hash-mismatch', 1);
  findings.remove(itemAt(1), 'hash-mismatch', 1);
  expect(counts()).toEqual({ ...noExceptions, empty: 1 });
  find(1, mismatch);
  findings.clear(id);
  expect(counts()).toEqual(noExceptions);
  find(1, mismatch);
  uploads.clearInventory(id);
  expect(counts()).toEqual(noExceptions);
});

test('the list has the files of a group in every state and with every issue, as they are counted', () => {
  const pairs = itemStates.flatMap((state) => [null, ...issues].map((issue) => ({ state, issue })));
  const { db, itemAt, move, counts, listed } = inventory(pairs.length);
  const setIssue = db.prepare('UPDATE items SET issue = ? WHERE id = ?');
  for (const [index, { state, issue }] of pairs.entries()) {
    setIssue.run(issue, itemAt(index));
    if (state !== 'queued') move(index, state);
  }
  for (const group of exceptionGroups) {
    const members = pairs.flatMap(({ state, issue }, index) =>
      exceptionGroup(state, issue) === group ? [index] : [],
    );
    expect(listed(group)).toEqual(members);
    expect(counts()[group]).toBe(members.length);
  }
  const ranks = listed(...exceptionGroups).map((index) => {
    const pair = pairs[index];
    return exceptionGroups.findIndex(
      (group) => pair !== undefined && exceptionGroup(pair.state, pair.issue) === group,
    );
  });
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});
