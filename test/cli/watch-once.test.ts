/** `lading watch --once`: what is there is sent, and the command ends. */
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setCall } from '../../main/app/command-line.ts';
import { errorText } from '../../main/cli/words/errors.ts';
import { storeFileName } from '../../main/engine/store/files/own-names.ts';
import { StoreError } from '../../main/engine/store/sqlite-failure.ts';
import { WriteBatcher } from '../../main/engine/store/write-batcher.ts';
import { BandwidthLimiter } from '../../main/engine/transfer/rates/bandwidth-limiter.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { startFakeServer } from '../fixtures/platform-client.ts';
import { jsonLines, start } from './command.ts';
import { lading } from './in-process.ts';
import { makeWatchCommand, named, until } from './watch-command.ts';

const { dir, options, run, sandbox, sent, watched } = await makeWatchCommand();

test('--once sends what is there with a receipt that verifies, and nothing a second time, not even what was renamed', async () => {
  const { name, args, drop, folder } = watched('Once');
  drop('a', 'alpha');
  const receipts = join(dir, `${name} receipts`, 'of this run');
  const first = await run(args('--once', '--json', '--receipts', receipts)).ended;
  expect([first.code, first.err]).toEqual([0, '']);
  expect(named(first, 'upload-finished')).toMatchObject([{ rule: name, totals: { accepted: { items: 1 } } }]);
  expect(named(first, 'files').at(-1)).toMatchObject({ counts: { sending: 0, sent: 1 } });
  const [receipt] = named(first, 'receipt');
  expect(receipt).toMatchObject({ rule: name, upload: 1, path: join(receipts, 'receipt-1.json') });
  const verified = await lading(['verify', join(receipts, 'receipt-1.json'), '--against', folder]);
  expect([verified.code, verified.err]).toEqual([6, '']);
  renameSync(join(folder, 'a'), join(folder, 'renamed'));
  const again = await run(args('--once', '--json')).ended;
  expect([again.code, named(again, 'upload-started')]).toEqual([0, []]);
  expect(await sent(name)).toEqual([['a', 'alpha']]);
});

test('a receipt that was not written when its upload ended is written by the next run', async () => {
  const { args, drop } = watched('Receipts');
  drop('a', 'alpha');
  expect((await run(args('--once')).ended).code).toBe(0);
  const receipts = join(dir, 'written later');
  mkdirSync(join(receipts, 'receipt-1.json'), { recursive: true });
  const refused = await run(args('--once', '--json', '--receipts', receipts)).ended;
  expect([refused.code, named(refused, 'receipt')]).toEqual([2, []]);
  rmSync(join(receipts, 'receipt-1.json'), { recursive: true });
  for (const [index, code] of [0, 0].entries()) {
    const later = await run(args('--once', '--json', '--receipts', receipts)).ended;
    // What is there already isn't written again.
    expect([later.code, named(later, 'receipt').length]).toEqual([code, 1 - index]);
  }
  expect((await lading(['verify', join(receipts, 'receipt-1.json')])).err).toBe('');
});

test('what is sent damaged is named with its kind: in the log, in the status, and of its upload', async () => {
  const { args, drop, state } = watched('Zeroed');
  drop('Doe/mail.pst', '\0'.repeat(300_000));
  drop('Doe/a.txt', 'alpha');
  const zeroed = { path: expect.stringContaining('mail.pst'), issue: 'damaged', finding: 'Only zeros' };
  const once = await run(args('--once', '--json')).ended;
  expect(named(once, 'upload-finished')).toMatchObject([{ exceptions: { damaged: 1 }, found: [zeroed] }]);
  const status = await lading(['watch', '--status', '--state', state]);
  expect(status.out).toContain('Sent, but 1 damaged or unrecognized: Doe/mail.pst (only zeros)\n');
  const upload = await lading(['status', '1', '--state', state]);
  expect(upload.out).toMatch(
    /Found in files that are sent all the same:\n {2}.*Doe\/mail\.pst \(only zeros\)\n/,
  );
  const json = await lading(['status', '1', '--state', state, '--json']);
  expect(named(json, 'found')).toMatchObject([{ upload: 1, ...zeroed }]);
});

