/** A share that stops answering while the command line works on it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { defaultReaderLimits } from '../../main/engine/sources/reader-pool.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { type FuseFolder, fuseMissing, mountFuse } from '../fakes/fuse-folder.ts';
import { type Running, start } from './command.ts';

const missing = await fuseMissing();

async function startUpload(
  { onTestFinished }: TestContext,
  prepare: (share: FuseFolder) => void,
): Promise<{ share: FuseFolder; upload: Running }> {
  const dir = mkdtempSync(join(tmpdir(), 'lading-cli-hung-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const from = join(dir, 'from');
  await makeEvidence(from, { 'a.bin': 60_000_000, 'b/c.bin': 100_000 });
  const share = await mountFuse(from);
  onTestFinished(share.end);
  const sandbox = await startSandbox({ dataDir: join(dir, 'platform') });
  onTestFinished(() => sandbox.stop());
  prepare(share);
  const upload = start(
    [
      'upload',
      share.path,
      '--database',
      String(sandbox.databaseId),
      '--dataset',
      'Hung',
      '--state',
      join(dir, 'state'),
    ],
    { env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url }, cwd: dir },
  );
  onTestFinished(() => {
    upload.child.kill('SIGKILL');
  });
  return { share, upload };
}

async function expectStopped({ child, ended }: Running, code: number): Promise<void> {
  const before = performance.now();
  child.kill('SIGINT');
  expect((await ended).code).toBe(code);
  expect(performance.now() - before).toBeLessThan(defaultReaderLimits.giveUpMs);
}

// They mostly wait for ten seconds to pass, so both run at a time.
const options = { concurrent: true, skip: missing !== null };

test(
  `an upload from a share that hangs says so, and Ctrl-C ends it with code 3 (${missing ?? 'FUSE'})`,
  options,
  async (context) => {
    const { share, upload } = await startUpload(context, (mounted) => mounted.hang('read'));
    await upload.prints(`Waiting for ${share.path}: not responding`);
    await expectStopped(upload, 3);
  },
);

test('a scan of a share that hangs says so, and Ctrl-C ends it', options, async (context) => {
  const { share, upload } = await startUpload(context, (mounted) => mounted.hang('readdir'));
  await upload.prints(`Waiting for ${share.path}: not responding`);
  await expectStopped(upload, 3);
});
