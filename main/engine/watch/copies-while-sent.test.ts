import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchInbox } from '../../../test/fixtures/watch-inbox.ts';
import { until } from '../../../test/fixtures/watch-ledger.ts';

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
  record(taken, () => 'fe05bcdcdc4928012781a5f1a2a77cbb5398e106');
  await until(() => rows().some(({ state }) => state === 'skipped'), rows);
});
