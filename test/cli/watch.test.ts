/** `lading watch` as a process: signals, reload, kill, and what an administrator's monitoring sees. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchEvents } from '../../main/cli/watch/print-events.ts';
import { BandwidthLimiter } from '../../main/engine/transfer/bandwidth-limiter.ts';
import { type CommandResult, cleanEnv, entry, jsonLines, type Running, start } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, evidence, holdUploads, options, receivedIn, releaseUploads, sandbox } =
  await makeUploadEvidence();

/** Rules that don't wait longer than a test likes to. */
const quick = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1, datasetPer: 'rule' };

let made = 0;

/** A folder, a config file with a rule for it, and a data folder, with names of their own. */
function watched(what: string) {
  made += 1;
  const name = `${what} ${made}`;
  const folder = join(dir, `${name} inbox`);
  mkdirSync(folder);
  const state = join(dir, `${name} state`);
  const config = join(dir, `${name}.json`);
  const rule = { name, path: `${name} inbox`, database: sandbox.databaseId, dataset: name, ...quick };
  const configure = (watch: readonly object[] = [rule]) => writeFileSync(config, JSON.stringify({ watch }));
  configure();
  return {
    name,
    folder,
    state,
    rule,
    config,
    configure,
    args: (...more: readonly string[]) => ['watch', '--config', config, '--state', state, ...more],
    drop(file: string, text: string) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    status: () => lading(['watch', '--status', '--state', state, '--json']),
  };
}

function run(args: readonly string[], given = options()): Running {
  const running = start(args, given);
  onTestFinished(async () => {
    running.child.kill('SIGKILL');
    await running.ended;
  });
  return running;
}

const event = (name: string) => new RegExp(`^{"event":"${name}".*\n`, 'm');
const named = ({ out }: CommandResult, name: string) =>
  jsonLines(out).filter((line) => line['event'] === name);

/** Names of the files in a dataset, each with its content, sorted. */
async function sent(dataset: string): Promise<readonly (readonly [string, string])[]> {
  const received = await receivedIn(dataset);
  return received
    .map(
      ({ filename, assembledPath }) =>
        [basename(filename), readFileSync(assembledPath ?? '', 'utf8')] as const,
    )
    .sort();
}

/** Waits for a state that another process writes down. */
async function until<T>(look: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (const endMs = performance.now() + 60_000; ; ) {
    const found = await look();
    if (isThere(found)) return found;
    if (performance.now() > endMs) throw new Error(`not in time: ${JSON.stringify(found)}`);
    await delay(100);
  }
}

test('as a service it sends what arrives, says so in JSON, metrics, and status, reloads, and stops', async () => {
  const { name, args, drop, status, state, config, configure, rule } = watched('Service');
  const other = `${name} other`;
  const running = run(args('--metrics', '0', '--limit-rate', '50M', '--concurrency', '2', '--json'));
  await running.prints(event('scan'));
  drop('Doe/a.txt', 'alpha');
  await running.prints(event('upload-finished'));
  expect(await sent(name)).toEqual([['a.txt', 'alpha']]);

  const healthy = await until(status, ({ out }) => out.includes('"sent":1'));
  expect(healthy.code).toBe(0);
  expect(jsonLines(healthy.out)[0]).toMatchObject({
    health: 'healthy',
    pid: running.child.pid,
    rules: [{ rule: { name }, state: 'active', counts: { sent: 1, failed: 0, sending: 0 } }],
  });

  const second = await lading(args('--json'), options());
  expect(second.code).toBe(1);
  expect(jsonLines(second.out)[0]).toMatchObject({
    event: 'error',
    code: 'store-locked',
    message: expect.stringContaining(`“lading watch”, process ${running.child.pid} on `),
  });
  const upload = await lading(
    ['upload', evidence, '--database', '1', '--dataset', 'x', '--state', state],
    options(),
  );
  expect([upload.code, upload.err]).toEqual([1, expect.stringContaining('is in use by “lading watch”')]);

  writeFileSync(config, '{ "watch": [ { "paht": "x" } ] }');
  running.child.kill('SIGHUP');
  await running.prints('did you mean path?');
  configure([rule, { ...rule, name: other, path: other, dataset: other }]);
  mkdirSync(join(dir, other));
  running.child.kill('SIGHUP');
  await running.prints(event('reloaded'));
  writeFileSync(join(dir, other, 'b.txt'), 'beta');
  await running.prints(new RegExp(`"event":"upload-finished"[^\\n]*"rule":"${other}"`));
  expect(await sent(other)).toEqual([['b.txt', 'beta']]);

  const started = jsonLines(running.printed()).find((line) => line['event'] === 'started');
  const answer = await fetch(String(started?.['metrics']));
  const metrics = await answer.text();
  expect(metrics).toContain(`lading_watch_files{rule="${name}",state="sent"} 1\n`);
  expect(metrics).toContain(`lading_watch_uploaded_bytes_total{rule="${other}"} 4\n`);

  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect([stopped.code, stopped.err]).toEqual([0, '']);
  expect(jsonLines(stopped.out).at(-1)).toMatchObject({ event: 'stopped', exitCode: 0 });
  for (const line of jsonLines(stopped.out)) {
    expect(line['at']).toMatch(/^20\d\d-.*Z$/);
    expect([...watchEvents, 'error']).toContain(line['event']);
  }
  const [uploaded] = named(stopped, 'upload-finished');
  expect(Object.keys(uploaded ?? {}).sort()).toEqual(['at', 'event', 'rule', 'state', 'totals', 'upload']);
  expect(stopped.out).not.toContain(sandbox.apiKey);
  const after = await status();
  expect([after.code, jsonLines(after.out)[0]?.['health']]).toEqual([1, 'not-running']);
});

