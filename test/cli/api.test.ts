import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { invalidValues } from '../../main/cli/options/values.ts';
import { confirmQuestion } from '../../main/cli/terminal/confirm.ts';
import * as words from '../../main/cli/words/api.ts';
import { errorText } from '../../main/cli/words/errors.ts';
import { type KeysByRole, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { operationNames } from '../../preload/contract/platform/operations.ts';
import { permissionText } from '../../preload/contract/platform/value-text.ts';
import { permissionChange } from '../../preload/contract/texts/change-parts.ts';
import { answerJson } from '../fakes/http-server.ts';
import { startFakeServer } from '../fixtures/platform-client.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { hasTerminal, onTerminal } from './on-terminal.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-api-'));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0, requestsPerSecond: 1000 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

const env = (role: keyof KeysByRole = 'admin') => ({
  LADING_API_KEY: sandbox.keys[role],
  LADING_SERVER: sandbox.url,
});
const api = (args: readonly string[], role: keyof KeysByRole = 'admin') =>
  lading(['api', ...args], { env: env(role) });
const organization = ['--org-id', '101'];
const bodyFile = (name: string, body: unknown) => {
  const path = join(dir, `${name}.json`);
  writeFileSync(path, JSON.stringify(body));
  return path;
};
/** Lines of standard output, each a JSON value. */
const values = (out: string): readonly unknown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the answer of an operation', () => {
  it('is its data, as JSON on one line', async () => {
    const { code, out, err } = await api(['GetOrganization', ...organization]);
    expect(values(out)).toEqual([expect.objectContaining({ id: 101, name: 'Harrow & Pike LLP' })]);
    expect([code, err]).toEqual([0, '']);
  });

  test('that is a list is one page of it, with a note if there are more', async () => {
    const first = await api(['GetDatabases', '--limit', '2']);
    expect(values(first.out)).toMatchObject([[{ id: 2001 }, { id: 2002 }]]);
    expect(first.err).toBe(`${words.notices.more}\n`);
    const rest = await api(['GetDatabases', '--after', '2002']);
    expect(values(rest.out)).toMatchObject([[{ id: 2003 }, ...Array(3).fill({})]]);
    expect(rest.err).toBe('');
  });

  test('with --all is each element of every page on a line', async () => {
    const { out, err } = await api(['GetDatabases', '--all', '--limit', '1', '--after', '2001']);
    expect(values(out)).toMatchObject([2002, 2003, 2004, 2005, 2006].map((id) => ({ id })));
    expect(err).toBe('');
  });

  test('with --json is in an event', async () => {
    const page = await api(['GetDatabases', '--limit', '1', '--json']);
    expect(jsonLines(page.out)).toMatchObject([
      { event: 'data', operation: 'GetDatabases', more: true, data: [{ id: 2001 }] },
    ]);
    const all = await api(['GetDatabases', '--all', '--json', '--after', '2005']);
    expect(jsonLines(all.out)).toMatchObject([{ event: 'data', data: { id: 2006 } }]);
  });

  test('to an operation whose answer is not documented is nothing', async () => {
    const body = bodyFile('expired', { email: 'ian.boyd@example.com' });
    expect(await api(['DeleteInvitation', ...organization, '--body', body, '--yes'])).toEqual({
      code: 0,
      out: '',
      err: `${words.notices.done}\n`,
    });
  });

  test('to an operation whose answer is not documented is the record in it', async () => {
    const call = async (operation: string, ids: readonly string[], body: unknown) => {
      const file = ['--body', bodyFile(operation, body)];
      const { out } = await api([operation, '--database-id', '2001', ...ids, ...(body === null ? [] : file)]);
      return jsonLines(out)[0] ?? {};
    };
    const dataset = await call('PostDatabaseDataset', [], { name: 'By hand' });
    const file = await call('PostDatasetFile', ['--dataset-id', String(dataset.id)], { filename: 'a.txt' });
    const ids = ['--source-file-id', String(file.id)];
    const { url } = await call('PostSourceFilePart', [...ids, '--part-number', '1'], null);
    const put = await fetch(String(url), { method: 'PUT', body: 'hello' });
    const completed = await call('PostSourceFile', ids, { etags: [put.headers.get('etag')] });
    expect(completed).toMatchObject({ id: file.id, filename: 'a.txt' });
  });

  it('has no character that a terminal acts on', async () => {
    const name = 'Doe\u009B2J\u202Eexe';
    const server = await startFakeServer((request, response) =>
      answerJson(response, 200, { data: request.target.endsWith('/me') ? { id: 1 } : { id: 7, name } }),
    );
    const { out } = await lading(['api', 'GetOrganization', '--org-id', '7'], {
      env: { ...env(), LADING_SERVER: server.url.href },
    });
    expect(out).not.toMatch(/[\u0080-\u009F\u202E]/);
    expect(values(out)).toEqual([{ id: 7, name }]);
  });
});

