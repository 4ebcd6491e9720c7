/** Vitest's global setup: bundles the programs that tests start, each once. See start-bundles.ts. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPrograms } from '../build/bundle.ts';
import { dataFiles, writeManifest } from '../build/command-line.ts';
import { isOutdated, withLock, writeStamp } from '../build/incremental.ts';
import { bundles, repository } from './start-bundles.ts';

/** Their threads become entries of their own; see build/bundle.ts. */
const entries = [
  'main/cli/index.ts',
  'main/engine/rpc/process.ts',
  'main/sandbox/process.ts',
  'test/engine/run-engine.ts',
  'test/engine/run-watch.ts',
  'test/engine/scan-until-killed.ts',
];
/** Only `lading demo` needs it, which doesn't ship. */
const sampleMatter = 'resources/sample-matter';
const inputs = [...entries, 'main', 'preload', 'resources', 'build', 'package-lock.json', 'test/programs.ts'];

async function buildOutdated(): Promise<void> {
  const stamp = join(bundles, '.built');
  await mkdir(dirname(bundles), { recursive: true });
  await withLock(`${bundles}.building`, async () => {
    const isCurrent = !isOutdated(
      stamp,
      inputs.map((path) => join(repository, path)),
    );
    if (isCurrent) return;
    const startedAt = new Date();
    await rm(bundles, { recursive: true, force: true });
    await buildPrograms(repository, bundles, entries, dataFiles);
    await writeManifest(bundles);
    await cp(join(repository, sampleMatter), join(bundles, sampleMatter), { recursive: true });
    writeStamp(stamp, startedAt);
  });
}

/** Returns what removes the data of sandboxes that end with the process of their tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOutdated();
  project.onTestsRerun(buildOutdated);
  const platforms = await mkdtemp(join(tmpdir(), 'lading-platforms-'));
  process.env['LADING_TEST_PLATFORMS'] = platforms;
  return () => rm(platforms, { recursive: true, force: true, maxRetries: 5 });
}
