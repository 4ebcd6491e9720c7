/** `lading watch --check`, and what a start refuses or warns of. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lading } from './in-process.ts';
import { makeWatchCommand, named } from './watch-command.ts';

const { dir, options, receivedIn, run, sandbox, watched } = await makeWatchCommand();

test('receipts and a log are never written into a watched folder, and a folder that cannot be made is named', async () => {
  const { folder, args, config, drop } = watched('Outputs');
  drop('evidence', 'alpha');
  const refused = async (...more: readonly string[]) => {
    const { code, err } = await lading(args('--once', ...more), options());
    expect(code).toBe(1);
    return err;
  };
  const inside = join(folder, 'deep', 'output');
  expect(await refused('--receipts', inside)).toContain(`it is inside ${folder}`);
  for (const log of [join(inside, 'watch.log'), join(folder, 'watch.log')])
    expect(await refused('--log-file', log)).toContain(`Can't write ${log}: it is inside ${folder}`);
  expect(readdirSync(folder)).toEqual(['evidence']);
  expect(await refused('--receipts', config)).toContain(
    `Can't write receipts to ${config} (a file has that name)`,
  );
  expect(await refused('--log-file', join(config, 'watch.log'))).toContain('(a file has that name)');
});

test('--check shows what each rule would send where, stores and sends nothing, and names a rule that is wrong', async () => {
  const { name, folder, state, args, drop, configure, rule } = watched('Check');
  drop('Doe/a', 'alpha');
  configure([
    { ...rule, custodianBy: 'folder:1' },
    { ...rule, name: 'missing', path: 'nowhere' },
    { ...rule, name: 'settings', path: 'other inbox', settings: { timeZone: 'UTC' } },
    { ...rule, name: 'extended', path: 'fifth inbox', settings: { hyperlinkedImages: true } },
    { ...rule, name: 'unclear', path: 'third inbox', custodianMap: 'list.csv' },
    {
      ...rule,
      name: 'frozen',
      path: 'fourth inbox',
      custodianMap: 'list.csv',
      csvSeparator: 'semicolon',
      database: 2005,
    },
    { ...rule, name: 'linked', path: 'linked inbox' },
  ]);
  symlinkSync(folder, join(dir, 'linked inbox'));
  writeFileSync(join(dir, 'list.csv'), 'P001;Jones, Ana\nP002;Roe, Sam\n');
  for (const inbox of ['third inbox', 'fourth inbox', 'fifth inbox'])
    mkdirSync(join(dir, inbox), { recursive: true });
  mkdirSync(join(dir, 'other inbox'), { recursive: true });
  const checked = await lading(args('--check', '--json', '--form', 'base'), options());
  expect(checked.code).toBe(1);
  expect(named(checked, 'rehearsal')).toMatchObject([
    {
      rule: name,
      files: 1,
      bytes: 5,
      datasets: [{ name, files: 1 }],
      custodians: [{ custodian: 'Doe', files: 1 }],
    },
    { rule: 'settings', files: 0 },
    { rule: 'extended', files: 0 },
    { rule: 'frozen', files: 0 },
    { rule: 'linked', files: 1 },
  ]);
  expect(named(checked, 'error')).toMatchObject([
    { rule: 'missing', code: 'source-missing' },
    { rule: 'settings', code: 'processing-setting-unknown' },
    { rule: 'extended', code: 'processing-setting-extended', field: 'hyperlinkedImages', basis: 'chosen' },
    { rule: 'unclear', code: 'custodian-map-invalid', problem: 'separator-unclear' },
    { rule: 'linked', code: 'watch-rule-invalid', problem: 'watched-by-rule', value: name },
  ]);
  const inactive = expect.stringMatching(/^frozen: The platform shows “Fabrikam merger” as frozen\./);
  expect(named(checked, 'warning')).toMatchObject([{ message: inactive }]);
  configure([{ ...rule, hold: ['damaged', 'empty'] }]);
  const { out } = await lading(args('--check'), options());
  // A rule that names no custodian says so, and one that keeps files, that no file was opened.
  expect(out).toMatch(/^Custodian +Files +Size\n\(none\) +1 +5 B$/m);
  expect(out).toContain(
    'Those that are damaged or unrecognized or empty need review instead of being uploaded.',
  );
  expect(out).toMatch(/^Schedule: any hour$/m);
  const hours = { days: [1], from: '20:00', to: '22:00', sends: 'only', bytesPerSecond: null };
  mkdirSync(join(state, 'window'), { recursive: true });
  const preferences = { bytesPerSecond: null, schedule: hours, concurrency: 8 };
  writeFileSync(join(state, 'window', 'settings.json'), JSON.stringify({ preferences }));
  expect((await lading(args('--check'), options())).out).toMatch(
    /^Schedule: any hour, but only Monday, 20:00 to 22:00 \(bandwidth schedule in Settings\)$/m,
  );
  expect(await receivedIn(name)).toEqual([]);
  const again = await lading(args('--check', '--json'), options());
  expect(named(again, 'rehearsal')).toMatchObject([{ files: 1, alreadyTaken: 0 }]);
});

test('--check wants a name for the database where a start would, and refuses a wrong one', async () => {
  const { name, folder, state, args, drop, configure, rule } = watched('Confirm');
  drop('a', 'alpha');
  const checked = async (more: object = {}) => {
    configure([{ ...rule, ...more }]);
    const { code, out } = await lading(args('--check', '--json'), options());
    return [code, named({ code, out, err: '' }, 'error').map((error) => error['code'])];
  };
  expect(await checked({ confirmDatabase: 'Smith' })).toEqual([1, ['database-name-differs']]);
  expect(await checked({ confirmDatabase: 'Doe v. Roe' })).toEqual([0, []]);
  expect(await checked()).toEqual([0, []]);
  // A start is refused in the same way, and sends nothing.
  configure([{ ...rule, confirmDatabase: 'Smith' }]);
  expect((await lading(args('--once'), options())).code).toBe(1);
  expect(await receivedIn(name)).toEqual([]);
  const upload = ['upload', folder, '--database', String(sandbox.databaseId), '--dataset', name];
  expect((await lading([...upload, '--state', state], options())).code).toBe(0);
  const other = { database: 2002 };
  expect(await checked(other)).toEqual([1, ['database-unconfirmed']]);
  expect((await lading(args('--once', '--json'), options())).out).toContain('"code":"database-unconfirmed"');
  expect(await checked({ ...other, confirmDatabase: 'Acme investigation' })).toEqual([0, []]);
});

test('a rule that would move files where nothing can be written says so', async () => {
  const home = mkdtempSync(join(tmpdir(), 'lading-unmovable-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  const [inbox, state, config] = [join(home, 'inbox'), join(home, 'state'), join(home, 'watch.json')];
  mkdirSync(state);
  mkdirSync(inbox, { mode: 0o555 });
  writeFileSync(
    config,
    JSON.stringify({ watch: [{ path: inbox, database: 1, dataset: 'D', afterwards: { moveTo: 'Sent' } }] }),
  );
  // Root may write anywhere.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
  if (nobody !== null) chownSync(state, nobody.uid, nobody.gid);
  const checked = await run(['watch', '--config', config, '--state', state, '--check', '--json'], {
    cwd: home,
    ...nobody,
  }).ended;
  expect([checked.code, named(checked, 'warning')]).toMatchObject([
    0,
    [
      {
        message: expect.stringContaining(
          `inbox: sent files can't be moved, because nothing can be written to ${inbox}`,
        ),
      },
    ],
  ]);
});

test('a rule that would move files into a link says so', async () => {
  const { args, name, folder, rule, configure } = watched('Moved into a link');
  configure([{ ...rule, afterwards: { moveTo: 'Sent' } }]);
  mkdirSync(join(dir, `${name} elsewhere`));
  symlinkSync(join(dir, `${name} elsewhere`), join(folder, 'Sent'));
  const checked = await lading(args('--check', '--json'), options());
  expect([checked.code, named(checked, 'warning')]).toMatchObject([
    0,
    [{ message: expect.stringContaining(`${join(folder, 'Sent')} is a symbolic link`) }],
  ]);
});

test('a rule that would move files into a file says so', async () => {
  const { args, drop, folder, rule, configure } = watched('Moved into a file');
  configure([{ ...rule, afterwards: { moveTo: 'Sent' } }]);
  drop('Sent', 'a file');
  const checked = await lading(args('--check', '--json'), options());
  expect([checked.code, named(checked, 'warning')]).toMatchObject([
    0,
    [
      {
        message: expect.stringContaining(`nothing can be written to ${join(folder, 'Sent')} (not a folder)`),
      },
    ],
  ]);
});