test('times of events are dates, times with a zone, or milliseconds', async () => {
  const ids = async (begin: string, end: string) => {
    const { out } = await api(['GetOrganizationEvents', ...organization, '--begin', begin, '--end', end]);
    return values(out)
      .flat()
      .map((event): unknown => Reflect.get(Object(event), 'id'));
  };
  const month = await ids('2026-10-01', '2026-11-01');
  expect(month.length).toBeGreaterThan(0);
  expect(await ids('2026-10-01T02:00:00+02:00', String(Date.UTC(2026, 10, 1)))).toEqual(month);
});

test('names of operations are found in any case', async () => {
  expect((await api(['getcurrentuser'])).code).toBe(0);
});

describe('a mistake is one line that names what may have been meant', () => {
  const body = bodyFile('mistake', { users: [{ email: 'a@b.c', first: 'A', lastName: 'B' }] });
  test.each<readonly [string, readonly string[], string | RegExp]>([
    ['an unknown operation', ['GetDatabse'], /unknown operation 'GetDatabse' \(Did you mean GetDatabase\?\)/],
    [
      'a part of names',
      ['invitation'],
      words.unknownOperation('invitation', ['GetInvitations', 'ResendInvitation', 'DeleteInvitation']),
    ],
    ['an operation like no other', ['frobnicate'], words.unknownOperation('frobnicate', [])],
    [
      'an unknown parameter',
      ['GetOrganization', '--orgid', '7'],
      /unknown option '--orgid' \(Did you mean --org-id\?\)/,
    ],
    [
      'a parameter like no other',
      ['GetOrganization', '--organization', '7'],
      words.unknownParameter("unknown option '--organization'", 'GetOrganization', ['--org-id']),
    ],
    [
      'missing parameters',
      ['PutDatabaseUser', '--user-id', '7'],
      errorText({
        code: 'parameters-missing',
        operation: 'PutDatabaseUser',
        missing: ['--database-id', '--body'],
      }),
    ],
    [
      'a month after December',
      ['GetOrganizationBilling', ...organization, '--month', '13'],
      words.invalidParameter.range(1, 12),
    ],
    ['a day that is not one', ['GetOrganizationEvents', '--begin', 'today'], words.invalidParameter.time],
    [
      'an ID twice',
      ['DeleteOrganizationUser', ...organization, '--user-id', '14', '--user-id', '15', '--yes'],
      invalidValues.twice,
    ],
    ['a page that is too large', ['GetDatabases', '--limit', '201'], /limit.*200/],
    ['an argument too many', ['GetDatabases', '7'], /too many arguments/],
    ['--all for a record', ['GetCurrentUser', '--all'], /unknown option '--all'/],
    [
      'a body that does not fit',
      ['PostOrganizationUsers', ...organization, '--body', body, '--yes'],
      `users[0].firstName ${words.bodyProblems.missing}; users[0].first ${words.bodyProblems.unknown}`,
    ],
  ])('%s', async (_what, args, message) => {
    const { code, out, err } = await api(args);
    if (typeof message === 'string') expect(err).toContain(message);
    else expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([1, '']);
  });
});

