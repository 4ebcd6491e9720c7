/** Vitest's global setup: bundles the programs that tests start, each once. See start-bundles.ts. */
import { cp, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { availableMemory } from 'node:process';
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

const memoryFolder = '/dev/shm';
/** More than all sandboxes of a run keep. A container often has 64 MB. */
const neededBytes = 6e9;

/** Where nothing waits for a disk: in memory, where the system has a folder and enough of it. */
async function fastFolder(): Promise<string> {
  const space = await statfs(memoryFolder).catch(() => null);
  const free = Math.min(space === null ? 0 : space.bavail * space.bsize, availableMemory());
  return free < neededBytes ? tmpdir() : memoryFolder;
}

/**
 * Makes the folder of what is not tested with a disk: the data of sandboxes that tests share, and the stores of engines that
 * they share. Returns what removes it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOutdated();
  project.onTestsRerun(buildOutdated);
  const folder = await mkdtemp(join(await fastFolder(), 'lading-shared-'));
  process.env['LADING_TEST_SHARED'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