test('after kill -9 amid an upload, a new start sends everything exactly once', async () => {
  const { name, args, drop, status } = watched('Killed');
  for (const file of ['a', 'b', 'c']) drop(file, `content of ${file}`);
  holdUploads();
  onTestFinished(releaseUploads);
  const killed = run(args('--json'));
  await killed.prints(event('upload-started'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(jsonLines((await status()).out)[0]).toMatchObject({ health: 'not-running', state: 'running' });
  drop('d', 'content of d');
  releaseUploads();
  const once = await run(args('--once', '--json')).ended;
  expect([once.code, once.err]).toEqual([0, '']);
  expect(await sent(name)).toEqual(['a', 'b', 'c', 'd'].map((file) => [file, `content of ${file}`]));
});

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
  expect([verified.code, verified.err]).toEqual([0, '']);
  renameSync(join(folder, 'a'), join(folder, 'renamed'));
  const again = await run(args('--once', '--json')).ended;
  expect([again.code, named(again, 'upload-started')]).toEqual([0, []]);
  expect(await sent(name)).toEqual([['a', 'alpha']]);
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

test('signals that come while it is still loading are kept: a reload ends nothing, and a stop is clean', async () => {
  const { args, status } = watched('Early');
  const child = fork(entry, args('--json'), { env: cleanEnv(options().env), silent: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  // What bin.js waits for.
  await once(child, 'message');
  for (const signal of ['SIGHUP', 'SIGHUP', 'SIGTERM'] as const) child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect((await status()).out).toContain('"state":"stopped"');
});

test('an upload that ends during a stop is in the log, each line of which has its time', async () => {
  const { name, args, drop } = watched('Stopping');
  // Its only part takes four seconds.
  drop('a', 'x'.repeat(2_000_000));
  const running = run(args('--limit-rate', '500k'));
  const partsOf = async (ids: readonly number[]) => {
    const requests = await sandbox.inspect('requests', { limit: 10_000 });
    return requests.filter(({ isPut, sourceFileId }) => isPut && ids.includes(sourceFileId ?? 0));
  };
  await until(
    async () => partsOf((await receivedIn(name)).map(({ id }) => id)),
    (parts) => parts.length === 1,
  );
  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect([stopped.code, stopped.err]).toEqual([0, '']);
  expect(stopped.out).toContain(`${name}: upload 1 finished`);
  for (const line of stopped.out.trim().split('\n')) expect(line).toMatch(/^20\d\d-\d\d-\d\d /);
});

test('a status that may not be read is an error, not a service that is not running', async () => {
  const { state, status } = watched('Unreadable');
  mkdirSync(join(state, 'watch-status.json'), { recursive: true });
  expect(jsonLines((await status()).out)).toMatchObject([{ event: 'error', code: 'not-a-file' }]);
  rmSync(join(state, 'watch-status.json'), { recursive: true });
  writeFileSync(join(state, 'watch-status.json'), '{ "format": 99 }');
  expect(jsonLines((await status()).out)).toMatchObject([{ event: 'error', code: 'status-unknown' }]);
});

test('--check shows what each rule would send where, stores and sends nothing, and names a rule that is wrong', async () => {
  const { name, args, drop, configure, rule } = watched('Check');
  drop('Doe/a', 'alpha');
  configure([
    { ...rule, custodianBy: 'folder:1' },
    { ...rule, name: 'missing', path: 'nowhere' },
    { ...rule, name: 'settings', path: 'other inbox', settings: { timeZone: 'UTC' } },
  ]);
  mkdirSync(join(dir, 'other inbox'), { recursive: true });
  const checked = await lading(args('--check', '--json'), options());
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
  ]);
  expect(named(checked, 'error')).toMatchObject([
    { rule: 'missing', code: 'source-missing' },
    { rule: 'settings', code: 'processing-setting-unknown' },
  ]);
  configure();
  // A rule that names no custodian says so.
  expect((await lading(args('--check'), options())).out).toMatch(
    /^Custodian +Files +Size\n\(none\) +1 +5 B$/m,
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

test('a refused key is said loudly, waited for, and taken from the key file when it is there', async () => {
  const { name, args, drop, state, status } = watched('Key');
  drop('a', 'alpha');
  const keyFile = join(dir, 'key');
  writeFileSync(keyFile, sandbox.keys.revoked, { mode: 0o600 });
  const { env } = options();
  const running = run(args('--key-file', keyFile, '--json'), {
    cwd: dir,
    env: { LADING_SERVER: env?.['LADING_SERVER'] ?? '' },
  });
  await running.prints('"kind":"key"');
  await running.prints('"code":"watch-key-refused"');
  expect((await until(status, ({ code }) => code === 4)).out).toContain('"health":"key-refused"');
  writeFileSync(keyFile, sandbox.apiKey, { mode: 0o600 });
  await running.prints(event('upload-finished'));
  // What comes later is sent with the key that is there then.
  const { databaseAdmin } = sandbox.keys;
  writeFileSync(keyFile, databaseAdmin, { mode: 0o600 });
  running.child.kill('SIGHUP');
  const keyId = databaseAdmin.split('.')[1] ?? '';
  await running.prints(`"keyId":"${keyId}"`);
  drop('b', 'beta');
  await running.prints(/"event":"upload-finished"[^\n]*"upload":2/);
  running.child.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(out).not.toContain(sandbox.keys.revoked);
  expect((await sent(name)).map(([file]) => file)).toEqual(['a', 'b']);
  const receipt = await lading(['receipt', '2', '--state', state]);
  expect(receipt.out).toContain(`"keyId":"${keyId}"`);
});