describe('a refusal by the platform', () => {
  it('for want of a permission says who may call the operation', async () => {
    const { code, out, err } = await api(['GetOrganizationUsers', ...organization], 'uploader');
    expect(err).toContain(words.whoMayCall('organization-admin'));
    expect([code, out]).toEqual([1, '']);
    const json = await api(['GetOrganizationUsers', ...organization, '--json'], 'uploader');
    expect(jsonLines(json.out)).toMatchObject([{ event: 'error', code: 'forbidden', status: 403 }]);
  });

  it('of the key ends with 4', async () => {
    expect((await api(['GetDatabases'], 'revoked')).code).toBe(4);
  });

  it('of the extended form comes from --form base, before it is asked', async () => {
    const { code, err } = await api(['GetInvitations', ...organization, '--form', 'base'], 'revoked');
    expect(err).toContain(errorText({ code: 'operation-extended', operation: 'GetInvitations' }));
    expect(code).toBe(1);
  });

  it('that finds nothing says so, and that an operation of the extended form may be missing', async () => {
    const unknown = await api(['GetOrganization', '--org-id', '999']);
    expect(unknown.code).toBe(1);
    expect(unknown.err).not.toContain(words.mayLackOperation);
    const extended = await api(['GetOrganizationUser', ...organization, '--user-id', '999999']);
    expect(extended.err).toContain(words.mayLackOperation);
  });
});

test('passwords in a body are not repeated from what the platform says about them', async () => {
  const server = await startFakeServer((request, response) => {
    if (request.target.endsWith('/me')) answerJson(response, 200, { data: { id: 1 } });
    else
      answerJson(response, 400, {
        title: `Password hunter2-secret in ${request.body} is too short`,
        status: 400,
      });
  });
  const body = bodyFile('file', { filename: 'a.zip', passwords: ['hunter2-secret'] });
  const { code, err } = await lading(
    ['api', 'PostDatasetFile', '--database-id', '1', '--dataset-id', '2', '--body', body],
    { env: { ...env(), LADING_SERVER: server.url.href } },
  );
  expect(err).toContain('is too short');
  expect(err).not.toContain('hunter2');
  expect(code).toBe(1);
});

