import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../store/ledger-file.ts';

test.each([
  ['unchanged', 'renamed'],
  ['with other content', 'settled'],
] as const)('what was moved afterwards, %s, is %s once its subfolder is watched', async (what, state) => {
  const { at, quiet, rule, rows, store, stop, watcher, watch, watchLedger } = watchInbox({
    afterwards: { moveTo: 'Sent' },
  });
  mkdirSync(at('Sent', 'Doe'), { recursive: true });
  mkdirSync(at('Doe'));
  writeFileSync(at('Doe', 'a.txt'), 'one');
  await quiet({ 'Doe/a.txt': 'sent' });
  renameSync(at('Doe', 'a.txt'), at('Sent', 'Doe', 'a.txt'));
  const [sent] = rows();
  store.writes.transaction(() => watchLedger.setMoved(sent?.id ?? 0, 'Sent/Doe/a.txt', 't'));
  if (what !== 'unchanged') writeFileSync(at('Sent', 'Doe', 'a.txt'), 'two');
  await stop(watcher);
  watch({ ...rule, rule: { ...rule.rule, afterwards: 'leave' } });
  await until(() => rows().at(-1)?.folder === 'Sent/Doe' && rows().at(-1)?.state !== 'settling', rows);
  expect(rows().at(-1)).toMatchObject({ name: 'a.txt', state, version: 1 });
});

test('a rule whose path leads to the folder of an earlier rule does not send its files again', async () => {
  const first = watchInbox();
  writeFileSync(first.at('a.txt'), 'one');
  await first.quiet({ 'a.txt': 'sent' });
  await first.stop(first.watcher);
  const link = join(first.folder, 'link');
  symlinkSync(first.inbox, link);
  const second = first.addRule({ name: 'Linked', path: link });
  first.watch(second);
  const rows = () => first.ledger(second.id);
  await until(() => rows().some(({ state }) => state !== 'settling'), rows);
  expect(rows()).toMatchObject([{ name: 'a.txt', state: 'renamed' }]);
});

test('of two rules whose paths lead to one folder, one sends its files', async () => {
  const { folder, inbox, at, addRule, watch, stop, watcher, ledger, sendSettled, rule } = watchInbox();
  await stop(watcher);
  const link = join(folder, 'link');
  symlinkSync(inbox, link);
  writeFileSync(at('a.txt'), 'one');
  writeFileSync(at('b.txt'), 'other');
  const rules = [rule, addRule({ name: 'Linked', path: link })];
  for (const one of rules) watch(one);
  const rows = () => rules.flatMap(({ id }) => ledger(id));
  const sha1Of = ({ name }: LedgerFile) =>
    createHash('sha1')
      .update(readFileSync(at(name)))
      .digest('hex');
  const sent: string[] = [];
  await until(
    () => rows().length === 4 && rows().every(({ reason, state }) => state === 'settled' || reason !== null),
    rows,
  );
  await until(() => {
    for (const { id } of rules) sent.push(...sendSettled(id, sha1Of).map(({ name }) => name));
    return rows().every(({ state }) => state === 'sent' || state === 'renamed');
  }, rows);
  expect(sent.toSorted()).toEqual(['a.txt', 'b.txt']);
});

test('what a rule that was stopped had settled is sent by the rule to whose folder it was moved', async () => {
  const { folder, at, addRule, watch, stop, watcher, ledger, rows } = watchInbox();
  writeFileSync(at('a.txt'), 'one');
  await until(() => rows()[0]?.state === 'settled', rows);
  await stop(watcher);
  const other = join(folder, 'other');
  mkdirSync(other);
  renameSync(at('a.txt'), join(other, 'a.txt'));
  const second = addRule({ name: 'Other', path: other });
  watch(second, { unclearMs: 300 });
  const moved = () => ledger(second.id)[0];
  await until(() => moved()?.reason?.code === 'earlier-unclear', moved);
  await until(() => moved()?.state === 'settled', moved);
});
