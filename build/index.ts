/** `npm run build`: builds everything that runs, into dist/. Skips what is up to date. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPreload, buildPrograms } from './bundle.ts';
import { buildCommandLine, dataFiles, repository, writeManifest } from './command-line.ts';
import { isOutdated, withLock, writeStamp } from './incremental.ts';
import { licenseTexts, productionDependencies } from './licenses.ts';
import { writeBillOfMaterials } from './sbom.ts';

export const dist = join(repository, 'dist');

interface BuildStep {
  readonly name: string;
  /** Below the repository. */
  readonly inputs: readonly string[];
  /** Below dist/. Removed before the step runs. */
  readonly outputs: readonly string[];
  build(): Promise<void>;
}

const commonInputs = ['build', 'package.json', 'package-lock.json'];

const programs: BuildStep = {
  name: 'programs',
  inputs: ['main', 'preload', 'resources/profiles', ...commonInputs],
  outputs: ['main', 'chunks', 'preload', 'resources', 'package.json', 'licenses.txt', 'sbom.cdx.json'],
  async build() {
    const entries = ['main/index.ts', 'main/engine/rpc/process.ts', 'main/sandbox/process.ts'];
    await buildPrograms(repository, dist, entries, dataFiles);
    await buildPreload(repository, 'preload/index.ts', join(dist, 'preload', 'index.cjs'));
    await buildCommandLine();
    await writeManifest(dist);
    const dependencies = productionDependencies(repository);
    await writeFile(join(dist, 'licenses.txt'), licenseTexts(repository, dependencies));
    writeBillOfMaterials(repository, join(dist, 'sbom.cdx.json'));
  },
};

const window: BuildStep = {
  name: 'window',
  inputs: ['renderer', 'preload/contract', 'docs', 'vite.config.ts', ...commonInputs],
  outputs: ['renderer'],
  build: buildWindow,
};

/** Vite runs in a process of its own: NODE_ENV set by a test runner would make a development build. */
async function buildWindow(): Promise<void> {
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The window could not be built. See the error above.');
}

type Report = (message: string) => void;

/** Runs the outdated steps, one after the other, and reports each. */
export function buildOutdated(report: Report = () => {}): Promise<void> {
  return buildSteps([programs, window], report);
}

/** Without the window: `npm run dev` serves it from its sources. */
export function buildOutdatedPrograms(report: Report): Promise<void> {
  return buildSteps([programs], report);
}

async function buildSteps(steps: readonly BuildStep[], report: Report): Promise<void> {
  await mkdir(dist, { recursive: true });
  await withLock(join(dist, '.building'), async () => {
    for (const step of steps) {
      const stamp = join(dist, `.built-${step.name}`);
      const inputs = step.inputs.map((path) => join(repository, path));
      if (!isOutdated(stamp, inputs)) continue;
      report(`Building the ${step.name}.`);
      const startedAt = new Date();
      await rm(stamp, { force: true });
      for (const output of step.outputs) await rm(join(dist, output), { recursive: true, force: true });
      await step.build();
      writeStamp(stamp, startedAt);
    }
  });
}

if (import.meta.main) await buildOutdated((message) => process.stdout.write(`${message}\n`));
