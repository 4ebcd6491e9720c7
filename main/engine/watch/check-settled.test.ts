import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { success } from '../../../preload/contract/failure.ts';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../store/repositories.ts';
import { SettleCheck } from './check-settled.ts';

const sha1Of = ({ name }: { readonly name: string }) => createHash('sha1').update(name).digest('hex');

test('what another rule sends while a file is read is not sent again', async () => {
  const { store, sources, inbox, addRule, watch, stop, ledger, sendSettled } = ledgerOfTest();
  const rule = addRule();
  const watcher = watch(rule);
  const rowOf = (ruleId: number, name: string) => ledger(ruleId).find((file) => file.name === name);
  // The first has the size and time of the second: the content has to tell.
  for (const name of ['1.pdf', '2.pdf']) {
    writeFileSync(join(inbox, name), name);
    utimesSync(join(inbox, name), 1_000, 1_000);
    await until(
      () => rowOf(rule.id, name)?.state === 'settled',
      () => ledger(rule.id),
    );
    if (name === '1.pdf') sendSettled(rule.id, sha1Of);
  }
  await stop(watcher);
  const other = addRule({ name: 'Other' });
  const otherWatcher = watch(other);
  await until(
    () => rowOf(other.id, '2.pdf')?.state === 'skipped',
    () => ledger(other.id),
  );
  await stop(otherWatcher);
  const row = rowOf(other.id, '2.pdf');
  if (row === undefined) throw new Error('The row is gone.');
  const { signal } = new AbortController();
  const check = new SettleCheck({
    watchMatches: createRepositories(store.db).watchMatches,
    sources,
    hash: async (file) => {
      sendSettled(rule.id, sha1Of);
      return success(sha1Of(file));
    },
    rootPath: inbox,
    rule: { marker: null, sameContent: 'send' },
    target: { serverUrl: 'http://127.0.0.1:1', databaseId: 7 },
    now: () => new Date(),
    signal,
    scanBeganMs: () => null,
  });
  // Seen before it was deleted and restored with its time.
  expect(await check.check({ ...row, state: 'settling', reason: null, bornNs: 1n })).toMatchObject({
    kind: 'decided',
    state: 'skipped',
    earlierId: rowOf(rule.id, '2.pdf')?.id,
  });
});
