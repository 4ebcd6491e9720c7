/** `npm test`: lint with the import walls, types, and every suite; the last line adds them all up. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const repository = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(repository, 'node_modules', '.bin');
const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

function run(command: string, args: readonly string[]): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const child = spawn(join(binaries, command), args, {
    cwd: repository,
    stdio: 'inherit',
    // Every suite runs under the Node that ships, also where npm was started by another.
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

let passed = 0;
let failed = 0;
let skipped = 0;
for (const [command, args] of [
  ['biome', ['ci']],
  ['tsc', ['--noEmit']],
] as const) {
  if ((await run(command, args)) === 0) passed += 1;
  else failed += 1;
}

const folder = mkdtempSync(join(tmpdir(), 'lading-test-'));
try {
  const report = join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', [...args, ...process.argv.slice(2)]);
  const counted = vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  passed += counted.numPassedTests;
  // A file that does not load has no tests to fail; an error outside of tests shows in the exit code alone.
  failed += Math.max(counted.numFailedTests, counted.numFailedTestSuites > 0 || code !== 0 ? 1 : 0);
  skipped += counted.numPendingTests + counted.numTodoTests;
} catch (error) {
  console.error('The suites did not run to their end:', error);
  failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
