/** `lading watch` as a process: signals, reload, kill, and what an administrator's monitoring sees. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pathsIn } from '../../main/app/paths.ts';
import { defaultPreferences } from '../../main/app/settings.ts';
import { openDataFolder } from '../../main/app/state-dir.ts';
import { watchEvents } from '../../main/cli/watch/print-events.ts';
import { binEntry, cleanEnv, entry, jsonLines, start } from './command.ts';
import { lading } from './in-process.ts';
import { event, makeWatchCommand, named, until } from './watch-command.ts';

const { dir, evidence, holdUploads, options, releaseUploads, run, sandbox, sent, untilRequested, watched } =
  await makeWatchCommand();

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
  expect(metrics).toContain(`lading_watch_files{rule="1",state="sent"} 1\n`);
  expect(metrics).toContain(`lading_watch_uploaded_bytes_total{rule="2"} 4\n`);
  for (const matter of [name, other]) expect(metrics).not.toContain(matter);

  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect([stopped.code, stopped.err]).toEqual([0, '']);
  expect(jsonLines(stopped.out).at(-1)).toMatchObject({ event: 'stopped', exitCode: 0 });
  for (const line of jsonLines(stopped.out)) {
    expect(line['at']).toMatch(/^20\d\d-.*Z$/);
    expect([...watchEvents, 'error']).toContain(line['event']);
  }
  const [uploaded] = named(stopped, 'upload-finished');
  expect(Object.keys(uploaded ?? {}).sort()).toEqual([
    'at',
    'event',
    'exceptions',
    'found',
    'rule',
    'state',
    'totals',
    'upload',
  ]);
  expect(stopped.out).not.toContain(sandbox.apiKey);
  const after = await status();
  expect([after.code, jsonLines(after.out)[0]?.['health']]).toEqual([1, 'not-running']);
});

test('a config file that is replaced applies without a signal, and one with a mistake is reported and changes nothing', async () => {
  const { name, args, configure, rule, config, drop } = watched('Replaced');
  const other = `${name} other`;
  mkdirSync(join(dir, other));
  const running = run(args('--json'));
  await running.prints(event('scan'));
  writeFileSync(config, '{ "watch": [ { "paht": "x" } ] }');
  await running.prints('did you mean path?');
  drop('a.txt', 'alpha');
  await running.prints(event('upload-finished'));
  // As editors do.
  writeFileSync(
    `${config}.new`,
    JSON.stringify({ watch: [rule, { ...rule, name: other, path: other, dataset: other }] }),
  );
  renameSync(`${config}.new`, config);
  await running.prints(event('reloaded'));
  writeFileSync(join(dir, other, 'b.txt'), 'beta');
  await running.prints(new RegExp(`"event":"upload-finished"[^\\n]*"rule":"${other}"`));
  configure([rule, { ...rule, name: other, path: other, dataset: other }]);
  running.child.kill('SIGHUP');
  await running.prints(/"reloaded".*"reloaded"/s);
  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect([stopped.code, named(stopped, 'reloaded').length]).toEqual([0, 2]);
  expect(await sent(other)).toEqual([['b.txt', 'beta']]);
});

test('the status of an upload says the limits of the service that sends it, not those of the window', async () => {
  const { args, drop, state } = watched('Limited');
  const running = run(args('--json', '--limit-rate', '1M'));
  await running.prints(event('scan'));
  const { settings } = pathsIn(state);
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(
    settings,
    JSON.stringify({ preferences: { ...defaultPreferences, bytesPerSecond: 5_000_000 } }),
  );
  holdUploads('PostSourceFile');
  onTestFinished(releaseUploads);
  drop('a', 'alpha');
  await running.prints(event('upload-started'));
  const shown = async () => (await lading(['status', '1', '--state', state])).out;
  const out = await until(shown, (text) => text.includes('uploading'));
  expect(out).toContain('At most 1 MB/s at all times.');
  expect(out).not.toContain('5 MB/s');
});

test('it stops while the platform is asked for the database of a new rule and does not answer', async () => {
  const { name, args, configure, rule } = watched('Unanswered');
  const running = run(args('--json'));
  await running.prints(event('scan'));
  holdUploads('GetDatabase');
  onTestFinished(releaseUploads);
  mkdirSync(join(dir, `${name} other`));
  configure([rule, { ...rule, name: `${name} other`, path: `${name} other` }]);
  running.child.kill('SIGHUP');
  await until(
    () => sandbox.inspect('requests', { limit: 10_000 }),
    (requests) =>
      requests.filter(({ operation, status }) => operation === 'GetDatabase' && status === 503).length > 1,
  );
  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect(stopped.code).toBe(0);
  // Only a minute later would it give up and say so.
  expect(stopped.out).not.toContain('"event":"reloaded"');
  expect(stopped.out).not.toContain('"code":"unreachable"');
});

test('an upload that a rule leaves behind in the config file is named, and a person finishes it', async () => {
  const { name, args, drop, configure, rule: anyHours, state } = watched('Left');
  const schedule = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' };
  const rule = { ...anyHours, schedule };
  configure([rule]);
  const moved = join(dir, `${name} moved`);
  mkdirSync(moved);
  drop('a', 'alpha');
  holdUploads('PostSourceFile');
  onTestFinished(releaseUploads);
  const running = run(args('--json'));
  await running.prints(event('upload-started'));
  await untilRequested('PostSourceFile', name, 1);
  configure([{ ...rule, name: `${name} other`, path: moved }]);
  running.child.kill('SIGHUP');
  await running.prints('is no longer in the config file. Its upload 1 is paused');
  configure([rule]);
  running.child.kill('SIGHUP');
  await running.prints(/"reloaded".*"reloaded"/s);
  configure([{ ...rule, path: moved }]);
  running.child.kill('SIGHUP');
  await running.prints('has another folder now. Its upload 1 from');
  await running.prints(/"reloaded".*"reloaded".*"reloaded"/s);
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  releaseUploads();
  const resumed = await lading(['resume', '1', '--state', state], options());
  expect([resumed.code, await sent(name)]).toEqual([0, [['a', 'alpha']]]);
  // Another rule has the name by now.
  expect(resumed.out).toContain(`the hours of ${name} (2) don't apply to this command`);
});

test('a config that would put receipts or the log among evidence is refused, and the one before still applies', async () => {
  const { name, args, drop, configure, rule } = watched('Outputs');
  const outputs = join(dir, `${name} outputs`);
  const [receipts, log] = [join(outputs, 'receipts'), join(outputs, 'logs', 'watch.log')];
  const running = run(args('--receipts', receipts, '--log-file', log, '--json'));
  const logged = (line: RegExp) =>
    until(
      async () => readFileSync(log, 'utf8'),
      (text) => line.test(text),
    );
  await until(async () => existsSync(log), Boolean);
  await logged(event('scan'));
  for (const folder of ['receipts', 'logs']) {
    configure([rule, { ...rule, name: `${name} ${folder}`, path: join(outputs, folder) }]);
    running.child.kill('SIGHUP');
    await logged(new RegExp(`"code":"output-in-source".*"source":"${join(outputs, folder)}"`));
  }
  configure([{ ...rule, custodianMap: log }]);
  running.child.kill('SIGHUP');
  await logged(/"code":"log-file-is-read"/);
  drop('a', 'alpha');
  expect(await logged(event('receipt'))).not.toMatch(event('reloaded'));
  expect(await sent(name)).toEqual([['a', 'alpha']]);
});

test('after kill -9 amid an upload, a new start sends everything exactly once', async () => {
  const { name, args, drop, status } = watched('Killed');
  for (const file of ['a', 'b', 'c']) drop(file, `content of ${file}`);
  holdUploads();
  onTestFinished(releaseUploads);
  const killed = run(args('--json'));
  // Amid a request that creates something, a kill leaves an empty dataset or source file there.
  await untilRequested('PostSourceFile', name, 3);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(jsonLines((await status()).out)[0]).toMatchObject({ health: 'not-running', state: 'running' });
  drop('d', 'content of d');
  releaseUploads();
  const once = await run(args('--once', '--json')).ended;
  expect([once.code, once.err]).toEqual([0, '']);
  expect(await sent(name)).toEqual(['a', 'b', 'c', 'd'].map((file) => [file, `content of ${file}`]));
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

describe.each([
  // Ends as a signal ends a process that has no handler yet.
  [
    'before the command can act on it',
    "if (/start.js$/.test(process.argv[1])) { process.kill(process.pid, 'SIGTERM'); await new Promise(() => setInterval(() => {}, 1000)); }",
  ],
  [
    'while its bundle is looked for',
    "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const { statSync } = fs; fs.statSync = (...args) => { fs.statSync = statSync; syncBuiltinESMExports(); process.kill(process.pid, 'SIGTERM'); return statSync(...args); }; syncBuiltinESMExports();",
  ],
])('a signal to the process group %s', (when, source) => {
  test.each([
    [0, ['watch', '--config', 'watch.json']],
    [5, ['watch', '--config', 'watch.json', '--once']],
    [5, ['watch', '--config', 'watch.json', '--check']],
    [5, ['watch', '--status']],
    [5, ['upload', '.']],
  ])('exits with %d: lading %j', async (exitCode, args) => {
    const early = join(dir, `${when}.mjs`);
    writeFileSync(early, source);
    const env = { ...options().env, NODE_OPTIONS: `--import ${pathToFileURL(early).href}` };
    expect((await start(args, { env, script: binEntry }).ended).code).toBe(exitCode);
  });
});

test('a signal while an upload is still loading leaves nothing to resume', async () => {
  const early = join(dir, 'loading.mjs');
  const kills = "setImmediate(() => process.kill(process.pid, 'SIGTERM'))";
  writeFileSync(
    early,
    `if (/start.js$/.test(process.argv[1])) { const send = process.send.bind(process); process.send = (message) => send(message, () => ${kills}); }`,
  );
  const env = { ...options().env, NODE_OPTIONS: `--import ${pathToFileURL(early).href}` };
  expect((await start(['upload', '.'], { env, script: binEntry }).ended).code).toBe(5);
});

test('an upload that ends during a stop is in the log, each line of which has its time', async () => {
  const { name, args, drop } = watched('Stopping');
  // Its only part takes four seconds.
  drop('a', 'x'.repeat(2_000_000));
  const running = run(args('--limit-rate', '500k'));
  await untilRequested('PutPart', name, 1);
  running.child.kill('SIGTERM');
  const stopped = await running.ended;
  expect([stopped.code, stopped.err]).toEqual([0, '']);
  expect(stopped.out).toContain(`${name}: upload 1 finished`);
  for (const line of stopped.out.trim().split('\n')) expect(line).toMatch(/^20\d\d-\d\d-\d\d /);
});

test('a status that may not be read is an error, not a service that is not running', async () => {
  const { state, status } = watched('Unreadable');
  openDataFolder(state);
  mkdirSync(join(state, 'watch-status.json'));
  expect(jsonLines((await status()).out)).toMatchObject([{ event: 'error', code: 'not-a-file' }]);
  rmSync(join(state, 'watch-status.json'), { recursive: true });
  writeFileSync(join(state, 'watch-status.json'), '{ "format": 99 }');
  expect(jsonLines((await status()).out)).toMatchObject([{ event: 'error', code: 'status-unknown' }]);
});

test('a refused key is said loudly, waited for, and taken from the key file when it is there', async () => {
  const { name, args, drop, state, status, configure, rule } = watched('Key');
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
  // The key before isn't used any longer, also by a rule that is new.
  writeFileSync(keyFile, sandbox.keys.revoked, { mode: 0o600 });
  running.child.kill('SIGHUP');
  await until(status, ({ code }) => code === 4);
  expect(named({ ...(await status()) }, 'watch-status')).toMatchObject([
    { health: 'key-refused', waitingFor: { kind: 'key' }, rules: [{ waitingFor: { kind: 'key' } }] },
  ]);
  configure([{ ...rule, quietSeconds: 2 }]);
  drop('c', 'gamma');
  await until(status, ({ out }) => out.includes('"settled":1'));
  await delay(3_000);
  expect((await sent(name)).map(([file]) => file)).toEqual(['a', 'b']);
  writeFileSync(keyFile, databaseAdmin, { mode: 0o600 });
  await running.prints(/"event":"upload-finished"[^\n]*"upload":3/);
  expect((await status()).code).toBe(0);
  running.child.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(out.match(/"code":"watch-key-refused"/g)).toHaveLength(3);
  expect(out).not.toContain(sandbox.keys.revoked);
  expect((await sent(name)).map(([file]) => file)).toEqual(['a', 'b', 'c']);
  const receipt = await lading(['receipt', '2', '--state', state]);
  expect(receipt.out).toContain(`"keyId":"${keyId}"`);
});
