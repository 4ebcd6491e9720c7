/** `npm run build`: everything that runs, into dist/. What is newer than its sources is left as it is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildPreload, buildPrograms } from './code.ts';
import { licenceTexts, productionDependencies } from './dependencies.ts';
import { alone, isStale, stampAs } from './stale.ts';

export const repository = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(repository, 'dist');

/** What the programs read from the places that they have in the source tree. */
const data = ['main/sandbox/ui/style.css', 'main/sandbox/ui/refresh.js', 'resources/profiles/default.json'];

interface Part {
  readonly name: string;
  /** Below the repository. */
  readonly inputs: readonly string[];
  /** Below dist/, emptied first. */
  readonly outputs: readonly string[];
  build(): Promise<void>;
}

const always = ['build', 'package.json', 'package-lock.json'];

const parts: readonly Part[] = [
  {
    name: 'the programs',
    inputs: ['main', 'preload', 'resources/profiles', ...always],
    outputs: ['main', 'chunks', 'preload', 'resources', 'cli', 'package.json', 'licences.txt'],
    async build() {
      const programs = ['main/index.ts', 'main/engine/rpc/process.ts', 'main/sandbox/process.ts'];
      await buildPrograms(repository, dist, programs, data);
      await buildPreload(repository, dist);
      await buildPrograms(repository, join(dist, 'cli'), ['main/cli/index.ts'], data);
      await writeManifest(dist);
      await writeManifest(join(dist, 'cli'));
      await writeFile(
        join(dist, 'licences.txt'),
        licenceTexts(repository, productionDependencies(repository)),
      );
    },
  },
  {
    name: 'the window',
    inputs: ['renderer', 'preload/contract', 'vite.config.ts', ...always],
    outputs: ['renderer'],
    async build() {
      await buildWindow();
    },
  },
];

/** In a process of its own: what a test runner says of the environment would make it a build for development. */
async function buildWindow(): Promise<void> {
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The window could not be built; the reason is above.');
}

/** The version is read from two folders above main/cli, in the build as in the sources. */
async function writeManifest(folder: string): Promise<void> {
  const whole = z
    .object({ name: z.string(), version: z.string(), license: z.string(), type: z.literal('module') })
    .parse(JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
}

/** Builds what is stale, one part after the other, and tells before each. */
export async function buildWhatIsStale(tell: (words: string) => void = () => {}): Promise<void> {
  await mkdir(dist, { recursive: true });
  await alone(join(dist, '.building'), async () => {
    for (const part of parts) {
      const stamp = join(dist, `.built-${part.name.replaceAll(' ', '-')}`);
      const inputs = part.inputs.map((path) => join(repository, path));
      if (!isStale(stamp, inputs)) continue;
      tell(`Building ${part.name}.`);
      const startedAt = new Date();
      await rm(stamp, { force: true });
      for (const output of part.outputs) await rm(join(dist, output), { recursive: true, force: true });
      await part.build();
      stampAs(stamp, startedAt);
    }
  });
}

if (import.meta.main) await buildWhatIsStale((words) => process.stdout.write(`${words}\n`));
