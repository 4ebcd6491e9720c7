/** Where the command line writes, and that it never writes to a source. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { canMount, mounts } from '../fixtures/mounts.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'lading-written-')));
const evidence = join(dir, 'evidence');
const single = join(dir, 'single.pst');
/** The default one where XDG_STATE_HOME is `dir`: the demo takes no --state. */
const state = join(dir, 'lading');
const out = join(dir, 'out');
let sandbox: Sandbox;
let before: unknown;

beforeAll(async () => {
  mkdirSync(join(evidence, 'mail'), { recursive: true });
  mkdirSync(out);
  writeFileSync(join(evidence, 'mail', 'a.eml'), 'evidence');
  writeFileSync(single, 'evidence');
  symlinkSync(join(evidence, 'mail'), join(out, 'link'));
  before = evidenceNow();
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  const sent = await upload(state, evidence, single);
  expect([sent.code, sent.err]).toEqual([0, '']);
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});
afterEach(() => expect(evidenceNow()).toEqual(before));

function upload(stateDir: string, ...sources: readonly string[]) {
  const env = { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url };
  const to = ['--database', String(sandbox.databaseId), '--dataset', 'D', '--state', stateDir];
  return lading(['upload', ...sources, ...to], { env });
}

const receipt = (path: string, ...options: readonly string[]) =>
  lading(['receipt', '1', '--state', state, '--out', path, ...options]);

/** Names, contents and times of everything in the sources. */
function evidenceNow() {
  const names = readdirSync(evidence, { recursive: true }).map(String).sort();
  const paths = [evidence, ...names.map((name) => join(evidence, name)), single];
  return paths.map((path) => {
    const found = statSync(path);
    return [path, found.mtimeMs, found.isFile() ? readFileSync(path, 'utf8') : null];
  });
}

describe('a receipt', () => {
  it.each([
    ['in the source', join(evidence, 'r.json'), evidence],
    ['in a folder of the source', join(evidence, 'mail', 'r.csv'), evidence],
    ['through a link into the source', join(out, 'link', 'r.json'), evidence],
  ])('is never written %s', async (_, path, source) => {
    for (const force of [[], ['--force']]) {
      const { code, err } = await receipt(path, ...force);
      expect(code).toBe(1);
      expect(err).toContain(failureText({ code: 'output-in-source', path, source, same: false }));
    }
  });

  it('never replaces a chosen file, not even with --force', async () => {
    const { code, err } = await receipt(single, '--force');
    expect(code).toBe(1);
    expect(err).toContain(
      failureText({ code: 'output-in-source', path: single, source: single, same: true }),
    );
  });

  it('replaces no file without --force, and not what a link leads to with it', async () => {
    const other = join(out, 'other.txt');
    const path = join(out, 'r.json');
    symlinkSync(other, path);
    const refused = await receipt(path);
    expect([refused.code, refused.err.includes('--force')]).toEqual([1, true]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect((await receipt(path, '--force')).code).toBe(0);
    expect(existsSync(other)).toBe(false);
    expect(lstatSync(path).isFile()).toBe(true);
  });
});

describe('a list that an upload writes', () => {
  it.each([
    ['--findings', []],
    ['--locked-list', []],
    ['--findings', ['--dry-run']],
    ['--locked-list', ['--dry-run']],
  ])('is never in its source: %s %j, and no upload is created', async (option, more) => {
    const [path, own] = [join(evidence, 'list.csv'), join(dir, 'unused')];
    const { code, err } = await upload(own, evidence, option, path, ...more);
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'output-in-source', path, source: evidence, same: false }));
    expect(existsSync(own)).toBe(false);
  });
});

