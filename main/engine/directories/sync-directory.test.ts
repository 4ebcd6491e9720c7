import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { DirectoryForm } from '../../../preload/contract/views/directory.ts';
import { covers } from '../../../test/conformance/covers.ts';
import { answerJson, type RequestHandler } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { codeOf, failureOf, unwrap } from '../../../test/fixtures/result.ts';
import type { Profile } from '../platform/profile.ts';
import { checkDirectory } from './check-directory.ts';
import { directoryRules, syncDirectory } from './sync-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-sync-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'people.csv');

const accepted: RequestHandler = (_request, response) => {
  answerJson(response, 200, { data: { custodians: [] } });
};

async function prepare(
  handler: RequestHandler,
  {
    csv = 'email,name\na@x.test,Ann\n',
    form = 'base',
    body = 'multipart',
  }: {
    csv?: string;
    form?: DirectoryForm;
    body?: Profile['directories']['body'];
  } = {},
) {
  writeFileSync(path, csv);
  const server = await startFakeServer(handler);
  const platform = await platformAt(server.url, {}, (profile) => ({
    ...profile,
    directories: { ...profile.directories, body, form },
  }));
  const check = unwrap(await checkDirectory(path, directoryRules(platform.profile)));
  return { server, platform, check };
}

/** Some 3 MB, so that a request is sent in many pieces. */
const large = `email,name\n${Array.from({ length: 60_000 }, (_, index) => `person${index}@example.test,Person with number ${index}\n`).join('')}`;

describe('what is sent', () => {
  it.each([
    ['small', 'email;name\na@x.test;"Lee; Ann"\n', 'email,name\na@x.test,Lee; Ann\n'],
    ['large', large, large],
  ])('of a %s file is the checked content as the file of a form', async (_size, csv, sent) => {
    const { server, platform, check } = await prepare(accepted, { csv });
    unwrap(await syncDirectory(platform, 12, check));
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', target: '/v1/directories/12/custodians' });
    expect(Number(request?.headers['content-length'])).toBe(request?.body.byteLength);
    // Node's own parser of forms.
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('no file');
    expect([[...form.keys()], file.type, await file.text()]).toEqual([['file'], 'text/csv', sent]);
  });

  it('is the CSV itself where the profile says so', async () => {
    covers('operation sync-custodians-of-a-legal-hold-directory');
    const { server, platform, check } = await prepare(accepted, {
      csv: large,
      form: 'extended',
      body: 'csv',
    });
    unwrap(await syncDirectory(platform, 12, check));
    expect(server.seen[0]?.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': String(check.content.bytes),
    });
    expect(server.seen[0]?.body.toString()).toBe(large);
  });

  test.each([429, 403, 404])(
    'is sent once where something else than the platform answers with %i',
    async (status) => {
      const { server, platform, check } = await prepare((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>busy</html>');
      });
      expect(codeOf(await syncDirectory(platform, 12, check))).toBe('directory-sync-unknown');
      expect(server.seen).toHaveLength(1);
    },
  );

  test.each([{ data: {} }, { data: { custodians: null } }, {}])(
    'may have been carried out where %j has no list of the people that were ignored',
    async (body) => {
      const { platform, check } = await prepare((_request, response) => answerJson(response, 200, body), {});
      expect(failureOf(await syncDirectory(platform, 12, check))).toMatchObject({
        code: 'directory-sync-unknown',
        reason: { kind: 'unreadable', problem: 'unexpected-fields' },
      });
    },
  );

  test('is nothing where the check found an error', async () => {
    const { server, platform, check } = await prepare(accepted, { csv: 'email,name\n,Ann\n' });
    expect(failureOf(await syncDirectory(platform, 12, check))).toEqual({
      code: 'directory-csv-invalid',
      path,
      errors: 1,
    });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['longer', `${large}new@x.test,New\n`],
    ['shorter', large.slice(0, -200)],
    ['different in one letter', large.replace(/Person(?=[^P]*$)/, 'Parson')],
    ['gone', null],
  ])('never becomes a complete request if the file is %s after the check', async (_what, changed) => {
    const { server, platform, check } = await prepare(accepted, { csv: large });
    if (changed === null) rmSync(path);
    else writeFileSync(path, changed);
    expect(codeOf(await syncDirectory(platform, 12, check))).toBe('directory-csv-changed');
    expect(server.seen).toEqual([]);
  });
});

describe('the answer', () => {
  const csv = 'email,user principal name,name\na@x.test,,Ann\n,bob@corp,Bob\n,eve@corp,Eve\n';

  test('is shown against the prediction', async () => {
    covers('rule 2.11.the-response-reports-the');
    const { platform, check } = await prepare(
      (_request, response) => answerJson(response, 200, { data: { custodians: ['bob@corp', 'zoe@corp'] } }),
      { csv },
    );
    expect(unwrap(await syncDirectory(platform, 12, check)).ignored).toEqual({
      reported: ['bob@corp', 'zoe@corp'],
      asPredicted: [{ line: 3, userPrincipalName: 'bob@corp' }],
      unexpected: ['zoe@corp'],
      missing: [{ line: 4, userPrincipalName: 'eve@corp' }],
      notCompared: 0,
    });
  });

  it.each<[number, string]>([
    [401, 'key-refused'],
    [403, 'directory-forbidden'],
    [404, 'directory-not-found'],
    [422, 'cap-reached'],
    [413, 'refused'],
  ])('%i is a refusal', async (status, code) => {
    const { platform, check } = await prepare((_request, response) =>
      answerJson(response, status, { title: 'No', status }),
    );
    expect(codeOf(await syncDirectory(platform, 12, check))).toBe(code);
  });

  test('429 is waited for, and the whole content is sent again', async () => {
    const { server, platform, check } = await prepare((_request, response, number) => {
      if (number === 0)
        answerJson(response, 429, { title: 'Slow down', status: 429 }, { 'retry-after': '0' });
      else answerJson(response, 200, { data: { custodians: [] } });
    });
    unwrap(await syncDirectory(platform, 12, check));
    const lengths = server.seen.map(({ body }) => body.byteLength);
    expect(lengths).toHaveLength(2);
    expect(lengths[0]).toBe(lengths[1]);
  });

  it.each<[string, RequestHandler]>([
    ['500', (_request, response) => answerJson(response, 500, { title: 'Failed', status: 500 })],
    ['none', (_request, response) => void response.destroy()],
    ['a web page', (_request, response) => void response.writeHead(200).end('<html>')],
  ])('%s leaves the outcome unknown: the sync is not repeated', async (_what, handler) => {
    const { server, platform, check } = await prepare(handler, { form: 'extended' });
    expect(failureOf(await syncDirectory(platform, 12, check))).toMatchObject({
      code: 'directory-sync-unknown',
      directoryId: 12,
      form: 'extended',
    });
    expect(server.seen).toHaveLength(1);
  });

  test('is not waited for once a person stops before the content is complete', async () => {
    const stop = new AbortController();
    const { platform, check } = await prepare(accepted, { csv: large });
    const stopping: typeof platform = {
      ...platform,
      syncDirectory: (directoryId, content, options) =>
        platform.syncDirectory(
          directoryId,
          {
            ...content,
            async *open() {
              for await (const block of content.open()) {
                yield block;
                stop.abort();
                // The request is given up while it waits for the next block.
                await new Promise(() => {});
              }
            },
          },
          { ...options, answerTimeoutMs: 60_000 },
        ),
    };
    expect(codeOf(await syncDirectory(stopping, 12, check, { signal: stop.signal }))).toBe('stopped');
  });
});
