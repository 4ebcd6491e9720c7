/** Legal hold directories: the custodian sync rules of platform-interface 4.2, each in the form that has it. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { apiErrors, csvProblems } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { createClient, type RawResponse, sendRequest, shareSandbox } from './sandbox-client.ts';

const directoryId = 701;
const boundary = 'a-boundary';

interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly fileName?: string;
}

function formBody(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ name, content, fileName }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '\r\n\r\n' : `; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
}

async function post(
  sandbox: Sandbox,
  contentType: string,
  body: Buffer,
  { key = sandbox.apiKey, id = directoryId }: { readonly key?: string; readonly id?: number | string } = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answered: RawResponse | 'broken' = await sendRequest(
    `${sandbox.url}/v1/directories/${id}/custodians`,
    { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': contentType }, body },
  );
  if (answered === 'broken') throw new Error('the connection broke');
  return { status: answered.status, body: JSON.parse(answered.text) };
}

const multipart = `multipart/form-data; boundary=${boundary}`;
const sendForm = (sandbox: Sandbox, csv: string | Buffer, options = {}) =>
  post(sandbox, multipart, formBody([{ name: 'file', fileName: 'people.csv', content: csv }]), options);
const sendText = (sandbox: Sandbox, csv: string | Buffer, options = {}) =>
  post(sandbox, 'text/csv', Buffer.from(csv), options);

async function peopleOf(sandbox: Sandbox, id = directoryId) {
  const rows = await sandbox.inspect('custodians', { directoryId: id });
  return rows.map(({ email, name, fields }) => ({ email, name, fields: JSON.parse(fields) }));
}

const synced = (...ignored: readonly string[]) => ({ status: 200, body: { data: { custodians: ignored } } });
const refused = (status: number, title: string) => ({ status, body: { title, status } });

describe.each(['base', 'extended'] as const)('in the %s form', (form) => {
  const shared = shareSandbox({ form });

  test('each role has the access of rule 10, and an unknown directory is not found', async () => {
    covers('rule 4.2.custodian-sync-rules.10', 'operation sync-custodians-of-a-legal-hold-directory');
    const { keys } = shared();
    const expected = {
      admin: 200,
      legalHoldAdmin: 200,
      uploader: 403,
      databaseAdmin: 403,
      reader: 403,
      // Rule 10 names no parent org admin. The base form has none.
      parentOrganization: form === 'base' ? 404 : 403,
      otherOrganization: 404,
      revoked: 401,
    };
    const statuses: Record<string, number> = {};
    for (const [role, key] of Object.entries(keys)) {
      statuses[role] = (await sendForm(shared(), 'email\n', { key })).status;
    }
    expect(statuses).toEqual(expected);
    expect(await sendForm(shared(), 'email\n', { key: keys.reader })).toEqual(
      refused(403, apiErrors.legalHoldAdminOnly),
    );
    for (const id of [999, 'x']) {
      expect(await sendForm(shared(), 'email\n', { id })).toEqual(
        refused(404, apiErrors.notFound('directory')),
      );
    }
  });

  const address = 'a person needs an email or a user principal name';
  test.each<[string, string | Buffer, string]>([
    [
      'rule 3, a date in another format',
      'email,employee start date\na@x,2026-01-31\nb@x,31.01.2026\n',
      csvProblems.at(3, 'employee start date', csvProblems.date('31.01.2026')),
    ],
    [
      'rule 3, a day that does not exist',
      'email,Employee End Date\na@x,2025-02-29\n',
      csvProblems.at(2, 'employee end date', csvProblems.date('2025-02-29')),
    ],
    ['rule 5, a person without an address', 'email,name\na@x,A\n,B\n', csvProblems.at(3, 'email', address)],
    ['rule 5, neither column', 'name\nA\n', csvProblems.at(2, 'email', address)],
    ['rule 6, an email of white space only', 'email,name\n" \t ",B\n', csvProblems.at(2, 'email', address)],
    ['a column twice', 'email,Email\na@x,a@x\n', csvProblems.at(1, 'email', csvProblems.columnTwice)],
    [
      'the line of a row below line breaks in quotes',
      'email,notes\r\na@x,"1\r\n2\r\n3"\r\n\r\n,"4\r\n5"\r\n',
      csvProblems.at(6, 'email', address),
    ],
    ['a row with a cell too few', 'email,name\na@x\n', 'Invalid Record Length: expect 2, got 1 on line 2'],
    ['a quote that is never closed', 'email,name\na@x,"A\n', 'Quote Not Closed'],
    ['another encoding', Buffer.from('email,name\na@x,M\xfcller\n', 'latin1'), csvProblems.notUtf8(2)],
    ['an empty file', '', csvProblems.empty],
  ])('refused with line and column, and nothing is stored: %s', async (claim, csv, problem) => {
    const rule = /^rule (\d)/.exec(claim)?.[1];
    if (rule !== undefined) covers(`rule 4.2.custodian-sync-rules.${rule}`);
    const before = await peopleOf(shared());
    const answer = await sendForm(shared(), csv);
    expect(answer).toEqual({ status: 400, body: { title: expect.stringContaining(problem), status: 400 } });
    expect(await peopleOf(shared())).toEqual(before);
  });

  test('rules 1, 2, 4 and 6: columns in any case, those without support ignored, names joined, values trimmed', async () => {
    covers(
      'rule 4.2.custodian-sync-rules.1',
      'rule 4.2.custodian-sync-rules.2',
      'rule 4.2.custodian-sync-rules.4',
      'rule 4.2.custodian-sync-rules.6',
    );
    const csv = [
      '\ufeffEMAIL,User Principal Name, Department ,Identities,My Site,Preferred Data Location,Shoe size,First Name,Middle name,last name,Name',
      'joined@x,j@upn,  Legal ,i,m,p,42, Ann ,,Lee,Ignored Name',
      '  name@x  ,"\t",   ,i,m,p,42,, ,,  Whole Name ',
    ].join('\n');
    expect(await sendForm(shared(), csv)).toEqual(synced());
    const people = await peopleOf(shared());
    expect(people.filter(({ email }) => email === 'joined@x' || email === 'name@x')).toEqual([
      {
        email: 'joined@x',
        name: 'Ann Lee',
        fields: { email: 'joined@x', 'user principal name': 'j@upn', department: 'Legal' },
      },
      { email: 'name@x', name: 'Whole Name', fields: { email: 'name@x' } },
    ]);
  });

  test('a form without one field `file`, or cut off, is refused', async () => {
    const file = { name: 'file', fileName: 'a.csv', content: 'email\na@x\n' };
    const noFile = refused(400, csvProblems.noFile);
    expect(await post(shared(), multipart, formBody([{ ...file, name: 'csv' }]))).toEqual(noFile);
    expect(await post(shared(), multipart, formBody([]))).toEqual(noFile);
    expect(await post(shared(), multipart, formBody([file, file]))).toEqual(noFile);
    const cut = formBody([file]).subarray(0, -12);
    expect(await post(shared(), multipart, cut)).toEqual(refused(400, csvProblems.endedEarly));
    expect(await post(shared(), 'multipart/form-data', formBody([file]))).toEqual(
      refused(400, csvProblems.endedEarly),
    );
    expect(await post(shared(), multipart, formBody([{ name: 'x', content: 'y' }, file]))).toEqual(synced());
  });

  test('every damaged form is answered, and the next whole one is taken', async () => {
    const whole = formBody([{ name: 'file', fileName: 'a.csv', content: 'email,name\na@x,A\n' }]);
    const damages = fc.array(
      fc.record({ at: fc.nat(whole.length - 1), remove: fc.nat(20), insert: fc.string({ maxLength: 8 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(damages, async (changes) => {
        const damaged = changes.reduce(
          (body, { at, remove, insert }) =>
            Buffer.concat([body.subarray(0, at), Buffer.from(insert), body.subarray(at + remove)]),
          whole,
        );
        expect([200, 400]).toContain((await post(shared(), multipart, damaged)).status);
      }),
      { numRuns: 150 },
    );
    expect(await post(shared(), multipart, whole)).toEqual(synced());
  });

  test('another content type is refused', async () => {
    const answer = await post(shared(), 'application/json', Buffer.from('{"file":"email"}'));
    expect(answer).toEqual(refused(415, csvProblems.mediaType[form]));
  });
});

describe('base form', () => {
  const shared = shareSandbox({ form: 'base' });

  test('rule 8: all values of the person with an email are overwritten; who has no email is ignored and reported', async () => {
    covers(
      'rule 4.2.custodian-sync-rules.8',
      'field CustodianSyncResult.custodians',
      'rule 2.11.the-response-reports-the',
    );
    const csv = 'email,name,role\nANA.REYES@example.com,Ana R.,Director\n';
    expect(await sendForm(shared(), csv)).toEqual(synced());
    const noEmail = 'email,user principal name,name\n,zoe@upn,Zoe\nnew@example.com,,New\n,kim@upn,Kim\n';
    expect(await sendForm(shared(), noEmail)).toEqual(synced('zoe@upn', 'kim@upn'));
    expect(await peopleOf(shared())).toEqual([
      // The department that she had is empty now.
      {
        email: 'ANA.REYES@example.com',
        name: 'Ana R.',
        fields: { email: 'ANA.REYES@example.com', role: 'Director' },
      },
      expect.objectContaining({ email: 'tom.baker@example.com', name: 'Tom Baker' }),
      { email: 'new@example.com', name: 'New', fields: { email: 'new@example.com' } },
    ]);
  });

  test('rule 2: the employee id is ignored, like the id of the human-resources system', async () => {
    covers('rule 4.2.custodian-sync-rules.2');
    await sendForm(shared(), 'email,employee id,hr-system id\nids@example.com,E-1,HR-1\n');
    expect((await peopleOf(shared())).at(-1)?.fields).toEqual({ email: 'ids@example.com' });
  });

  test('a CSV as the body is not accepted', async () => {
    expect(await sendText(shared(), 'email\n')).toEqual(refused(415, csvProblems.mediaType.base));
  });
});

describe('extended form', () => {
  const shared = shareSandbox();

  test('rule 9: only the hr-system id identifies a person; an equal email or employee id adds one', async () => {
    covers('rule 4.2.custodian-sync-rules.9', 'rule 4.2.custodian-sync-rules.1');
    const csv = [
      'email,employee id,HR-System ID,name',
      'renamed@example.com,E-7,HR-1001,Ana Renamed',
      'tom.baker@example.com,E-8,,Second Tom',
      'other@example.com,E-8,HR-2000,Third Tom',
    ].join('\r\n');
    expect(await sendText(shared(), csv)).toEqual(synced());
    const { call } = createClient(shared());
    expect(
      (await call('GET', '/organizations/101/events/recent?limit=1')).body.at('data', 'events'),
    ).toMatchObject([{ type: 'DIRECTORY_SYNCED', userId: 11, data: { directoryId, ignored: 0 } }]);
    expect(await peopleOf(shared())).toMatchObject([
      { email: 'renamed@example.com', name: 'Ana Renamed', fields: { 'employee id': 'E-7' } },
      { email: 'tom.baker@example.com', name: 'Tom Baker' },
      { email: 'tom.baker@example.com', name: 'Second Tom' },
      { email: 'other@example.com', name: 'Third Tom' },
    ]);
  });

  test('a person with a user principal name only is added, and nobody is ignored', async () => {
    expect(await sendText(shared(), 'user principal name,name\nzoe@upn,Zoe\n')).toEqual(synced());
    expect((await peopleOf(shared())).at(-1)).toMatchObject({ email: null, name: 'Zoe' });
  });

  test('a CSV above 190 MB is refused before it is read', async () => {
    covers('rule 4.2.custodian-sync-rules.7', 'rule 8.csv-size');
    const outgoing = request(`${shared().url}/v1/directories/${directoryId}/custodians`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shared().apiKey}`,
        'content-type': 'text/csv',
        'content-length': 192_000_000,
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('email\n');
    const [response] = await once(outgoing, 'response');
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      413,
      { title: csvProblems.tooLarge(190_000_000), status: 413 },
    ]);
    outgoing.destroy();
  });

  test('directories don’t share people', async () => {
    const key = shared().keys.otherOrganization;
    expect(await sendText(shared(), 'email\nana.reyes@example.com\n', { key, id: 702 })).toEqual(synced());
    expect(await peopleOf(shared(), 702)).toEqual([
      { email: 'ana.reyes@example.com', name: null, fields: { email: 'ana.reyes@example.com' } },
    ]);
  });
});
