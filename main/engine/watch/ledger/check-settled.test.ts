import { lstatSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { ledgerOfTest, until } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import { SettleCheck } from './check-settled.ts';

test('a file that was replaced by another of its size and time has changed', async () => {
  const { store, sources, inbox, addRule, watch, stop, ledger } = ledgerOfTest();
  const write = (path: string, content: string): void => {
    writeFileSync(path, content);
    utimesSync(path, 1_000, 1_000);
  };
  const path = join(inbox, 'a.pdf');
  write(path, 'one');
  const rule = addRule();
  const watcher = watch(rule);
  await until(
    () => ledger(rule.id)[0]?.state === 'settled',
    () => ledger(rule.id),
  );
  await stop(watcher);
  const [row] = ledger(rule.id);
  if (row === undefined) throw new Error('The row is gone.');
  const check = new SettleCheck({
    watchMatches: createRepositories(store.db).watchMatches,
    sources,
    hash: () => Promise.resolve(failure('stopped')),
    rootPath: inbox,
    rule: rule.rule,
    target: { serverUrl: 'http://127.0.0.1:1', databaseId: 7 },
    signal: new AbortController().signal,
  });
  expect(await check.check(row)).toMatchObject({ kind: 'complete' });
  write(`${path}.new`, 'two');
  renameSync(`${path}.new`, path);
  const fileId = lstatSync(path, { bigint: true }).ino;
  expect(fileId).not.toBe(row.fileId);
  expect(await check.check(row)).toMatchObject({ kind: 'changed', found: { fileId } });
});