test('what a rule keeps says what was found', async () => {
  const { args, drop, state, rule, configure } = watched('Kept');
  configure([{ ...rule, hold: ['damaged'] }]);
  drop('mail.pst', '\0'.repeat(300_000));
  await run(args('--once', '--json')).ended;
  const upload = await lading(['status', '1', '--state', state]);
  expect(upload.out).toContain('Only zeros, so it needs review, as the rule of the watched folder says.');
});

test('what a person resumes of a watched folder is left to its rule: in its hours, and once it is active', async () => {
  const { name, args, drop, rule, state, configure, config } = watched('Resumed');
  configure([{ ...rule, hold: ['empty'] }]);
  drop('empty.txt', '');
  expect((await run(args('--once')).ended).code).toBe(2);
  const now = new Date().getHours();
  const hour = (more: number) => `${String((now + more) % 24).padStart(2, '0')}:00`;
  const schedule = { days: [0, 1, 2, 3, 4, 5, 6], from: hour(3), to: hour(5) };
  configure([{ ...rule, hold: ['empty'], schedule }]);
  expect((await run(args('--once')).ended).code).toBe(2);
  const resume = (...more: string[]) => lading(['resume', '1', ...more, '--state', state], options());
  const decided = await resume('--needs-review', 'retry');
  expect(decided).toMatchObject({ code: 3, err: '' });
  expect(decided.out).toMatch(
    new RegExp(`Upload 1 waits: its watched folder ${name} sends it, .*, next at .* ${hour(3)}`),
  );
  const store = new Sqlite(join(state, storeFileName));
  onTestFinished(() => void store.close());
  const keep = (limits: object) => store.prepare('UPDATE uploads SET limits = ?').run(JSON.stringify(limits));
  keep({ hours: { ...schedule, from: hour(4), to: hour(6) } });
  const json = await resume('--json');
  expect([json.code, named(json, 'left-to-rule')]).toMatchObject([
    3,
    [{ upload: 1, rule: name, state: 'active' }],
  ]);
  // In the hours of both.
  const { sendAt } = named(json, 'left-to-rule')[0] ?? {};
  expect(new Date(String(sendAt)).getHours()).toBe((now + 4) % 24);
  keep({});
  expect(await sent(name)).toEqual([]);
  configure([{ ...rule, hold: ['empty'] }]);
  expect((await lading(['watch', '--config', config, '--state', state, '--once'], options())).code).toBe(0);
  expect(await sent(name)).toEqual([['empty.txt', '']]);
});