describe('what takes something away', () => {
  const permissions = bodyFile('permissions', { databasePermissions: ['DB_UPLOAD', 'DB_DELETE'] });
  const put = ['PutDatabaseUser', '--database-id', '2001', '--user-id', '13', '--body', permissions];
  const asked = (args: readonly string[], typed: string, server = sandbox.url) =>
    onTerminal(['api', ...args], {
      dir,
      columns: 100,
      env: { ...env(), LADING_SERVER: server },
      answer: { question: confirmQuestion, typed },
    });
  const present = async () => {
    const { out } = await api(['GetDatabaseUser', '--database-id', '2001', '--user-id', '13']);
    return values(out).map((record): unknown => Reflect.get(Object(record), 'permissions'))[0];
  };

  it('is refused where nobody can be asked, before the platform is', async () => {
    const refused = errorText({ code: 'change-unconfirmed', operation: 'PutDatabaseUser' });
    const { code, err } = await lading(['api', ...put], {
      env: { ...env(), LADING_SERVER: 'http://127.0.0.1:9' },
    });
    expect(err).toContain(refused);
    expect(code).toBe(1);
  });

  it.skipIf(!hasTerminal)('is asked about on a terminal, with what is there and what will be', async () => {
    const before = await present();
    const lines = [
      'Platform: 127.0.0.1',
      'Database: Doe v. Roe (ID 2001)',
      permissionChange({ before: ['DB_ADMIN', 'DB_UPLOAD'], after: ['DB_UPLOAD', 'DB_DELETE'] }),
    ];
    const declined = await asked(put, 'y');
    for (const line of lines.join('\n').split('\n'))
      expect(stripVTControlCharacters(declined.out)).toContain(line);
    expect(declined.out).toContain(words.notices.unchanged);
    expect(declined.code).toBe(1);
    expect(await present()).toEqual(before);

    const confirmed = await asked(put, 'yes');
    expect(confirmed.code).toBe(0);
    // On a terminal, the answer is indented.
    expect(confirmed.out).toContain('{\r\n  "permissions": [\r\n    "DB_UPLOAD"');
    expect(await present()).toEqual(['DB_UPLOAD', 'DB_DELETE']);
  });

  it.runIf(hasTerminal)('asks again if what it said changed while it was asking', async () => {
    let reads = 0;
    const fake = await startFakeServer(({ method, target }, response) => {
      const isUser = target.endsWith('/databases/2001/users/13');
      if (isUser && method === 'GET') reads += 1;
      const permissions = [reads <= 1 ? 'DB_DELETE' : 'DB_ADMIN'];
      answerJson(response, 200, {
        data: isUser ? { permissions, user: { id: 13 } } : { id: 2001, name: 'Doe v. Roe' },
      });
    });
    const body = bodyFile('asked-again', { databasePermissions: ['DB_UPLOAD'] });
    const { code, out } = await asked([...put.slice(0, -1), body], 'yes', fake.url.href);
    expect(code).toBe(0);
    for (const before of ['DB_DELETE', 'DB_ADMIN'])
      expect(stripVTControlCharacters(out)).toContain(`Current permissions: ${permissionText(before)}`);
    expect(fake.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('is done without a question with --yes', async () => {
    const body = bodyFile('yes', { databasePermissions: ['DB_ADMIN'] });
    const { code } = await api([...put.slice(0, -1), body, '--yes']);
    expect(code).toBe(0);
    expect(await present()).toEqual(['DB_ADMIN']);
  });
});

describe('the CSV of a legal hold directory', () => {
  const sync = (csv: string, role: keyof KeysByRole = 'legalHoldAdmin') => {
    const path = join(dir, 'people.csv');
    writeFileSync(path, csv);
    return api(['SyncDirectoryCustodians', '--directory-id', '701', '--file', path, '--yes'], role);
  };

  it('is sent, and the people that were ignored are the answer', async () => {
    const { code, out, err } = await sync('email,name\nzoe@example.com,Zoe\n');
    expect([code, err]).toEqual([0, '']);
    expect(values(out)).toEqual([{ custodians: [] }]);
    expect(await sandbox.inspect('custodians', { directoryId: 701 })).toContainEqual(
      expect.objectContaining({ email: 'zoe@example.com' }),
    );
  });

  it('is not sent if it has an error', async () => {
    const { code, err } = await sync('email,name\n,Zoe\n');
    expect(err).toContain(join(dir, 'people.csv'));
    expect(code).toBe(1);
  });

  it('is refused for a key that may not send it, with who may', async () => {
    const { code, err } = await sync('email,name\nzoe@example.com,Zoe\n', 'uploader');
    expect(err).toMatch(/legal hold admin role/);
    expect(code).toBe(1);
  });
});

test('a reader that goes away, as head does, is no error', () => {
  const entry = fileURLToPath(new URL('../../main/cli/index.ts', import.meta.url));
  const command = `${process.execPath} ${entry} api GetOrganizationEvents --org-id 101 --begin 2020-01-01 --end 2030-01-01 --all | head -n 1`;
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    env: { ...process.env, ...env() },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(values(stdout)).toHaveLength(1);
});

describe('help', () => {
  test.each([[['api']], [['api', '--help']], [['help', 'api']]])(
    '%j lists every operation by group',
    async (args) => {
      const { code, out } = await lading(args);
      for (const name of operationNames) expect(out).toMatch(new RegExp(`^  ${name}  `, 'm'));
      for (const group of Object.values(words.groups)) expect(out).toContain(group);
      expect(code).toBe(0);
    },
  );

  test.each([
    [['api', 'getdatabase', '--help']],
    [['help', 'api', 'GetDatabase']],
    [['api', 'help', 'GetDatabase']],
    [['api', 'GetDatabase', '-h']],
  ])('%j is that of the operation, and needs neither a server nor a key', async (args) => {
    const { code, out, err } = await lading(args);
    expect(out).toMatch(/^Usage: lading api GetDatabase /);
    expect(out.replaceAll('\n', ' ')).toContain(words.whoMayCall('database-admin'));
    expect([code, err]).toEqual([0, '']);
  });
});
