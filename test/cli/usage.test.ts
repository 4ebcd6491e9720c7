import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { invalidCustodians } from '../../main/cli/options/custodians.ts';
import { invalidLimits } from '../../main/cli/options/limits.ts';
import { invalidValues } from '../../main/cli/options/values.ts';
import { type CliError, errorText } from '../../main/cli/words/errors.ts';
import { plan } from '../../main/cli/words/plan.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { binEntry, jsonLines, lading as ladingProcess } from './command.ts';
import { lading } from './in-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-usage-'));
const state = join(dir, 'state');
beforeAll(() => {
  writeFileSync(join(dir, 'a.txt'), 'a');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Linux says that a folder there is missing, whatever one makes. */
const unmakeable = process.platform === 'linux' ? '/proc/1/nope' : join(dir, 'a.txt', 'nope');

const says = (error: CliError) => errorText(error);
const malformed = 'prefix-only-and-then-9f8e7d6c5b4a';
const valid = 'sandbox.ab12cd34.0123456789abcdefghijklmnopqrstuvwxyz0123456';
const upload = (...more: string[]) => ['upload', 'a.txt', '--state', state, '--dataset', 'D', ...more];
const toDatabase = upload('--database', '1', '--server', 'http://127.0.0.1:9');

describe('an error is one line, with exit code 1', () => {
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>, string | RegExp]>([
    ['an unknown command', ['uplod'], {}, /unknown command 'uplod' \(Did you mean upload\?\)/],
    ['an unknown option', ['status', '--all'], {}, /unknown option '--all'/],
    ['no database', upload(), {}, /--database <id-or-name>' not specified/],
    ['a database that is 0', upload('--database', '0'), {}, invalidValues.wholeNumber],
    ['a database without a name', upload('--database', ''), {}, invalidValues.empty],
    ['no dataset', ['upload', 'a.txt', '--database', '1'], {}, says({ code: 'dataset-missing' })],
    ['two datasets', upload('--database', '1', '--dataset-id', '2'), {}, says({ code: 'dataset-ambiguous' })],
    [
      'nothing to upload',
      ['upload', '--database', '1', '--dataset', 'D'],
      {},
      says({ code: 'sources-missing' }),
    ],
    ['no server', upload('--database', '1'), {}, says(failure('server-url-missing').failure)],
    ['no key', toDatabase, {}, says(failure('key-missing').failure)],
    ['a malformed key', toDatabase, { LADING_API_KEY: malformed }, /key/i],
    [
      'http to another computer',
      upload('--database', '1', '--server', 'http://review.example.com'),
      { LADING_API_KEY: valid },
      /https/,
    ],
    [
      'a server that is not an address',
      upload('--database', '1', '--server', 'review'),
      { LADING_API_KEY: valid },
      /address/,
    ],
    ['an invalid rate', [...toDatabase, '--limit-rate', 'fast'], {}, invalidLimits.byteRate],
    ['invalid hours', [...toDatabase, '--hours', '8-18'], {}, invalidLimits.hours],
    ['hours of no day', [...toDatabase, '--hours', 'mon-xyz 20:00-06:00'], {}, invalidLimits.hours],
    ['an invalid custodian rule', [...toDatabase, '--custodian-by', 'folder:0'], {}, invalidCustodians.rule],
    ['an empty pattern', [...toDatabase, '--exclude', ''], {}, invalidValues.empty],
    [
      'a second password file',
      [...toDatabase, '--password-file', 'a', '--password-file', 'b'],
      {},
      invalidValues.twice,
    ],
    ['a second size limit', [...toDatabase, '--max-size', '1M', '--max-size', '2M'], {}, invalidValues.twice],
    [
      'sizes that no file has',
      [...toDatabase, '--min-size', '2M', '--max-size', '1M'],
      {},
      says({ code: 'range-empty', from: '--min-size', to: '--max-size' }),
    ],
    [
      'days that no file is from',
      [...toDatabase, '--modified-from', '2026-02-01', '--modified-to', '2026-01-31'],
      {},
      says({ code: 'range-empty', from: '--modified-from', to: '--modified-to' }),
    ],
    [
      'passwords for files that are not checked',
      [...toDatabase, '--no-preflight', '--password-file', 'a.txt'],
      {},
      /'--no-preflight' cannot be used with option '--password-file <file>'/,
    ],
    [
      'a missing settings file',
      [...toDatabase, '--settings', 'no.json'],
      {},
      says({ code: 'file-missing', file: 'settings', path: 'no.json' }),
    ],
    [
      'a missing password file',
      [...toDatabase, '--password-file', 'no.txt'],
      {},
      says({ code: 'file-missing', file: 'passwords', path: 'no.txt' }),
    ],
    [
      'settings for an existing dataset',
      ['upload', 'a.txt', '--database', '1', '--dataset-id', '2', '--settings', 'a.txt'],
      {},
      says({ code: 'option-for-new-dataset', option: '--settings' }),
    ],
    ['an unknown upload', ['status', '7', '--state', 'none'], {}, /no upload 7/],
    ['a receipt of an unknown upload', ['receipt', '7', '--state', 'none'], {}, /no upload 7/],
    ['a missing receipt', ['verify', 'no-receipt.json'], {}, /no-receipt\.json/],
    ['a file that is not a receipt', ['verify', 'a.txt'], {}, /receipt/],
    [
      'a folder of somebody else’s as state folder',
      ['status', '--state', '.'],
      {},
      /isn't Lading's data folder/,
    ],
    ['a state folder that is a file', ['resume', '--state', 'a.txt'], {}, /a\.txt/],
    ['a state folder that can not be made', ['resume', '--state', unmakeable], {}, unmakeable],
    ['one deeper down', ['resume', '--state', join(unmakeable, 'x/y')], {}, 'nope'],
  ])('%s', async (_what, args, env, message) => {
    const { code, out, err } = await lading(args, { env, cwd: dir });
    if (typeof message === 'string') expect(err).toContain(message);
    else expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  test.each<readonly [string, readonly string[]]>([
    ['path', ['upload', '', '--database', '1', '--dataset', 'D']],
    ['path', ['upload', 'a.txt', ' ', '--database', '1', '--dataset', 'D']],
    ['--state', ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--state', '']],
    ['--settings', ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--settings', '']],
    ['--password-file', ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--password-file', '']],
    ['--description', ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--description', '']],
    ['--out', ['receipt', '1', '--out', '']],
    ['receipt', ['verify', '']],
    ['--against', ['verify', 'a.txt', '--against', '']],
    ['--data', ['sandbox', '--data', '']],
    ['--faults', ['sandbox', '--faults', '']],
    ['--keep', ['demo', '--keep', '']],
  ])('an empty %s, as an unset variable gives it, is refused by name: %j', async (name, args) => {
    const { code, out, err } = await lading(args, { cwd: dir, env: { LADING_API_KEY: valid } });
    expect(err).toMatch(new RegExp(`^error: .*'(.* )?${name}( .*)?'.* ${invalidValues.empty}\n$`));
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  it('is one JSON object with --json', async () => {
    const { code, out, err } = await lading([...toDatabase, '--json'], { cwd: dir });
    expect(jsonLines(out)).toEqual([
      {
        event: 'error',
        at: expect.any(String),
        code: 'key-missing',
        message: says(failure('key-missing').failure),
      },
    ]);
    expect(err).toBe('');
    expect(code).toBe(1);
    const usage = await lading(['upload', '--json'], { cwd: dir });
    expect(jsonLines(usage.out)).toMatchObject([{ event: 'error', code: 'command-line' }]);
    expect(usage.code).toBe(1);
  });
});

describe('a secret is never printed', () => {
  const secret = '9f8e7d6c5b4a';
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    ['malformed in the environment', toDatabase, { LADING_API_KEY: malformed }],
    ['as the value of an unknown option', ['upload', `--key=${malformed}`], {}],
    ['in place of a command', [malformed], { LADING_API_KEY: malformed }],
    ['in the query of an invalid link', [...toDatabase, '--link', `ftp://h/x?sig=${secret}`], {}],
  ])('%s', async (_what, args, env) => {
    const { code, out, err } = await lading(args, { env, cwd: dir });
    expect(out + err).not.toContain(secret);
    expect(code).toBe(1);
  });

  it('a key file that others can read is used, with a warning', async () => {
    const path = join(dir, 'key');
    writeFileSync(path, malformed, { mode: 0o644 });
    const { err } = await lading([...toDatabase, '--key-file', path], { cwd: dir });
    expect(err).toMatch(/^warning: .*chmod 600/m);
    expect(err).not.toContain(secret);
  });
});

it('a missing path is named before the platform is contacted', async () => {
  const { code, err } = await lading(
    ['upload', 'gone.pst', '--database', '1', '--dataset', 'D', '--dry-run', '--state', state],
    { cwd: dir },
  );
  expect(err).toMatch(/gone\.pst/);
  expect(code).toBe(1);
});

it('a dry run without server and key prints the plan and saves nothing', async () => {
  const untouched = join(dir, 'untouched');
  const { code, out } = await lading(
    ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--dry-run', '--state', untouched],
    { cwd: dir },
  );
  expect(out).toContain(plan.total({ items: 1, bytes: 1 }, 1));
  expect(out).toContain(words.dryRun.done('unconnected'));
  expect(code).toBe(0);
  expect(existsSync(untouched)).toBe(false);
});

it('help lists the commands and the exit codes', async () => {
  const { code, out } = await lading(['--help']);
  const listed = [...out.matchAll(/^ {2}([a-z-]+) +(?:\[|<|[A-Z])/gm)].map((match) => match[1]);
  expect(listed).toEqual([
    'upload',
    'resume',
    'pause',
    'cancel',
    'status',
    'watch',
    'databases',
    'directory',
    'api',
    'receipt',
    'verify',
    'signing-key',
    'sandbox',
    'demo',
    'completion',
    'help',
  ]);
  expect(out).toMatch(/Exit codes:(\n {2}\d {2}.+){6}\n/);
  expect(code).toBe(0);
});

it('bin.js runs it with the bundled Node, whichever Node starts bin.js', async () => {
  const { code, out } = await ladingProcess(['--version'], { script: binEntry });
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(code).toBe(0);
  expect((await ladingProcess(['uplod'], { script: binEntry })).code).toBe(1);
});

it('bin.js keeps the memory for short-lived objects and for optimizing small', async () => {
  const print = 'data:text/javascript,process.stderr.write(JSON.stringify(process.execArgv))';
  const env = { NODE_OPTIONS: `--import=${print}` };
  const { err } = await ladingProcess(['--version'], { script: binEntry, env });
  expect(err).toContain('["--max-semi-space-size=2","--wasm-tiering-budget=100000000"]');
});

it('without uploads there is nothing to list or resume', async () => {
  const empty = join(dir, 'empty');
  expect(await lading(['status', '--state', empty])).toEqual({
    code: 0,
    out: `${words.status.none}\n`,
    err: '',
  });
  expect(existsSync(empty)).toBe(false);
  // A script must not take it for an upload that finished.
  const resumed = await lading(['resume', '--state', empty]);
  expect(resumed).toMatchObject({ code: 1, out: '' });
  expect(resumed.err).toContain(`${empty} has no upload`);
});
