import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { pseudoRandom } from '../fakes/evidence.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  never,
  problemTexts,
  requestFor,
  runOptions,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';

const secrets = ['q8Zr2LmX0vTn', 'Xw71pKd93RaV'];
const bytes = Buffer.concat([...pseudoRandom('masked', 10_000)]);
const paths = secrets.map((secret) => `/share/${secret}/disk.e01`);

/** Everything that Lading left in its folder, with the write-ahead log and the receipts. */
async function everythingStored({ stateDir }: TestEnv): Promise<string> {
  const entries = await readdir(stateDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}

test('the path of a masked link is stored nowhere, and asked for again after a restart', async () => {
  await using host = await startRangeServer(Object.fromEntries(paths.map((path) => [path, { bytes }])));
  const env = await startTestEnv();
  const links = paths.map((path) => `${host.origin}${path}`);
  await env.useFaults([
    {
      match: { operation: 'PostDatasetFile', nth: 2 },
      fault: {
        kind: 'answer',
        status: 404,
        body: { title: `No file at ${links.join(' or ')}`, status: 404 },
      },
    },
  ]);
  let stored = '';
  // Links are sent in parallel: either may be the second.
  let failed = '';
  let sent = '';
  const id = await withEngine(env, async (engine) => {
    const request = requestFor(env, { sources: [], links, maskLinks: true });
    const created = unwrap(await engine.prepare(request, never));
    const shown = unwrap(await engine.plan(created)).links.map(({ link }) => link);
    expect(new Set(shown).size).toBe(2);
    for (const link of shown)
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/…\/disk\.e01 \([0-9a-f]{12}\)$/);
    expect(unwrap(await engine.run(created, runOptions())).totals).toMatchObject({
      handedOver: { items: 1 },
      failed: { items: 1 },
    });
    const [problem] = [...engine.problems(created)];
    const isFailed = (_link: string, index: number): boolean => shown[index] === problem?.path;
    failed = links.find(isFailed) ?? '';
    sent = links.find((link) => link !== failed) ?? '';
    stored += JSON.stringify([
      problemTexts(engine.problems(created)),
      [...engine.log(created, 0)],
      engine.uploads(),
    ]);
    for (const format of ['json', 'csv'] as const)
      unwrap(
        await engine.writeReceipt(
          created,
          format,
          createWriteStream(join(env.stateDir, `receipt.${format}`)),
        ),
      );
    stored += await everythingStored(env);
    return created;
  });
  await env.useFaults([]);
  await withEngine(env, async (engine) => {
    unwrap(await engine.requeueFailed(id));
    unwrap(await engine.run(id, runOptions()));
    expect(problemTexts(engine.problems(id))).toMatchObject([
      { state: 'failed', reason: failureText({ code: 'link-secret-missing' }) },
    ]);
    const stray = failureOf(engine.provideLinks(id, [sent]));
    stored += JSON.stringify(stray);
    expect(stray.code).toBe('link-not-needed');
    unwrap(engine.provideLinks(id, [failed]));
    unwrap(await engine.requeueFailed(id));
    expect(unwrap(await engine.run(id, runOptions())).totals).toMatchObject({ handedOver: { items: 2 } });
    stored += await everythingStored(env);
  });
  stored += await everythingStored(env);
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(stored).toContain('disk.e01');
  // The platform's message quoted the link.
  expect(stored).toContain('No file at ■■■');
});
