import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBundle } from '../../main/cli/current-bundle.js';
import type { Sink } from '../fakes/sink.ts';
import { type Measurement, type MeasureOptions, measureCommand } from './measure-command.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const defaultProfile = fileURLToPath(new URL('../../resources/profiles/default.json', import.meta.url));

/** The command line's own. Without it, each thread strips the types of its sources again, and takes twice the memory. */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/lading', import.meta.url));

/** As main/cli/bin.js starts the command line. Its own process would be measured in its place. */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=2', '--wasm-tiering-budget=100000000'];
export const nodeEnv = { MALLOC_ARENA_MAX: '2' } as const;

/** A key of the right form (platform-interface 5.1) that belongs to no account. */
export const benchKey = 'sink.bench.nobody';

/** What main/cli/bin.js starts. */
export async function bundledProgram(): Promise<string> {
  const { buildCommandLine } = await import('../../build/command-line.ts');
  await buildCommandLine();
  const program = currentBundle(repository);
  if (program === null) throw new Error('The sources change while the command line is built');
  return program;
}

/** Runs the command line in a process of its own. */
export async function runLading(
  args: readonly string[],
  sink: Sink,
  settings: MeasureOptions = {},
): Promise<Measurement> {
  const env = {
    ...nodeEnv,
    LADING_API_KEY: benchKey,
    ...(sink.caFile && { NODE_EXTRA_CA_CERTS: sink.caFile }),
    ...settings.env,
  };
  return measureCommand([process.execPath, ...nodeOptions, await bundledProgram(), ...args], {
    ...settings,
    env,
  });
}

export function uploadArgs(file: string, sink: Sink, state: string): readonly string[] {
  return [
    'upload',
    file,
    '--database',
    '1',
    '--dataset',
    'Bench',
    '--server',
    sink.url,
    '--state',
    state,
    '--json',
  ];
}

/** Writes the default profile with other limits. */
export function writeProfile(folder: string, limits: Readonly<Record<string, number>>): string {
  const profile: unknown = JSON.parse(readFileSync(defaultProfile, 'utf8'));
  if (typeof profile !== 'object' || profile === null)
    throw new Error('the default profile is not an object');
  const before: unknown = Reflect.get(profile, 'limits');
  const { $schema: _schema, ...rest } = Object.fromEntries(Object.entries(profile));
  const path = join(folder, 'profile.json');
  writeFileSync(path, JSON.stringify({ ...rest, name: 'Bench', limits: Object.assign({}, before, limits) }));
  return path;
}
