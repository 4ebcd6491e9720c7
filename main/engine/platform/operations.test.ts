import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { codeOf, unwrap } from '../../../test/fixtures/result.ts';
import { operationUrl } from './operation-url.ts';

describe('an operation', () => {
  test('for a part URL is not answered by the URL of another part', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { partNumber: 4, url: 'https://parts.example/4' } }),
    );
    const platform = await platformAt(fake.url);
    expect(await platform.partUrl(1, 2, 3)).toMatchObject({
      ok: false,
      failure: {
        code: 'unexpected-answer',
        reason: { problem: 'unexpected-fields', field: 'data.partNumber' },
      },
    });
    expect(unwrap(await platform.partUrl(1, 2, 4))).toEqual({ url: 'https://parts.example/4' });
  });

  test('for a dataset is not answered by a dataset of another name', async () => {
    const answered = ['Roe', 'Smith, José', ' Smith,  Jose\u0301', null];
    const fake = await startFakeServer((_request, response, number) =>
      answerJson(response, 200, { data: { id: 5, name: answered[number] } }),
    );
    const platform = await platformAt(fake.url);
    const create = () => platform.createDataset(1, { name: 'Smith, José', settings: {} });
    expect(await create()).toMatchObject({
      ok: false,
      failure: {
        code: 'outcome-unknown',
        reason: { problem: 'unexpected-fields', field: 'data.name' },
      },
    });
    for (let time = 0; time < 3; time += 1) expect(unwrap(await create())).toEqual({ id: 5 });
  });

  test('for a source file is not answered by the source file of another name', async () => {
    const answered = ['Roe/a b.pst', 'c.pst', 'Doe/a b.pst', 'a b.pst', 'Doe\\a_b.pst', null];
    const fake = await startFakeServer((_request, response, number) =>
      answerJson(response, 200, { data: { id: number + 1, filename: answered[number] } }),
    );
    const platform = await platformAt(fake.url);
    const create = () => platform.createSourceFile(1, 2, { filename: 'Doe/a b.pst' });
    for (let time = 0; time < 2; time += 1)
      expect(await create()).toMatchObject({
        ok: false,
        failure: { code: 'outcome-unknown', reason: { field: 'data.filename' } },
      });
    for (let time = 2; time < 6; time += 1) expect(unwrap(await create())).toMatchObject({ id: time + 1 });
    const link = { filename: 'a', directLink: 'https://files.example/a' };
    expect(unwrap(await platform.createSourceFile(1, 2, link))).toMatchObject({ id: 7 });
  });

  test('for a source file is not answered by the source file of another custodian', async () => {
    const answered = ['Roe, Jane', 'Doe, John', 'john doe', ' Doe,\u00A0 John', '', 7, null];
    const fake = await startFakeServer((_request, response, number) =>
      answerJson(response, 200, { data: { id: number + 1, custodian: answered[number] } }),
    );
    const platform = await platformAt(fake.url);
    const create = () => platform.createSourceFile(1, 2, { filename: 'a.pst', custodian: 'Doe, John' });
    expect(await create()).toMatchObject({
      ok: false,
      failure: { code: 'outcome-unknown', reason: { field: 'data.custodian' } },
    });
    for (let time = 1; time < answered.length; time += 1)
      expect(unwrap(await create())).toMatchObject({ id: time + 1 });
  });

  test('uses the field names of the profile, out and in', async () => {
    covers('operation PostDatabaseDataset', 'rule 4.common-rules.3');
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { uploadId: 9, status: 'OPEN' } }),
    );
    const platform = await platformAt(fake.url, {}, (profile) => ({
      ...profile,
      fields: {
        ...profile.fields,
        sourceFile: {
          ...profile.fields.sourceFile,
          id: { name: 'uploadId', known: false },
          state: { name: 'status', known: false },
          custodian: { name: 'owner', known: false },
        },
      },
    }));
    const made = await platform.createSourceFile(1, 2, {
      filename: 'a.pst',
      custodian: 'Ada',
      passwords: ['x'],
      childCustodians: { 'b/': 'Bo' },
    });
    expect(unwrap(made)).toEqual({ id: 9, state: 'OPEN' });
    expect(JSON.parse(String(fake.seen[0]?.body))).toEqual({
      filename: 'a.pst',
      owner: 'Ada',
      passwords: ['x'],
      childCustodians: { 'b/': 'Bo' },
    });
  });

  test('with a setting that the profile does not have, or a path value that leads elsewhere, is not sent', async () => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: {} }));
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.createDataset(1, { name: 'A', settings: { dedup: 'NONE' } }))).toBe(
      'processing-setting-unknown',
    );
    expect(
      codeOf(await platform.createDataset(1, { name: 'A', settings: { timezone: 'Mars/Olympus' } })),
    ).toBe('processing-setting-invalid');
    for (const databaseId of ['..', '', 'a/../b?c', -1, 1.5])
      expect(codeOf(await platform.call('GetDatabase', { path: { databaseId } }))).toBe('parameter-invalid');
    expect(fake.seen).toHaveLength(0);
    const urlOf = (databaseId: string) =>
      operationUrl(fake.url, platform.profile, 'GetDatabase', { databaseId }, {});
    expect([codeOf(urlOf('..')), codeOf(urlOf(''))]).toEqual(['parameter-missing', 'parameter-missing']);
    expect(unwrap(urlOf('a/../b?c')).pathname).toBe('/v1/databases/a%2F..%2Fb%3Fc');
  });
});

test('a part URL that is neither https nor on this computer is refused', async () => {
  const fake = await startFakeServer((_request, response) =>
    answerJson(response, 200, { data: { url: 'http://files.example/p?sig=hush' } }),
  );
  const platform = await platformAt(fake.url);
  const answer = await platform.partUrl(1, 2, 3);
  expect(codeOf(answer)).toBe('unexpected-answer');
  expect(inspect(answer)).not.toContain('hush');
});
