import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { dataNames } from '../../main/sandbox/store/data-names.ts';
import { startHttpServer } from '../fakes/http-server.ts';
import {
  createClient,
  sha1Of,
  startTestSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

/** A sandbox whose store refuses what these statements say, as that of a full disk does. */
async function startFailing(sql: string) {
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const { port } = first;
  first.kill();
  await first.exited;
  const db = new Sqlite(join(dataDir, dataNames.database));
  db.exec(sql);
  db.close();
  const sandbox = await startTestSandbox({ dataDir, port });
  return { dataDir, sandbox, client: createClient(sandbox) };
}

/** The first source file that goes from one state to another stays in it. What a trigger wrote before it fails stays, too. */
const refuseOnce = (before: string, after: string): string => `
  CREATE TABLE refusals (state TEXT);
  CREATE TRIGGER full_files BEFORE UPDATE ON sourceFiles WHEN OLD.state = '${before}' AND NEW.state = '${after}' BEGIN
    INSERT INTO refusals VALUES (NEW.state);
    SELECT RAISE(FAIL, 'full') WHERE (SELECT count(*) FROM refusals) = 1;
  END;`;

test('a write that the sandbox’s disk refuses fails that request, and the sandbox keeps running', async () => {
  // The log of a request is not finished, and no dataset is added.
  const { sandbox, client } = await startFailing(`
    CREATE TRIGGER full_log BEFORE UPDATE ON requests BEGIN SELECT RAISE(FAIL, 'full'); END;
    CREATE TRIGGER full_datasets BEFORE INSERT ON datasets BEGIN SELECT RAISE(FAIL, 'full'); END;`);
  await expect(client.dataset()).rejects.toThrow();
  expect(await fetch(`${sandbox.url}/v1/users/me`)).toMatchObject({ status: 401 });
  expect(await fetch(`${sandbox.url}/v1/users/me`)).toMatchObject({ status: 401 });
});

test.each([
  ['that the file is in place', 'PROCESSING', false],
  ['that its file could not be written', 'UPLOADING', true],
])(
  'an assembly is done again with the next completion if the store refused %s',
  async (_, state, isBlocked) => {
    const { dataDir, client } = await startFailing(refuseOnce('ASSEMBLING', state));
    const id = await client.sourceFile(await client.dataset(), { filename: 'a.pst' });
    const bytes = Buffer.from('mail');
    const etags = [await client.part(id, 1, bytes)];
    const partial = join(dataDir, dataNames.unfinished, String(id));
    if (isBlocked) mkdirSync(partial);
    const complete = async () => (await client.complete(id, etags, sha1Of(bytes))).status;
    expect(await complete()).toBe(500);
    rmSync(partial, { recursive: true, force: true });
    expect([await complete(), await complete()]).toEqual([200, 409]);
    expect(existsSync(partial)).toBe(false);
  },
);

test.each([
  ['an expansion', 'PROCESSING', 'PROCESSED', false],
  ['a download', 'DOWNLOADING', 'PROCESSING', true],
])(
  '%s that the store refused once is done again, and what comes after it is done',
  async (_, before, after, isLink) => {
    await using host = await startHttpServer(({ headers }, response) => {
      const [, from, to] = /^bytes=(\d)-(\d?)$/.exec(headers.range ?? '') ?? [];
      const bytes = 'mail'.slice(Number(from), to ? Number(to) + 1 : 4);
      response.writeHead(206, { 'content-range': `bytes ${from}-${to || 3}/4`, etag: '"1"' }).end(bytes);
    });
    const { sandbox, client } = await startFailing(refuseOnce(before, after));
    const dataset = await client.dataset();
    const link = isLink ? { directLink: new URL('mail', host.url).href } : {};
    const send = async (filename: string) => {
      const id = await client.sourceFile(dataset, { filename, ...link });
      if (!isLink) await client.complete(id, [await client.part(id, 1, Buffer.from('mail'))]);
      return id;
    };
    const ids = [await send('a.pst'), await send('b.pst')];
    const files = await Promise.all(ids.map((id) => waitUntilProcessed(sandbox, id)));
    expect(files.map((file) => [file.state, file.sizeBytes])).toEqual([
      ['PROCESSED', 4],
      ['PROCESSED', 4],
    ]);
  },
);
