/** One client's evidence must not go to another client's database without a person who typed its name. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorText } from '../../main/cli/words/errors.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { jsonLines, type RunOptions } from './command.ts';
import { lading } from './in-process.ts';

const acme = 2002;
let dir = '';
let state = '';
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-check-'));
  state = join(dir, 'state');
  for (const folder of ['doe', 'elsewhere/other/Smith, John']) {
    mkdirSync(join(dir, folder), { recursive: true });
    writeFileSync(join(dir, folder, 'a.txt'), folder);
  }
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  const sent = await lading(upload('doe', sandbox.databaseId, '--custodian', 'Smith, John'), options());
  expect(sent).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

const options = (): RunOptions => ({
  env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url },
  cwd: dir,
});
const upload = (path: string, database: number, ...more: readonly string[]): readonly string[] => [
  ...['upload', path, '--database', String(database), '--dataset', `From ${path}`, '--state', state],
  ...more,
];
const datasetsOfAcme = async () =>
  (await sandbox.inspect('datasets')).filter(({ databaseId }) => databaseId === acme);

const asked = {
  databaseId: acme,
  databaseName: 'Acme investigation',
  usedBefore: ['Doe v. Roe'],
};

it('without a terminal, an upload to another database says which option to give, and nothing is created', async () => {
  const { code, err, out } = await lading(upload('doe', acme), options());
  const expected = failure('database-unconfirmed', {
    ...asked,
    reason: 'same-source',
    subject: join(dir, 'doe'),
    typed: null,
  }).failure;
  expect(err).toBe(`error: ${errorText(expected)}\n`);
  expect(err).toContain('--confirm-database');
  expect(out).not.toContain('lading resume');
  expect(code).toBe(1);
  expect(await datasetsOfAcme()).toEqual([]);
  expect((await lading(['status', '--state', state])).out).not.toContain('Acme');
});

it('with --json, the details are in the event', async () => {
  const { code, out } = await lading(upload('doe', acme, '--json'), options());
  expect(jsonLines(out).at(-1)).toMatchObject({
    event: 'error',
    code: 'database-unconfirmed',
    reason: 'same-source',
    ...asked,
  });
  expect(code).toBe(1);
});

it.each(['Doe v. Roe', 'acme investigation', 'Acme'])('the name %j confirms nothing', async (name) => {
  const { code, err } = await lading(upload('doe', acme, '--confirm-database', name), options());
  expect(err).toContain(name);
  expect(code).toBe(1);
  expect(await datasetsOfAcme()).toEqual([]);
});

it('the name starts the upload, and the log and the receipt say who typed it', async () => {
  const sent = await lading(upload('doe', acme, '--confirm-database', 'Acme investigation'), options());
  expect(sent).toMatchObject({ code: 0, err: '' });
  expect(await datasetsOfAcme()).toHaveLength(1);
  const id = /lading receipt (\d+)/.exec(sent.out)?.[1] ?? '';
  const file = join(dir, 'receipt.json');
  expect(await lading(['receipt', id, '--out', file, '--state', state])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8')).events).toContainEqual(
    expect.objectContaining({
      type: 'database-confirmed',
      data: expect.objectContaining({
        databaseId: acme,
        databaseName: 'Acme investigation',
        reason: 'same-source',
      }),
    }),
  );
});

it('what was confirmed once is not asked again', async () => {
  expect(await lading(upload('doe', acme), options())).toMatchObject({ code: 0, err: '' });
});

it('a folder named after a custodian of another database is found by the scan, before anything is sent', async () => {
  const args = upload('elsewhere/other', acme, '--custodian-by', 'folder:1');
  const { code, err, out } = await lading(args, options());
  expect(err).toContain('Smith, John');
  expect(out).not.toContain('lading resume');
  expect(code).toBe(1);
  expect(await datasetsOfAcme()).toHaveLength(2);
  expect((await lading(['status', '--state', state])).out).not.toContain('From elsewhere');
});