describe('beside a watched folder, nothing is written', () => {
  const inbox = join(dir, 'inbox');
  const config = join(dir, 'watch.json');
  const map = join(dir, 'custodians.csv');
  const rule = { path: inbox, database: 1, dataset: 'D', settleSeconds: 1, custodianMap: map };
  beforeAll(() => mkdirSync(inbox));

  function watch(stateDir: string, ...more: readonly string[]) {
    writeFileSync(config, JSON.stringify({ watch: [rule] }));
    const env = { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url };
    return lading(['watch', '--once', '--config', config, '--state', stateDir, ...more], { env });
  }

  it.each([
    ['a log', '--log-file', join(evidence, 'new', 'watch.log'), evidence],
    ['a log, through a link,', '--log-file', join(out, 'link', 'watch.log'), evidence],
    ['a log', '--log-file', single, single],
    ['receipts', '--receipts', join(evidence, 'new'), evidence],
  ])('to the source of an earlier upload: %s', async (_, option, path, source) => {
    const { code, out: printed, err } = await watch(state, option, path);
    expect([code, printed]).toEqual([1, '']);
    expect(err).toContain(failureText({ code: 'output-in-source', path, source, same: path === source }));
  });

  it('to the source of an earlier upload: a log that is full, or where the config file has a mistake', async () => {
    const full = join(dir, 'full');
    writeFileSync(`${full}.old`, '');
    expect((await upload(state, `${full}.old`)).code).toBe(0);
    const refused = await watch(state, '--log-file', full);
    const same = { path: `${full}.old`, source: `${full}.old`, same: true };
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(failureText({ code: 'output-in-source', ...same })),
    ]);
    const wrong = ['watch', '--config', join(dir, 'none.json'), '--log-file', join(evidence, 'log')];
    expect((await lading([...wrong, '--state', state])).err).toContain("Can't write");
  });

  it('to the watched folder: the data folder', async () => {
    const path = join(inbox, 'state');
    const { code, err } = await watch(path);
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'output-in-source', path, source: inbox, same: false }));
    expect(readdirSync(inbox)).toEqual([]);
  });

  it.each([config, map, join(dir, 'key')])(
    'to what it reads, not even where it is missing: %s',
    async (path) => {
      rmSync(path, { force: true });
      const { code, err } = await watch(state, '--log-file', path, '--key-file', join(dir, 'key'));
      expect([code, err]).toEqual([1, expect.stringContaining(`Can't use ${path} for the log`)]);
      expect(existsSync(path)).toBe(path === config);
    },
  );

  it.each([
    ['--log-file', 'lading.db'],
    ['--log-file', join('logs', 'watch.log')],
    ['--receipts', 'lading-requests'],
  ])('to what Lading keeps in a data folder, a new one either: %s %s', async (option, name) => {
    for (const stateDir of [state, mkdtempSync(join(dir, 'new-'))]) {
      const path = join(stateDir, name);
      const before = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
      const { code, err } = await watch(stateDir, option, path);
      expect(code).toBe(1);
      expect(err).toContain(failureText({ code: 'write-failed', path, reason: 'own-file', errno: 'EEXIST' }));
      expect(existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null).toEqual(before);
    }
  });
});

it('two lists of an upload never have one name, and no upload is created', async () => {
  const [path, own] = [join(dir, 'lists.csv'), join(dir, 'unused')];
  const { code, err } = await upload(own, evidence, '--findings', path, '--locked-list', path);
  expect(code).toBe(1);
  expect(err).toContain(failureText({ code: 'write-failed', path, reason: 'named-twice', errno: 'EEXIST' }));
  expect([existsSync(own), existsSync(path)]).toEqual([false, false]);
});

describe('Lading’s own folder', () => {
  it('is never made inside a source that is uploaded', async () => {
    const inside = join(evidence, 'state');
    const { code, err } = await upload(inside, evidence);
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'state-in-source', path: inside, source: evidence }));
    const throughLink = await upload(join(out, 'link', 'state'), evidence);
    expect([throughLink.code, throughLink.err.includes(evidence)]).toEqual([1, true]);
    expect((await upload(inside, evidence, '--dry-run')).code).toBe(1);
  });

  it('is not uploaded with the folder that contains it', async () => {
    const { code, err } = await upload(state, dir);
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'state-in-source', path: state, source: dir }));
  });

  it.each([
    ['the sandbox', ['sandbox', '--port', '0', '--state', state, '--data']],
    ['the demo', ['demo', '--keep']],
  ])('of %s is never made inside a source', async (_, command) => {
    const path = join(evidence, 'data');
    const { code, err } = await lading([...command, path], { env: { XDG_STATE_HOME: dir } });
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'output-in-source', path, source: evidence, same: false }));
  });
});

