import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../../test/fixtures/watch-ledger.ts';

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
