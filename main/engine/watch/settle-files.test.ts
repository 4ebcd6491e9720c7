import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerOfTest, until } from '../../../test/fixtures/watch-ledger.ts';

test.skipIf(process.platform === 'win32')(
  'a file that may have been moved from a volume that is away says so, and after a while counts as a copy',
  async () => {
    const { inbox, folder, addRule, watch, stop, ledger, sendSettled } = ledgerOfTest();
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(inbox, 'a.txt'), 'first');
    const before = addRule();
    const watcher = watch(before);
    await until(
      () => sendSettled(before.id, () => 'aa'.repeat(20)).length === 1,
      () => ledger(before.id),
    );
    await stop(watcher);
    renameSync(join(inbox, 'a.txt'), join(other, 'a.txt'));
    // Nothing can be told of a path that leads in a circle, as of one on a share that doesn't answer.
    rmSync(inbox, { recursive: true });
    symlinkSync(inbox, inbox);
    const after = addRule({ name: 'Other', path: other });
    const only = () => ledger(after.id)[0];
    watch(after, { unclearMs: 500 });
    await until(() => only()?.reason?.code === 'earlier-away', only);
    expect(only()?.reason).toEqual({ code: 'earlier-away', earlierPath: join(inbox, 'a.txt') });
    await until(() => only()?.state === 'settled', only);
    expect(only()).toMatchObject({ kind: 'copy', reason: null });
  },
);

test('files that arrived together are being checked until the last of them is decided about', async () => {
  const { inbox, addRule, watch, watchLedger } = ledgerOfTest();
  for (let index = 0; index < 800; index += 1) writeFileSync(join(inbox, `${index}.txt`), String(index));
  const rule = addRule();
  const watcher = watch(rule);
  const settled = () => watchLedger.totals(rule.id).settled.files;
  const seen: boolean[] = [];
  await until(() => {
    const files = settled();
    if (files > 0 && files < 800) seen.push(watcher.isChecking());
    return files === 800;
  }, settled);
  expect(seen).not.toContain(false);
  expect(seen.length).toBeGreaterThan(0);
  await until(() => !watcher.isChecking(), settled);
});

test('a file that another rule gives up before this one has written that it has it is sent', async () => {
  const { inbox, addRule, watch, ledger, watchLedger } = ledgerOfTest();
  writeFileSync(join(inbox, 'a.txt'), 'one');
  const [first, second] = [addRule(), addRule({ name: 'Second' })];
  const one = watch(first);
  await until(
    () => ledger(first.id)[0]?.state === 'settled',
    () => ledger(first.id),
  );
  await one.stop();
  let isGivenUp = false;
  const other = watch(second, {
    // Once the check has ended, and before its result is written.
    onChange: () => {
      if (isGivenUp || !other.isChecking()) return;
      isGivenUp = true;
      watchLedger.unsettle(first.id, 10);
    },
  });
  await until(
    () => ledger(second.id)[0]?.state === 'settled',
    () => ledger(second.id),
  );
  expect(isGivenUp).toBe(true);
});
