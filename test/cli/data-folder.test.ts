/** No command touches what isn't Lading's: in a folder of somebody else's, and beside Lading's own files. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContext } from '../../main/cli/main.ts';
import { buildProgram } from '../../main/cli/program.ts';
import { requestControl } from '../../main/engine/index.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { startProblems } from '../../main/sandbox/words.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { contentOf } from '../fixtures/folder-content.ts';
import { unwrap } from '../fixtures/result.ts';
import { start } from './command.ts';
import { lading } from './in-process.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'lading-folders-')));
const evidence = join(dir, 'evidence');
const config = join(dir, 'watch.json');
const csv = join(dir, 'people.csv');
const receipt = join(dir, 'receipt.json');
let sandbox: Sandbox;
let folders = 0;
/** A folder that isn't Lading's, new for each test. */
let foreign = '';

beforeAll(async () => {
  mkdirSync(evidence);
  writeFileSync(join(evidence, 'a.txt'), 'evidence');
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  const database = sandbox.databaseId;
  writeFileSync(
    config,
    JSON.stringify({
      watch: [{ path: evidence, database, dataset: 'Watched', settleSeconds: 1, quietSeconds: 1 }],
    }),
  );
  writeFileSync(csv, 'First Name,Last Name,Email\nAnn,Lee,ann@firm.example\n');
  writeFileSync(receipt, '{}');
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  folders += 1;
  foreign = join(dir, `case-${folders}`);
  fill(foreign, foreignFiles);
});

const report = 'crash-2026-01-02T03-04-05-678Z-99.txt';
const request = '{"action":"cancel","uploadId":1}';
/** What people keep, some of it under names that Lading uses, too. */
const besideLading: Readonly<Record<string, string>> = {
  'letter.docx': 'Dear Sir',
  'lading.db.bak': 'copy',
  'requests/first-request.pdf': 'Request for production',
  'requests/1.json': request,
  'requests/01234567-89ab-4cde-8f01-23456789abcd.json': request,
  'requests/sub/deep.txt': 'deep',
  'lading-requests/1.json': request,
  'logs/server.log': 'log',
  'window/floor-plan.pdf': 'plan',
  'backups/lading.db': 'copy',
  'files/400001': 'file',
  'parts/1/1.0123456789ab': 'part',
  'temporary/0123456789abcdef0123456789abcdef': 'draft',
  'state/notes.txt': 'notes',
  'receipts/receipt-1.json': 'receipt',
};
const foreignFiles: Readonly<Record<string, string>> = {
  ...besideLading,
  'engine.lock': 'locked',
  'signing-key.pem': 'key',
  'watch-status.json': '{}',
  'receipt-1.json': 'receipt',
  'secrets.json': '{}',
  [report]: 'crash',
  [`lading-requests/request-01234567-89ab-4cde-8f01-23456789abcd.json`]: request,
  'logs/lading.log': 'log',
  'window/settings.json': '{}',
  'sandbox/files/400001': 'file',
};

function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  }
  if (files === besideLading) return;
  for (const name of ['lading.db', 'sandbox.db', 'sandbox/sandbox.db']) {
    const db = new Sqlite(join(folder, name));
    db.exec('CREATE TABLE uploads (id INTEGER PRIMARY KEY)');
    db.close();
  }
  chmodSync(folder, 0o755);
}

const connected = () => ({ LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url });
const uploadOf = (path: string) => [
  'upload',
  path,
  '--database',
  String(sandbox.databaseId),
  '--dataset',
  'D',
];

/** Each command in every way that may read or write its data folder. */
const uses: Readonly<Record<string, readonly (() => readonly string[])[]>> = {
  upload: [
    () => uploadOf(evidence),
    () => uploadOf(join(foreign, 'requests')),
    () => [...uploadOf(evidence), '--dry-run'],
  ],
  resume: [() => ['resume'], () => ['resume', '1', '--retry-failed']],
  pause: [() => ['pause'], () => ['pause', '1']],
  cancel: [() => ['cancel', '1', '--yes']],
  status: [() => ['status'], () => ['status', '1']],
  watch: [
    () => ['watch', '--config', config, '--check'],
    () => ['watch', '--config', config, '--once'],
    () => [
      ...['watch', '--config', config, '--once', '--receipts', join(foreign, 'receipts')],
      ...['--log-file', join(foreign, 'logs', 'lading.log')],
    ],
    () => ['watch', '--status'],
  ],
  databases: [() => ['databases']],
  receipt: [() => ['receipt', '1'], () => ['receipt', '1', '--out', join(foreign, 'r.json'), '--force']],
  verify: [() => ['verify', receipt]],
  'signing-key': [() => ['signing-key']],
  sandbox: [
    () => ['sandbox', '--port', '0'],
    () => ['sandbox', '--port', '0', '--data', join(dir, 'other')],
    () => ['sandbox', '--page'],
    () => ['sandbox', '--keys'],
    () => ['sandbox', '--delete-data', '--yes'],
  ],
};
/** These name no data folder, and keep nothing in the default one but the file of the rate limit. */
const withoutState: Readonly<Record<string, readonly (() => readonly string[])[]>> = {
  directory: [
    () => ['directory', 'check', csv],
    () => ['directory', 'sync', csv, '--directory-id', '1', '--yes'],
  ],
  api: [() => ['api', 'GetCurrentUser']],
  completion: [() => ['completion', 'bash']],
  demo: [() => ['demo', '--keep', foreign]],
};

