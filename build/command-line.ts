/**
 * Builds the command line into dist/cli, in a folder of its own: programs that run keep theirs. main/cli/bin.js runs this where
 * the sources changed. The bundle is recorded with the content of every file that it was made of, as it was read.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { bundlesIn, contentOf, currentBundle, hashOfFile, writeRecord } from '../main/cli/current-bundle.js';
import { buildPrograms } from './bundle.ts';
import { withLock } from './incremental.ts';

export const repository = fileURLToPath(new URL('..', import.meta.url));

/** Files that the programs read at run time, by their path in the source tree. */
export const dataFiles = [
  'main/sandbox/ui/style.css',
  'main/sandbox/ui/refresh.js',
  'resources/profiles/default.json',
];

/** Only `lading demo` reads it, where it is. */
const sampleMatter = 'resources/sample-matter';
/** What the bundle depends on beside the modules that are in it. npm writes the last one with every installation. */
const ownInputs = [
  'build/bundle.ts',
  'build/command-line.ts',
  'package.json',
  'node_modules/.package-lock.json',
];
/** Programs load more of their bundle later. main/cli/bin.js touches it while it runs. */
const keptBundles = 3;
const unusedMs = 60 * 60_000;

/** Does nothing if there is a bundle of the sources as they are. */
export async function buildCommandLine(): Promise<void> {
  const bundles = bundlesIn(repository);
  await withLock(join(bundles, '.building'), async () => {
    if (currentBundle(repository) !== null) return;
    const hashes = new Map<string, string>();
    const readInput = (input: string): void => void hashes.set(input, hashOfFile(repository, input));
    for (const input of [...ownInputs, ...dataFiles]) readInput(input);
    const unfinished = join(bundles, `.unfinished-${process.pid}`);
    await buildPrograms(repository, unfinished, ['main/cli/index.ts'], dataFiles, (path) =>
      readInput(relative(repository, path).split(sep).join('/')),
    );
    await writeManifest(unfinished);
    const link = join(unfinished, sampleMatter);
    symlinkSync(
      relative(join(bundles, 'BUNDLE', 'resources'), join(repository, sampleMatter)),
      link,
      'junction',
    );
    // They are read in any order.
    const inputs = [...hashes.keys()].toSorted();
    const content = contentOf(inputs.map((input) => hashes.get(input) ?? ''));
    const folder = content.slice(0, 16);
    const bundle = join(bundles, folder);
    if (existsSync(bundle)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, bundle);
    utimesSync(bundle, new Date(), new Date());
    writeRecord(repository, { folder, inputs, content, stamp: null });
    removeOld(bundles);
  });
}

/** The programs read the version from package.json two folders above main/cli, as in the source tree. */
export async function writeManifest(folder: string): Promise<void> {
  const manifest = z
    .object({ name: z.string(), version: z.string(), license: z.string(), type: z.literal('module') })
    .parse(JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function removeOld(bundles: string): void {
  const folders = readdirSync(bundles, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.building')
    .map(({ name }) => ({
      path: join(bundles, name),
      isUnfinished: name.startsWith('.unfinished-'),
      usedMs: statSync(join(bundles, name)).mtimeMs,
    }))
    .toSorted((a, b) => b.usedMs - a.usedMs);
  const complete = folders.filter(({ isUnfinished }) => !isUnfinished);
  const old = [...folders.filter(({ isUnfinished }) => isUnfinished), ...complete.slice(keptBundles)];
  for (const { path, usedMs } of old)
    if (usedMs < Date.now() - unusedMs) rmSync(path, { recursive: true, force: true });
}

if (import.meta.main) await buildCommandLine();