test('--once ends where its data folder becomes and stays read-only, and claims nothing', async () => {
  const { name, args, drop, state } = watched('Read-only');
  drop('a.txt', 'alpha');
  const { recomputable, transaction } = WriteBatcher.prototype;
  let isReadOnly = false;
  const refused = failure('store-read-only', { path: state, errno: 'EROFS' }).failure;
  // The first scan is the first to write so.
  vi.spyOn(WriteBatcher.prototype, 'recomputable').mockImplementation(function <T>(
    this: WriteBatcher,
    work: () => T,
  ) {
    isReadOnly = true;
    return recomputable.call(this, work);
  });
  vi.spyOn(WriteBatcher.prototype, 'transaction').mockImplementation(function <T>(
    this: WriteBatcher,
    work: () => T,
  ) {
    if (isReadOnly) throw new StoreError(refused);
    return transaction.call(this, work);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const ended = await lading(args('--once'), options());
  expect([ended.code, ended.err]).toEqual([3, '']);
  expect(ended.out).toContain(`Waiting for the data folder: Lading can't write to ${state}`);
  expect(ended.out).not.toMatch(/sent|upload /);
  expect(await sent(name)).toEqual([]);
});

test('--once ends when everything is moved that its rule moves', async () => {
  const { args, drop, folder, rule, configure } = watched('Moved');
  configure([{ ...rule, pack: 'always', afterwards: { moveTo: 'Sent' } }]);
  const names = Array.from({ length: 1500 }, (_, index) => `${index}.txt`);
  for (const name of names) drop(name, name);
  expect((await run(args('--once', '--json')).ended).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['Sent']);
  expect(readdirSync(join(folder, 'Sent')).sort()).toEqual(names.sort());
});

test('--limit-rate is the limit that every byte of evidence waits for', async () => {
  const { name, args, drop } = watched('Limited');
  for (const file of ['a', 'b']) drop(file, file.repeat(300_000));
  const reserve = vi.spyOn(BandwidthLimiter.prototype, 'reserve');
  onTestFinished(() => reserve.mockRestore());
  const { code } = await lading(args('--once', '--limit-rate', '50M'), options());
  expect(code).toBe(0);
  expect((await sent(name)).map(([file]) => file)).toEqual(['a', 'b']);
  const limits = reserve.mock.contexts.map(
    (limiter) => limiter instanceof BandwidthLimiter && limiter.bytesPerSecond,
  );
  expect([...new Set(limits)]).toEqual([50_000_000]);
  expect(reserve.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)).toBe(600_000);
});

test.skipIf(process.platform === 'win32')(
  '--once says what it did not take: unreadable folders and files, and temporary names of files and folders',
  async () => {
    const { name, args, drop, folder, state, status } = watched('Not taken');
    drop('a.txt', 'alpha');
    drop('locked/b.txt', 'beta');
    drop('Invoices.download/c.pdf', 'gamma');
    drop('.rsync-tmp/d.txt', 'delta');
    drop('e.tmp', 'epsilon');
    drop('private.txt', 'zeta');
    chmodSync(join(folder, 'private.txt'), 0o000);
    mkdirSync(state, { mode: 0o700 });
    chmodSync(join(folder, 'locked'), 0o000);
    onTestFinished(() => chmodSync(join(folder, 'locked'), 0o700));
    // Root reads everything.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if (nobody.uid !== undefined) {
      chownSync(state, nobody.uid, nobody.gid);
      chmodSync(dir, 0o755);
    }
    const env = { HOME: state };
    const given = { ...options(), ...nobody, env: { ...options().env, ...env } };
    const locked = await run(args('--once', '--json'), given).ended;
    expect([locked.code, locked.err]).toEqual([2, '']);
    expect(named(locked, 'scan').at(-1)).toMatchObject({
      files: 5,
      temporary: 3,
      overdue: 0,
      unreadable: 2,
      examples: {
        temporary: expect.arrayContaining(['Invoices.download/c.pdf', '.rsync-tmp/d.txt', 'e.tmp']),
        unreadable: expect.arrayContaining([
          { path: 'locked', errno: 'EACCES' },
          { path: 'private.txt', errno: 'EACCES' },
        ]),
      },
    });
    const warnings = locked.err + locked.out;
    for (const path of ['locked', 'private.txt', 'Invoices.download/c.pdf', '.rsync-tmp/d.txt', 'e.tmp'])
      expect(warnings).toContain(path);
    const [stopped] = jsonLines((await status()).out);
    expect(stopped).toMatchObject({ rules: [{ lastScan: { temporary: 3, unreadable: 2 } }] });
    chmodSync(join(folder, 'locked'), 0o755);
    expect((await run(args('--once', '--json'), given).ended).code).toBe(2);
    chmodSync(join(folder, 'private.txt'), 0o644);
    expect((await run(args('--once', '--json'), given).ended).code).toBe(3);
    for (const path of ['Invoices.download', '.rsync-tmp', 'e.tmp'])
      renameSync(join(folder, path), join(folder, path.replace(/\.download$|-tmp$|\.tmp$/, '')));
    expect((await run(args('--once', '--json'), given).ended).code).toBe(0);
    expect((await sent(name)).map(([file]) => file)).toEqual([
      'a.txt',
      'b.txt',
      'c.pdf',
      'd.txt',
      'e',
      'private.txt',
    ]);
  },
);

test('--once says with its exit code what is in the way', async () => {
  const { args, drop, folder } = watched('Hindered');
  drop('a', 'alpha');
  const codeWith = async (extra: readonly string[], given = options()) =>
    (await lading([...args('--once'), ...extra], given)).code;
  expect(await codeWith([], options(sandbox.keys.revoked))).toBe(4);
  expect(await codeWith(['--server', 'http://127.0.0.1:9/'])).toBe(5);
  expect(await codeWith(['--key-file', join(dir, 'none')])).toBe(1);
  rmSync(folder, { recursive: true });
  expect(await codeWith([])).toBe(1);
});

