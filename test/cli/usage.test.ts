import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { binEntry, jsonLines, lading } from './command.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-usage-'));
const state = join(dir, 'state');
beforeAll(() => {
  writeFileSync(join(dir, 'a.txt'), 'a');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const malformed = 'prefix-only-and-then-9f8e7d6c5b4a';
const valid = 'sandbox.ab12cd34.0123456789abcdefghijklmnopqrstuvwxyz0123456';
const upload = (...more: string[]) => ['upload', 'a.txt', '--state', state, '--dataset', 'D', ...more];
const toDatabase = upload('--database', '1', '--server', 'http://127.0.0.1:9');

describe('what is wrong is said in one sentence, with exit code 1', () => {
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['an unknown command', ['uplod'], {}, /unknown command 'uplod' \(Did you mean upload\?\)/],
    ['an unknown option', ['status', '--all'], {}, /unknown option '--all'/],
    ['no database', upload(), {}, /--database <id>' not specified/],
    ['a database that is no number', upload('--database', 'x'), {}, /whole number/],
    ['no dataset', ['upload', 'a.txt', '--database', '1'], {}, /--dataset NAME.*--dataset-id ID/],
    ['two datasets', upload('--database', '1', '--dataset-id', '2'), {}, /not both/],
    ['nothing to upload', ['upload', '--database', '1', '--dataset', 'D'], {}, /Nothing to upload/],
    ['no server', upload('--database', '1'), {}, /--server URL.*LADING_SERVER/],
    ['no key', toDatabase, {}, /LADING_API_KEY.*--key-file/],
    ['a malformed key', toDatabase, { LADING_API_KEY: malformed }, /key/i],
    [
      'http to another computer',
      upload('--database', '1', '--server', 'http://review.example.com'),
      { LADING_API_KEY: valid },
      /https/,
    ],
    [
      'a server that is no address',
      upload('--database', '1', '--server', 'review'),
      { LADING_API_KEY: valid },
      /address/,
    ],
    ['a rate that is none', [...toDatabase, '--limit-rate', 'fast'], {}, /50M/],
    ['a custodian rule that is none', [...toDatabase, '--custodian-by', 'folder:0'], {}, /folder:1/],
    [
      'settings that are missing',
      [...toDatabase, '--settings', 'no.json'],
      {},
      /no settings file at no\.json/,
    ],
    [
      'a password file that is missing',
      [...toDatabase, '--password-file', 'no.txt'],
      {},
      /no password file at no\.txt/,
    ],
    [
      'settings for a dataset that exists',
      ['upload', 'a.txt', '--database', '1', '--dataset-id', '2', '--settings', 'a.txt'],
      {},
      /new dataset/,
    ],
    ['an upload nobody knows', ['status', '7', '--state', '.'], {}, /no upload 7/],
    ['a receipt of an upload nobody knows', ['receipt', '7', '--state', '.'], {}, /no upload 7/],
    ['a receipt that is missing', ['verify', 'no-receipt.json'], {}, /no-receipt\.json/],
    ['a receipt that is none', ['verify', 'a.txt'], {}, /receipt/],
    ['a state folder that is a file', ['resume', '--state', 'a.txt'], {}, /a\.txt/],
  ])('%s', async (_what, args, env, message) => {
    const { code, out, err } = await lading(args, { env, cwd: dir });
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  it('is one JSON object with --json', async () => {
    const { code, out, err } = await lading([...toDatabase, '--json'], { cwd: dir });
    expect(jsonLines(out)).toEqual([{ event: 'error', code: 'key-missing', message: expect.any(String) }]);
    expect(err).toBe('');
    expect(code).toBe(1);
    const usage = await lading(['upload', '--json'], { cwd: dir });
    expect(jsonLines(usage.out)).toMatchObject([{ event: 'error', code: 'bad-input' }]);
    expect(usage.code).toBe(1);
  });
});

describe('a key never comes back', () => {
  const secret = '9f8e7d6c5b4a';
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    ['malformed in the environment', toDatabase, { LADING_API_KEY: malformed }],
    ['given as an option that does not exist', ['upload', `--key=${malformed}`], {}],
    ['put where a command belongs', [malformed], { LADING_API_KEY: malformed }],
    ['in the query of a link that is none', [...toDatabase, '--link', `ftp://h/x?sig=${secret}`], {}],
  ])('%s', async (_what, args, env) => {
    const { code, out, err } = await lading(args, { env, cwd: dir });
    expect(out + err).not.toContain(secret);
    expect(code).toBe(1);
  });

  it('from a file that others can read it is used, with a warning', async () => {
    const path = join(dir, 'key');
    writeFileSync(path, malformed, { mode: 0o644 });
    const { err } = await lading([...toDatabase, '--key-file', path], { cwd: dir });
    expect(err).toMatch(/^warning: .*chmod 600/m);
    expect(err).not.toContain(secret);
  });
});

it('a path that is missing is named before anything is asked', async () => {
  const { code, err } = await lading(
    ['upload', 'gone.pst', '--database', '1', '--dataset', 'D', '--dry-run', '--state', state],
    { cwd: dir },
  );
  expect(err).toMatch(/gone\.pst/);
  expect(code).toBe(1);
});

it('a dry run without server and key tells the plan and keeps nothing', async () => {
  const untouched = join(dir, 'untouched');
  const { code, out } = await lading(
    ['upload', 'a.txt', '--database', '1', '--dataset', 'D', '--dry-run', '--state', untouched],
    { cwd: dir },
  );
  expect(out).toMatch(/To send: 1 file, 1 B, in 1 part/);
  expect(out).toMatch(/nothing was sent/);
  expect(code).toBe(0);
  expect(existsSync(untouched)).toBe(false);
});

it('help names the commands that there are, and the exit codes', async () => {
  const { code, out } = await lading(['--help']);
  const listed = [...out.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map((match) => match[1]);
  expect(listed).toEqual(['upload', 'resume', 'status', 'receipt', 'verify', 'sandbox', 'demo', 'help']);
  expect(out).toMatch(/Exit codes: 0 all sent/);
  expect(code).toBe(0);
});

it('is run by bin.js with the Node that ships, whatever Node starts it', async () => {
  const { code, out } = await lading(['--version'], { script: binEntry });
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(code).toBe(0);
  expect((await lading(['uplod'], { script: binEntry })).code).toBe(1);
});

it('with no uploads there is nothing to tell and nothing to resume', async () => {
  const empty = join(dir, 'empty');
  expect(await lading(['status', '--state', empty])).toEqual({ code: 0, out: 'No uploads yet.\n', err: '' });
  expect(existsSync(empty)).toBe(false);
  expect(await lading(['resume', '--state', empty])).toMatchObject({ code: 0, err: '' });
});