describe('Lading’s own files behind a link', () => {
  const own = join(dir, 'own');
  afterEach(() => rmSync(own, { recursive: true, force: true }));

  it.each([
    ['a followed link to the data folder', ['--follow-symlinks'], ['old']],
    ['hard links of its files', [], ['key', 'store', 'window/state']],
  ])('%s: they are skipped and named, and the rest is sent', async (_, options, expected) => {
    const source = mkdtempSync(join(dir, 'linked-'));
    writeFileSync(join(source, 'a.txt'), 'evidence');
    // Makes the key.
    expect((await upload(own, source)).code).toBe(0);
    expect(
      (await lading(['receipt', '1', '--state', own, '--out', join(out, 'own.json'), '--force'])).code,
    ).toBe(0);
    if (expected[0] === 'old') symlinkSync(own, join(source, 'old'));
    else {
      mkdirSync(join(own, 'window'));
      mkdirSync(join(source, 'window'));
      writeFileSync(join(own, 'window', 'state'), '{}');
      linkSync(join(own, 'signing-key.pem'), join(source, 'key'));
      linkSync(join(own, 'lading.db'), join(source, 'store'));
      linkSync(join(own, 'window', 'state'), join(source, 'window', 'state'));
    }
    const again = await upload(own, source, '--json', ...options);
    expect(again.code).toBe(0);
    const done = jsonLines(again.out).at(-1);
    expect(done).toMatchObject({ event: 'done', items: 1, skipped: expected.length });
    const { out: dry } = await upload(own, source, '--dry-run', '--json', ...options);
    const problems = jsonLines(dry).flatMap(({ event, path, reason }) =>
      event === 'problem' ? [{ path, reason }] : [],
    );
    expect(problems).toEqual(
      expected.map((path) => ({ path, reason: expect.objectContaining({ code: 'lading-file' }) })),
    );
    rmSync(source, { recursive: true });
  });

  it.runIf(canMount)('mounted in a source: they are skipped and named, and the rest is sent', async () => {
    const source = mkdtempSync(join(dir, 'mounted-'));
    writeFileSync(join(source, 'a.txt'), 'evidence');
    expect((await upload(own, source)).code).toBe(0);
    expect(
      (await lading(['receipt', '1', '--state', own, '--out', join(out, 'own.json'), '--force'])).code,
    ).toBe(0);
    mkdirSync(join(source, 'old'));
    mkdirSync(join(own, 'window'));
    writeFileSync(join(source, 'key'), '');
    expect(mounts(join(own, 'window'), join(source, 'old'))).toBe(true);
    expect(mounts(join(own, 'signing-key.pem'), join(source, 'key'))).toBe(true);
    const again = await upload(own, source, '--json');
    expect(jsonLines(again.out).at(-1)).toMatchObject({ event: 'done', items: 1, skipped: 2 });
  });

  it.runIf(canMount)('mounted in a source as a whole: the upload is refused', async () => {
    const source = mkdtempSync(join(dir, 'mounted-'));
    const at = join(source, 'old', 'deep');
    mkdirSync(at, { recursive: true });
    mkdirSync(own);
    expect(mounts(own, at)).toBe(true);
    const { code, err } = await upload(own, source);
    expect(code).toBe(1);
    expect(err).toContain(failureText({ code: 'state-in-source', path: own, source }));
    expect(readdirSync(own)).toEqual([]);
  });
});

it.each([
  'lading.db',
  'signing-key.pem',
  '.lading-folder',
  join('sandbox', 'x.json'),
  join('logs', 'x.json'),
])('nothing that Lading keeps in a data folder is replaced: %s', async (name) => {
  const path = join(state, name);
  mkdirSync(join(state, name, '..'), { recursive: true });
  const kept = existsSync(path) ? readFileSync(path) : null;
  const text = failureText({ code: 'write-failed', path, reason: 'own-file', errno: 'EEXIST' });
  for (const ran of [
    await receipt(path, '--force'),
    await lading(
      [
        'upload',
        evidence,
        '--dry-run',
        '--state',
        state,
        '--findings',
        path,
        ...['--database', String(sandbox.databaseId), '--dataset', 'D'],
      ],
      { env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url } },
    ),
  ]) {
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain(text);
  }
  expect(existsSync(path) ? readFileSync(path) : null).toEqual(kept);
});
