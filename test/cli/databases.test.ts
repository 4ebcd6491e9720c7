import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '../../main/cli/words/errors.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

let dir = '';
let sandbox: Sandbox;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-databases-'));
  mkdirSync(join(dir, 'evidence'));
  writeFileSync(join(dir, 'evidence', 'a.txt'), 'a');
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

const options = (key = sandbox.apiKey) => ({
  env: { LADING_API_KEY: key, LADING_SERVER: sandbox.url },
  cwd: dir,
});
const upload = (database: string, ...more: readonly string[]) => [
  ...['upload', 'evidence', '--database', database, '--dataset', `D ${database}`],
  ...['--state', join(dir, `state ${database}`), ...more],
];

describe('lading databases', () => {
  it('lists what the key sees, with its organization, and whether uploads are allowed', async () => {
    const { code, out } = await lading(['databases'], options());
    expect(out).toMatch(new RegExp(`^ *${sandbox.databaseId} +Doe v\\. Roe +\\S.*`, 'm'));
    expect(code).toBe(0);
    const json = await lading(['databases', '--json'], options(sandbox.keys.databaseAdmin));
    expect(jsonLines(json.out)).toContainEqual(
      expect.objectContaining({
        event: 'database',
        id: sandbox.databaseId,
        name: 'Doe v. Roe',
        upload: 'granted',
      }),
    );
  });

  it('says in JSON that it is not known where only administrators are told, and nothing in the table', async () => {
    const { out } = await lading(['databases', '--json'], options(sandbox.keys.uploader));
    expect(jsonLines(out)).toMatchObject([{ id: sandbox.databaseId, organization: null, upload: 'unknown' }]);
    const table = await lading(['databases'], options(sandbox.keys.uploader));
    expect(table.out).toContain('Doe v. Roe');
    expect(table.out).not.toMatch(/unknown|Upload/);
  });
});

describe('--database', () => {
  it('takes a name, in any case', async () => {
    expect((await lading(upload('doe V. roe'), options())).code).toBe(0);
    const dataset = (await sandbox.inspect('datasets')).find(({ name }) => name === 'D doe V. roe');
    expect(dataset?.databaseId).toBe(sandbox.databaseId);
    // What it went to is offered for --dataset-id from then on, by the data folder that knows it.
    const listed = async (...more: readonly string[]) =>
      (await lading(['databases', '--state', join(dir, 'state doe V. roe'), ...more], options())).out;
    expect(await listed()).toMatch(new RegExp(`^ *${dataset?.id} +D doe V\\. roe +Doe v\\. Roe \\(`, 'm'));
    expect(jsonLines(await listed('--json')).filter(({ event }) => event === 'dataset')).toMatchObject([
      { id: dataset?.id, name: 'D doe V. roe', databaseId: sandbox.databaseId, uploads: 1 },
    ]);
  });

  it('says so before the scan if no database has the name', async () => {
    const expected = errorText(failure('database-name-unknown', { name: 'Nobody' }).failure);
    for (const more of [[], ['--dry-run']]) {
      const { code, err } = await lading(upload('Nobody', ...more), options());
      expect(err).toContain(expected);
      expect(code).toBe(1);
    }
  });
});

it('a key that may not upload is refused with 1, and the upload is kept for when it may', async () => {
  const id = String(sandbox.databaseId);
  const { code, err } = await lading(upload(id), options(sandbox.keys.reader));
  expect(err).toContain(words.permission);
  expect(code).toBe(1);
});

it('settings that the form of the interface lacks, and a misspelled language, are refused before anything is created', async () => {
  const id = String(sandbox.databaseId);
  const refused = async (settings: object, ...more: readonly string[]) => {
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(settings));
    const { code, err } = await lading(upload(id, '--settings', 'settings.json', ...more), options());
    return [code, err] as const;
  };
  const extended = errorText(
    failure('processing-setting-extended', { field: 'chatAttachments', basis: 'chosen' }).failure,
  );
  for (const more of [[], ['--dry-run']]) {
    const [code, err] = await refused({ chatAttachments: true }, '--form', 'base', ...more);
    expect(err).toContain(extended);
    expect(code).toBe(1);
  }
  expect(await refused({ ocrLanguage: 'german' })).toEqual([
    1,
    expect.stringContaining('Did you mean deu (German)'),
  ]);
});

describe('a frozen database', () => {
  const fabrikam = '2005';
  const refused = errorText(
    failure('database-inactive', { databaseId: 2005, databaseName: 'Fabrikam merger', state: 'FROZEN' })
      .failure,
  );

  it('has its state and size in the list', async () => {
    const { out } = await lading(['databases', '--json'], options(sandbox.keys.admin));
    expect(jsonLines(out)).toContainEqual(
      expect.objectContaining({ id: 2005, state: 'FROZEN', billableGb: expect.any(Number) }),
    );
    const listed = await lading(['databases'], options(sandbox.keys.admin));
    expect(listed.out).toMatch(/2005 +Fabrikam merger +Frozen +[\d.]+ [GT]B/);
  });

  it.each([[[]], [['--dry-run']], [['--json']]])(
    'without a terminal is refused with the option that accepts it, with %j',
    async (more) => {
      const { code, err, out } = await lading(upload(fabrikam, ...more), options(sandbox.keys.admin));
      if (more.length > 0 && more[0] === '--json')
        expect(jsonLines(out).at(-1)).toMatchObject({
          event: 'error',
          code: 'database-inactive',
          state: 'FROZEN',
        });
      else expect(err).toBe(`error: ${refused}\n`);
      expect(refused).toContain('--yes');
      expect(code).toBe(1);
    },
  );

  it('is uploaded to with --yes', async () => {
    for (const more of [['--dry-run'], []])
      expect((await lading(upload(fabrikam, '--yes', ...more), options(sandbox.keys.admin))).code).toBe(0);
    const datasets = await sandbox.inspect('datasets');
    expect(datasets.some(({ databaseId }) => databaseId === 2005)).toBe(true);
  });
});
