import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  dryRun,
  expectAccepted,
  never,
  problemTexts,
  requestFor,
  runOptions,
  startTestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const longName = 'n'.repeat(300);

test('files that the system refuses to open fail alone, and a retry leaves them failed', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, {
    'a.txt': 10,
    'long.txt': 10,
    'turns/into a loop.txt': 10,
    'b.txt': 10,
    'link/loop/c.txt': 10,
  });
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { followSymlinks: true }), never));
    // As on a medium whose file system allows shorter names after it was mounted again.
    const db = new Sqlite(join(env.stateDir, 'lading.db'));
    db.prepare("UPDATE items SET name = ? WHERE name = 'long.txt'").run(longName);
    db.close();
    for (const folder of ['turns', 'link/loop']) {
      await rename(join(env.evidence, folder), join(env.dir, folder.replace('/', ' ')));
      await symlink(join(env.evidence, folder), join(env.evidence, folder));
    }
    const expectFailures = () =>
      expect(problemTexts(engine.problems(id))).toEqual(
        expect.arrayContaining([
          { path: longName, state: 'failed', reason: expect.stringContaining('path too long') },
          {
            path: 'turns/into a loop.txt',
            state: 'failed',
            reason: expect.stringContaining('too many symbolic links'),
          },
          {
            path: 'link/loop/c.txt',
            state: 'failed',
            reason: expect.stringContaining('too many symbolic links'),
          },
        ]),
      );
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 3 } });
    expectFailures();
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
    expectFailures();
  });
  await expectAccepted(env, ['a.txt', 'b.txt']);
});

test('a source with a name that is too long is refused as such', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  await withSharedEngine(env, async (engine) => {
    const sources = [join(env.evidence, longName)];
    expect(await engine.prepare(requestFor(env, { sources }), never)).toMatchObject({
      ok: false,
      failure: { code: 'path-unreadable', errno: 'ENAMETOOLONG' },
    });
  });
});

test('a dry run without room for its temporary files says so', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  const missing = join(env.dir, 'no', 'such', 'folder');
  vi.stubEnv('TMPDIR', missing);
  try {
    expect(await dryRun(env.stateDir, null, requestFor(env), async () => {})).toMatchObject({
      ok: false,
      failure: { code: 'write-failed', reason: 'folder-missing', errno: 'ENOENT' },
    });
  } finally {
    vi.unstubAllEnvs();
  }
});
