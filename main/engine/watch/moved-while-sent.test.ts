import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../store/ledger-file.ts';

const sha1 = createHash('sha1').update('evidence').digest('hex');

test.each([
  ['under its name, by another rule that looks first', 'a.pdf', true, sha1, 'renamed'],
  ['under its name, and could not be sent', 'a.pdf', true, null, 'settled'],
  ['under another name', 'b.pdf', false, sha1, 'renamed'],
  ['under another name, and could not be sent', 'b.pdf', false, null, 'settled'],
] as const)(
  'a file that another disk has while it is being sent: %s',
  async (_, name, isFirst, hash, state) => {
    const { folder, inbox, addRule, watch, stop, ledger, takeSettled, record } = ledgerOfTest();
    const [from, to] = [join(inbox, 'a.pdf'), join(folder, 'other', name)];
    mkdirSync(join(folder, 'other'));
    writeFileSync(from, 'evidence');
    utimesSync(from, 1_000, 1_000.5);
    const rule = addRule();
    const watcher = watch(rule);
    let taken: readonly LedgerFile[] = [];
    const isTaken = () => {
      taken = takeSettled(rule.id);
      return taken.length > 0;
    };
    await until(isTaken, () => ledger(rule.id));
    if (isFirst) await stop(watcher);
    // On another disk, it has another ID, and a time that may be rounded.
    copyFileSync(from, to);
    utimesSync(to, 1_000, 1_000);
    rmSync(from);
    if (!isFirst)
      await until(
        () => ledger(rule.id)[0]?.goneAt !== null,
        () => ledger(rule.id),
      );

    const other = addRule({ name: 'Other', path: join(folder, 'other') });
    const rows = () => ledger(other.id);
    const stateOf = (wanted: string) => rows().find((file) => file.name === wanted)?.state;
    watch(other);
    await until(() => stateOf(name) !== undefined, rows);
    // It settles later.
    writeFileSync(join(folder, 'other', 'unrelated.txt'), 'unrelated');
    await until(() => stateOf('unrelated.txt') === 'settled', rows);
    expect(stateOf(name)).toBe('settling');
    record(taken, () => hash);
    await until(() => stateOf(name) !== 'settling', rows);
    expect(stateOf(name)).toBe(state);
  },
);

test('a copy of a file that is being sent does not wait for it', async () => {
  const { inbox, addRule, watch, ledger, takeSettled } = ledgerOfTest();
  mkdirSync(join(inbox, 'copies'));
  writeFileSync(join(inbox, 'a.pdf'), 'evidence');
  utimesSync(join(inbox, 'a.pdf'), 1_000, 1_000);
  const rule = addRule();
  watch(rule);
  const rows = () => ledger(rule.id);
  await until(() => takeSettled(rule.id).length > 0, rows);
  copyFileSync(join(inbox, 'a.pdf'), join(inbox, 'copies', 'a.pdf'));
  utimesSync(join(inbox, 'copies', 'a.pdf'), 1_000, 1_000);
  await until(() => rows()[1]?.state === 'settled', rows);
});
