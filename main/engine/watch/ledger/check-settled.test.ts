import { lstatSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import type { WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { ledgerOfTest, until } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import { SettleCheck } from './check-settled.ts';

/** A settled file that no watcher looks at any longer, and its check. */
async function settledFile(write: (path: string) => void, sameContent: WatchRule['sameContent'] = 'send') {
  const { store, sources, inbox, addRule, watch, stop, ledger } = ledgerOfTest();
  const path = join(inbox, 'a.pdf');
  write(path);
  const rule = addRule();
  const watcher = watch(rule);
  const rows = () => ledger(rule.id);
  await until(() => rows()[0]?.state === 'settled', rows);
  await stop(watcher);
  const [row] = rows();
  if (row === undefined) throw new Error('The row is gone.');
  const check = new SettleCheck({
    watchMatches: createRepositories(store.db).watchMatches,
    sources,
    hash: () => Promise.resolve(failure('path-unreadable', { errno: 'EIO', atByte: 2 })),
    rootPath: inbox,
    rule: { ...rule.rule, sameContent },
    target: { serverUrl: 'http://127.0.0.1:1', databaseId: 7 },
    signal: new AbortController().signal,
  });
  return { path, row, check };
}

test('a file that was replaced by another of its size and time has changed', async () => {
  const write = (at: string, content: string): void => {
    writeFileSync(at, content);
    utimesSync(at, 1_000, 1_000);
  };
  const { path, row, check } = await settledFile((at) => write(at, 'one'));
  expect(await check.check(row)).toMatchObject({ kind: 'complete' });
  write(`${path}.new`, 'two');
  renameSync(`${path}.new`, path);
  const fileId = lstatSync(path, { bigint: true }).ino;
  expect(fileId).not.toBe(row.fileId);
  expect(await check.check(row)).toMatchObject({ kind: 'changed', found: { fileId } });
});

test('a file that can be read at its ends alone is unreadable where its content decides', async () => {
  const { row, check } = await settledFile((at) => writeFileSync(at, 'one'), 'skip');
  expect(await check.check(row)).toEqual({ kind: 'later', reason: { code: 'unreadable', errno: 'EIO' } });
});
