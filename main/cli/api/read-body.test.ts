import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { bodyProblems } from '../words/api.ts';
import { parseBody, readBody } from './read-body.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-body-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const nothing = Readable.from([]);

describe('a body', () => {
  const invite = { users: [{ email: 'jane@example.com', firstName: 'Jane', lastName: 'Roe' }] };

  it('is read from a file, with or without a byte order mark', async () => {
    const path = join(dir, 'body.json');
    for (const mark of ['', '\uFEFF']) {
      writeFileSync(path, mark + JSON.stringify(invite));
      expect(await readBody('PostOrganizationUsers', path, nothing)).toEqual({ ok: true, value: invite });
    }
  });

  it('is read from standard input, in pieces that cut a character', async () => {
    const bytes = Buffer.from(JSON.stringify({ email: 'zoë@example.com' }));
    const pieces = Readable.from([...bytes].map((byte) => Buffer.of(byte)));
    expect(await readBody('DeleteInvitation', '-', pieces)).toEqual({
      ok: true,
      value: { email: 'zoë@example.com' },
    });
  });

  it.each([
    ['a file that is not there', 'none.json', 'file-missing'],
    ['a folder', '.', 'not-a-file'],
  ])('%s is refused', async (_what, name, code) => {
    expect(await readBody('DeleteInvitation', join(dir, name), nothing)).toMatchObject({
      ok: false,
      failure: { code },
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    [
      'a missing field',
      { users: [{ email: 'a@b.c', firstName: 'A' }] },
      [`users[0].lastName ${bodyProblems.missing}`],
    ],
    ['an unknown field', { ...invite, role: 1 }, [`role ${bodyProblems.unknown}`]],
    [
      'a field of another type',
      { ...invite, permissions: 'ORG_ADMIN' },
      [`permissions ${bodyProblems.invalid('expected array, received string')}`],
    ],
    ['a list', [], [bodyProblems.invalid('expected object, received array')]],
    [
      'a permission twice',
      { ...invite, permissions: ['A', 'A'] },
      [`permissions ${bodyProblems.invalid('each permission once')}`],
    ],
  ])('with %s is refused by its name', (_what, body, problems) => {
    expect(parseBody('PostOrganizationUsers', 'x', JSON.stringify(body))).toEqual({
      ok: false,
      failure: { code: 'body-invalid', operation: 'PostOrganizationUsers', problems, more: 0 },
    });
  });

  it('names the first problems of many', () => {
    const users = Array.from({ length: 20 }, () => ({}));
    const refused = parseBody('PostOrganizationUsers', 'x', JSON.stringify({ users }));
    expect(refused).toMatchObject({ failure: { problems: { length: 5 }, more: 55 } });
  });

  it('that is not JSON is refused', () => {
    expect(parseBody('DeleteInvitation', 'body.json', '{email}')).toMatchObject({
      failure: { code: 'body-not-json', source: 'body.json' },
    });
  });

  it('with a field that is given twice is refused by its name and line', () => {
    const twice = '{"databasePermissions": ["DB_UPLOAD"],\n "databasePermissions": []}';
    expect(parseBody('PutDatabaseUser', 'x', twice)).toMatchObject({
      failure: {
        code: 'body-not-json',
        detail: 'line 2, column 2: databasePermissions is given twice, first in line 1',
      },
    });
  });

  it.each(['{"passwords": [hunter2]}', 'hunter2', '"hunter2', '{"passwords": ["x", hunter2'])(
    'that is not JSON is refused without a word of it: %s',
    (text) => {
      const refused = parseBody('PostDatasetFile', 'body.json', text);
      expect(JSON.stringify(refused)).not.toContain('hunter');
      expect(refused).toMatchObject({ failure: { code: 'body-not-json' } });
    },
  );

  it('of an upload has the names of the profile, so any field is taken', () => {
    expect(parseBody('PostDatasetFile', 'x', '{"theirName":"a.pst"}')).toEqual({
      ok: true,
      value: { theirName: 'a.pst' },
    });
  });
});