test('a decision about kept files shows in the status at once, also while a watch runs', async () => {
  const { name, args, drop, rule, state, status, configure } = watched('Kept');
  configure([{ ...rule, hold: ['empty'] }]);
  drop('empty.txt', '');
  drop('a.txt', 'alpha');
  expect((await run(args('--once', '--json')).ended).code).toBe(2);
  const counts = async (): Promise<Partial<Record<string, number>>> =>
    JSON.parse((await status()).out).rules[0]?.counts ?? {};
  expect(await counts()).toMatchObject({ sent: 1, held: 1 });
  const skip = (upload: number, ...only: readonly string[]) =>
    lading(['resume', String(upload), '--needs-review', 'skip', ...only, '--state', state], options());
  const noneMatches = { code: 'review-only-matches-none', uploadId: 2 } as const;
  expect((await skip(1)).code).toBe(0);
  expect(await counts()).toMatchObject({ sent: 1, held: 0, skipped: 1 });
  drop('empty too.txt', '');
  drop('empty three.txt', '');
  run(args('--json'));
  await until(counts, ({ held }) => held === 2);
  const none = await skip(2, '--review-only', 'other.txt');
  expect([none.code, none.err.includes(errorText(noneMatches))]).toEqual([1, true]);
  const skipped = await skip(2, '--review-only', '* too.*');
  expect([skipped.code, skipped.err]).toEqual([0, '']);
  expect(skipped.out).toContain('Upload 2: skipped 1 file that needed review.');
  await until(counts, ({ held }) => held === 1);
  expect((await skip(2)).code).toBe(0);
  await until(counts, ({ held }) => held === 0);
  expect((await sent(name)).map(([file]) => file)).toEqual(['a.txt']);
});

describe.skipIf(process.platform === 'win32')('a decision beside a service that hangs', () => {
  async function hanging(name: string) {
    const { args, drop, rule, state, configure, folder } = watched(name);
    configure([{ ...rule, hold: ['empty'] }]);
    drop('empty.txt', '');
    const service = run(args('--json'));
    await service.prints('"event":"upload-finished"');
    service.child.kill('SIGSTOP');
    onTestFinished(() => void service.child.kill('SIGCONT'));
    const decide = (decision: 'retry' | 'skip') =>
      start(['resume', '1', '--needs-review', decision, '--state', state], options());
    const requests = (): number =>
      readdirSync(join(state, 'lading-requests')).filter((file) => /^request-.*json$/.test(file)).length;
    return { service, state, folder, decide, requests };
  }

  test('says what it decided, not what another one did', async () => {
    const { service, state, decide, requests } = await hanging('Two decisions');
    const both = [decide('retry'), decide('skip')];
    await vi.waitFor(() => expect(requests()).toBe(2), 30_000);
    service.child.kill('SIGCONT');
    const [retry, skip] = await Promise.all(both.map(({ ended }) => ended));
    expect([retry?.code, skip?.code].toSorted()).toEqual([0, 1]);
    const other = retry?.code === 1 ? retry : skip;
    setCall({}, ['--state', state]);
    onTestFinished(() => setCall({}));
    expect(other).toMatchObject({
      out: '',
      err: expect.stringContaining(errorText({ code: 'decided-by-others', uploadId: 1 })),
    });
    expect(readdirSync(join(state, 'lading-requests'))).toEqual([]);
  });

  test('is never carried out once it has failed', async () => {
    const { service, state, decide, requests } = await hanging('Given up');
    const skip = decide('skip');
    await vi.waitFor(() => expect(requests()).toBe(1), 30_000);
    skip.child.kill('SIGINT');
    expect((await skip.ended).code).not.toBe(0);
    expect(requests()).toBe(0);
    service.child.kill('SIGCONT');
    const retry = await decide('retry').ended;
    expect([retry.code, retry.err]).toEqual([0, '']);
    expect(
      JSON.parse((await lading(['status', '1', '--json', '--state', state])).out.split('\n')[0] ?? ''),
    ).toMatchObject({ totals: { skipped: { items: 0 } } });
  });
});

test('a stop while it connects is one before it began', async () => {
  const { args } = watched('Silent');
  const silent = await startFakeServer(() => {});
  const given = options();
  const once = run(args('--once', '--json'), {
    ...given,
    env: { ...given.env, LADING_SERVER: silent.url.href },
  });
  await once.prints('"event":"started"');
  once.child.kill('SIGTERM');
  expect((await once.ended).code).toBe(5);
});
