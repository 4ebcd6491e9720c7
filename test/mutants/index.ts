/**
 * `npm run mutants`, or `npm run mutants -- WORDS` for those whose mistake has these words. Puts one mistake at a time into a
 * copy of the sources and runs the unit tests that have to catch it. Fails where one isn't caught.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { mutants } from './mutants.ts';
import { patchOf, repository, searched } from './patch.ts';

const copied = [...searched, 'build', 'docs', 'resources', 'test', 'package.json', 'tsconfig.json'];
/** A mistake may keep a test from ending. */
const longestRunMs = 5 * 60_000;

const words = process.argv.slice(2).join(' ');
const patches = mutants.filter(({ mistake }) => mistake.includes(words)).map(patchOf);
const folder = mkdtempSync(join(tmpdir(), 'lading-mutants-'));
try {
  for (const name of copied) cpSync(join(repository, name), join(folder, name), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const tests = new Set(patches.flatMap(({ mutant }) => mutant.tests));
  if (!(await runTests([...tests], 'inherit'))) throw new Error('Unit tests fail without any mistake');
  const survivors: string[] = [];
  for (const [index, { mutant, path, before, after }] of patches.entries()) {
    writeFileSync(join(folder, path), after);
    const isSurvivor = await runTests(mutant.tests, 'ignore');
    writeFileSync(join(folder, path), before);
    if (isSurvivor) survivors.push(mutant.mistake);
    console.log(
      `${index + 1}/${patches.length} ${isSurvivor ? 'SURVIVED' : 'killed'}: ${mutant.mistake} (${path})`,
    );
  }
  console.log(`\n${patches.length - survivors.length} killed, ${survivors.length} survived`);
  for (const mistake of survivors) console.log(`  ${mistake}`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether all of them passed. */
async function runTests(names: readonly string[], stdio: 'inherit' | 'ignore'): Promise<boolean> {
  const vitest = spawn(
    process.execPath,
    [
      join(repository, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--config=test/mutants/vitest.config.ts', '--bail=1', '--reporter=dot'],
      ...names.map((name) => `${sep}${name}.test.ts`),
    ],
    { cwd: folder, stdio, timeout: longestRunMs, killSignal: 'SIGKILL' },
  );
  return new Promise((resolve, reject) => {
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code === 0));
  });
}