test('no command is left out', () => {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const program = buildProgram(createContext(streams, {}, []), () => {});
  const names = (hasState: boolean) =>
    program.commands
      .filter(({ options }) => options.some(({ long }) => long === '--state') === hasState)
      .map((command) => command.name());
  expect(Object.keys(uses).sort()).toEqual(names(true).sort());
  expect(Object.keys(withoutState).sort()).toEqual(names(false).sort());
});

describe('a folder of somebody else’s is refused, and everything in it stays as it was,', () => {
  test.each(Object.entries(uses).flatMap(([name, ways]) => ways.map((args) => [name, args] as const)))(
    'by lading %s',
    async (_, args) => {
      const before = contentOf(foreign);
      for (const run of [
        { args: [...args(), '--state', foreign], env: connected() },
        // As the default folder of a person who keeps other things there
        { args: args(), env: { ...connected(), XDG_STATE_HOME: besideDefault() } },
      ]) {
        const { code, err } = await lading(run.args, { env: run.env });
        expect(err).toContain(`it holds ${readdirSync(foreign)[0]}, which Lading didn't put there`);
        expect(code).toBe(1);
      }
      expect(contentOf(foreign)).toEqual(before);
    },
  );

  test.each(
    Object.entries(withoutState).flatMap(([name, ways]) => ways.map((args) => [name, args] as const)),
  )('also by lading %s', async (name, args) => {
    const before = contentOf(foreign);
    const env = { ...connected(), XDG_STATE_HOME: besideDefault() };
    const { err } = await lading(args(), { env });
    if (name === 'demo') expect(err).toContain("isn't Lading's data folder");
    expect(contentOf(foreign)).toEqual(before);
  });

  test('by the sandbox as its folder, and nothing is deleted there', async () => {
    const data = join(foreign, 'sandbox');
    const before = contentOf(foreign);
    const started = await lading(['sandbox', '--port', '0', '--data', data, '--state', join(dir, 'own')]);
    expect(started.err).toContain(startProblems.dataDirNotSandbox(data));
    expect(started.code).toBe(1);
    await lading(['sandbox', '--data', data, '--delete-data', '--yes', '--state', join(dir, 'own')]);
    expect(contentOf(foreign)).toEqual(before);
  });

  test('by a request to pause an upload', () => {
    const before = contentOf(foreign);
    expect(requestControl(foreign, { action: 'pause', uploadId: 1 }).ok).toBe(false);
    expect(contentOf(foreign)).toEqual(before);
  });
});

/** A folder whose `lading` is the foreign folder. */
function besideDefault(): string {
  const home = join(dir, `home-${folders}`);
  mkdirSync(home, { recursive: true });
  const link = join(home, 'lading');
  if (!existsSync(link)) symlinkSync(foreign, link);
  return home;
}

test('beside Lading’s own files, every command leaves the others as they were', async () => {
  const state = join(dir, 'shared');
  const run = async (...args: readonly string[]) => {
    const { code, err } = await lading([...args, '--state', state], { env: connected() });
    return [code, err];
  };
  expect(await run(...uploadOf(evidence))).toEqual([0, '']);
  fill(state, besideLading);
  const isOther = ({ path }: { path: string }) =>
    Object.keys(besideLading).some((name) => name === path || name.startsWith(`${path}/`)) && path !== '';
  const isFile = (path: string) => path in besideLading;
  const others = () =>
    contentOf(state)
      .filter(isOther)
      // Lading may put files of its own into folders of these names.
      .map((entry) => (isFile(entry.path) ? entry : { path: entry.path, mode: entry.mode }));
  const before = others();
  expect(before.length).toBe(Object.keys(besideLading).length + 12);

  // An engine that has the folder takes requests for as long as it runs.
  const watching = start(['watch', '--config', config, '--state', state, '--json'], { env: connected() });
  await watching.prints('"event":"connected"');
  unwrap(requestControl(state, { action: 'pause', uploadId: 1 }));
  watching.child.kill('SIGTERM');
  expect((await watching.ended).code).toBe(0);
  for (const [name, ways] of Object.entries(uses)) {
    // The first starts a sandbox, which would run; its folder is its own.
    for (const args of name === 'sandbox' ? ways.slice(2) : ways) {
      const given = args();
      if (given.includes(join(foreign, 'requests'))) continue;
      await run(...given);
    }
  }
  expect(await run('status')).toEqual([0, '']);
  expect(others()).toEqual(before);
});

test('a source in Lading’s own folders or files is refused, under any name', async () => {
  const state = join(dir, 'sources');
  expect((await lading([...uploadOf(evidence), '--state', state], { env: connected() })).code).toBe(0);
  mkdirSync(join(state, 'logs'));
  writeFileSync(join(state, 'logs', 'lading.log'), 'log');
  symlinkSync(join(state, 'logs'), join(dir, 'link'));
  const varied = ['rate-limit-other_computer.db', 'signing-key.pem.damaged-01234567', report];
  for (const name of varied) writeFileSync(join(state, name), 'own');
  const cases = [
    [join(state, 'logs'), join(state, 'logs')],
    [join(dir, 'link', 'lading.log'), join(state, 'logs')],
    ...['lading.db', ...varied].map((name) => [join(state, name), join(state, name)] as const),
  ] as const;
  for (const [path, own] of cases) {
    const { code, err } = await lading([...uploadOf(path), '--state', state], { env: connected() });
    expect(err).toContain(failureText({ code: 'source-in-state', path, own }));
    expect(code).toBe(1);
  }
  mkdirSync(join(state, 'evidence'));
  writeFileSync(join(state, 'evidence', 'b.txt'), 'b');
  const beside = await lading([...uploadOf(join(state, 'evidence')), '--state', state], { env: connected() });
  expect([beside.code, beside.err]).toEqual([0, '']);
});
