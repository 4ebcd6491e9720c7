#!/usr/bin/env node
// `npx lading` may be run by any Node version. The engine needs the one in optionalDependencies, where there is one for the
// system.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBundle } from './current-bundle.js';
import { endDamaged } from './damaged-program.js';
import { outcomes } from './exit-codes.js';

const system = process.platform === 'win32' ? 'win' : process.platform;
const program = process.platform === 'win32' ? 'node.exe' : 'node';
const repository = fileURLToPath(new URL('../..', import.meta.url));
const libraries = join(repository, 'node_modules');
const bundledNode = join(libraries, `node-${system}-${process.arch}`, 'bin', program);
const node = existsSync(bundledNode) ? bundledNode : process.execPath;
// Starting from the sources takes three times as long. It says what is wrong with them, where a bundle can't be built.
const maxBuildMs = 60_000;
function builtBundle() {
  try {
    accessSync(repository, constants.W_OK);
    accessSync(join(libraries, 'rolldown'));
  } catch {
    // The checkout is read-only, or was installed without development tools.
    return null;
  }
  spawnSync(node, [join(repository, 'build', 'command-line.ts')], { stdio: 'ignore', timeout: maxBuildMs });
  return currentBundle(repository);
}
// Waiting for the command lets it stop cleanly and say how to resume. A signal that it isn't ready for would only end it.
let early = [];
let cli = null;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// A signal to the whole process group reaches the command before it can act on it: it has begun nothing, and there is nothing
// to resume. A watch was to run until it is stopped, but what was asked of one wasn't answered.
const questions = ['--once', '--check', '--status', '--help', '-h'];
const isWatch = process.argv[2] === 'watch' && !process.argv.some((each) => questions.includes(each));
let hasBegun = false;
const exitCodeOf = (signal) => {
  const outcome = hasBegun ? 'stopped' : isWatch && stopSignals.includes(signal) ? 'done' : 'not-begun';
  return outcomes[outcome][0];
};
const send = (signal) => (early === null ? cli.kill(signal) : early.push(signal));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, send);
// A terminal sends Ctrl-C to the whole process group, so the command already has it.
process.on('SIGINT', () => (cli !== null && process.stdin.isTTY) || send('SIGINT'));
// Objects that live briefly would take up to 130 MB, and take no longer with 2. The GNU C library keeps freed memory for each thread that asked for some.
// Optimizing the parser of answers takes 23 MB, and is worth it after some hundred answers.
const nodeOptions = ['--max-semi-space-size=2', '--wasm-tiering-budget=100000000'];
const env = { MALLOC_ARENA_MAX: '2', ...process.env };
const bundle = currentBundle(repository) ?? builtBundle();
const script = bundle ?? join(repository, 'main', 'cli', 'index.ts');
// Without libraries, this may be a Node that can't read the sources either.
if (bundle === null && !existsSync(libraries)) endDamaged(null);
// What came while a bundle was looked for or built.
await new Promise(setImmediate);
const stop = early.find((signal) => signal !== 'SIGHUP' || !isWatch);
if (stop !== undefined) process.exit(exitCodeOf(stop));
// build/command-line.ts keeps what was used within the hour: the command starts threads, whose modules are in its bundle.
const touchEveryMs = 10 * 60_000;
function touchBundle() {
  try {
    utimesSync(join(bundle, '..', '..', '..'), new Date(), new Date());
  } catch {
    // The checkout is read-only, so nothing is built in it either.
  }
}
if (bundle !== null) {
  touchBundle();
  setInterval(touchBundle, touchEveryMs).unref();
}
const start = join(repository, 'main', 'cli', 'start.js');
cli = spawn(node, [...nodeOptions, start, script, ...process.argv.slice(2)], {
  env,
  // The channel closes when this process ends for any reason, SIGKILL included, on every system.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
cli.on('error', ({ code, path }) => {
  process.stderr.write(`error: Can't start ${path} (${code}).\n`);
  process.exit(1);
});
cli.on('message', (message) => {
  if (message === 'begun') hasBegun = true;
  const waiting = early ?? [];
  early = null;
  for (const signal of waiting) cli.kill(signal);
});
cli.on('exit', (code, signal) => process.exit(signal ? exitCodeOf(signal) : (code ?? 1)));
