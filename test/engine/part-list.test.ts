import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import type { Fault } from '../../main/sandbox/index.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  openWithContext,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const partBytes = 64 * 1024;
const parts = 7;

async function envWith(names: readonly string[], etags: 'md5' | 'opaque' = 'md5'): Promise<TestEnv> {
  const env = await startTestEnv({ sandbox: { etags } });
  await makeEvidence(env.evidence, Object.fromEntries(names.map((name) => [name, parts * partBytes])));
  for (const name of names) {
    const path = join(env.evidence, name);
    // Whole milliseconds, so that a test can set the time again.
    const { atime, mtime } = await stat(path);
    await utimes(path, atime, mtime);
  }
  return env;
}

const fifthStalls = [{ match: { operation: 'PutPart', partNumber: 5 }, fault: { kind: 'stall' } }] as const;

/** Runs until every part but the fifth is acknowledged. */
async function interrupt(engine: Engine, id: UploadId): Promise<void> {
  const stop = new AbortController();
  const off = engine.onProgress(({ active }) => {
    if (active.some((item) => item.parts.done === parts - 1)) stop.abort();
  });
  await engine.run(id, runOptions({ signal: stop.signal }));
  off();
}

const countOf = async (env: TestEnv, operation: string) =>
  (await requestLog(env)).filter((row) => row.operation === operation).length;
const acknowledged = async (env: TestEnv) =>
  (await requestLog(env)).filter((row) => row.isPut && row.status === 200).length;

const noList = (fault: Fault) => [{ match: { operation: 'GetSourceFileParts' }, fault }];
const status = (code: number): Fault => ({ kind: 'status', status: code });
const absences: readonly (readonly [string, Fault])[] = [
  ['400', status(400)],
  ['403', status(403)],
  ['404', status(404)],
  ['405', status(405)],
  ['422', status(422)],
  ['501', status(501)],
  ['302', { kind: 'answer', status: 302 }],
  ['{}', { kind: 'answer', status: 200, body: {} }],
];

test.each(absences)(
  'where the list of parts answers %s, a resume sends only what is missing',
  async (_what, fault) => {
    const env = await envWith(['disk.img']);
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      await env.useFaults(fifthStalls);
      await interrupt(engine, id);
      await env.useFaults(noList(fault));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
    expect(await acknowledged(env)).toBe(parts);
    await expectAccepted(env, ['disk.img']);
  },
);

test.each([status(405), status(404)])(
  'an absent list (%j) is asked for once and not for every file of the session',
  async (fault) => {
    const env = await envWith(['disk.img']);
    await withSharedEngine(env, async (engine) => {
      const resumeWithout = async (name: string): Promise<void> => {
        const id = unwrap(
          await engine.prepare(requestFor(env, { dataset: { name, description: null } }), never),
        );
        await env.useFaults(fifthStalls);
        await interrupt(engine, id);
        await env.useFaults(noList(fault));
        expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
      };
      await resumeWithout('one');
      await resumeWithout('two');
    });
    expect(await countOf(env, 'GetSourceFileParts')).toBe(1);
  },
);

test('a list that is not found because the source file is gone is asked for again for the next file', async () => {
  const env = await envWith(['disk.img']);
  await withSharedEngine(env, async (engine) => {
    const prepare = async (name: string) =>
      unwrap(await engine.prepare(requestFor(env, { dataset: { name, description: null } }), never));
    const gone = await prepare('gone');
    await env.useFaults(fifthStalls);
    await interrupt(engine, gone);
    await env.useFaults([
      {
        match: { path: 'sourceFiles/\\d+' },
        fault: { kind: 'status', status: 404, title: 'No such source file' },
      },
    ]);
    expect(unwrap(await engine.run(gone, runOptions())).totals.failed.items).toBe(1);
    const next = await prepare('next');
    await env.useFaults(fifthStalls);
    await interrupt(engine, next);
    await env.useFaults([]);
    expect(unwrap(await engine.run(next, runOptions())).totals.accepted.items).toBe(1);
    // The one that was gone gets another source file.
    unwrap(await engine.requeueFailed(gone));
    expect(unwrap(await engine.run(gone, runOptions())).totals.accepted.items).toBe(1);
  });
  expect(await countOf(env, 'GetSourceFileParts')).toBe(2);
});

test('without the list, a file that was replaced by one of the same size and time is never mixed with it', async () => {
  const env = await envWith(['disk.img']);
  const path = join(env.evidence, 'disk.img');
  const id = await withEngine(env, async (engine) => {
    const uploadId = unwrap(await engine.prepare(requestFor(env), never));
    await env.useFaults(fifthStalls);
    await interrupt(engine, uploadId);
    return uploadId;
  });
  const { atime, mtime } = await stat(path);
  await writeFile(`${path}.new`, Buffer.alloc(parts * partBytes, 'X'));
  await utimes(`${path}.new`, atime, mtime);
  await rename(`${path}.new`, path);
  await env.useFaults(noList(status(405)));
  await withEngine(env, async (engine) => {
    const { accepted, failed } = unwrap(await engine.run(id, runOptions())).totals;
    expect([accepted.items, failed.items]).toEqual([0, 1]);
  });
  const [interrupted, ...others] = await sourceFiles(env);
  expect(interrupted?.completed).toBeNull();
  for (const { assembledPath } of others) expect(await sameBytes(path, assembledPath ?? '')).toBe(true);
});

test.each([
  { partCheck: 'auto', sha1: true, matching: 5, coveredBy: 'disk' },
  { partCheck: 'never', sha1: true, matching: 0, coveredBy: 'sha1' },
  { partCheck: 'never', sha1: false, matching: 0, coveredBy: 'nothing' },
] as const)(
  'the log says what covers the parts of an earlier run: part checks $partCheck, SHA-1 $sha1: $coveredBy',
  async ({ partCheck, sha1, matching, coveredBy }) => {
    const env = await envWith(['disk.img'], 'opaque');
    const engine = openWithContext(env.stateDir);
    onTestFinished(() => engine.close());
    const { url: serverUrl, apiKey } = env.sandbox;
    unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
    const id = unwrap(await engine.prepare(requestFor(env, { sha1, partCheck }), never));
    await env.useFaults(fifthStalls);
    await interrupt(engine, id);
    await env.useFaults(noList(status(405)));
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    const events = [...engine.context.repositories.events.all(id)];
    const logged = events.filter(({ type }) => type === 'part-list-unavailable');
    expect(logged.map(({ data }) => data)).toMatchObject([
      { code: 'refused', parts: parts - 1, matching, coveredBy },
    ]);
  },
);
