/** `npm test`: the browser's setup, lint with the import rules, types, and every suite. The last line is the sum. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runBinary } from './run-binary.ts';
import { setUpBrowser } from './setup-browser.ts';

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

// Without a browser the window's suites are skipped, or fail if CI=true.
setUpBrowser();

let passed = 0;
let failed = 0;
let skipped = 0;
for (const [command, args] of [
  ['biome', ['ci']],
  ['tsc', ['--noEmit']],
] as const) {
  if ((await runBinary(command, args)) === 0) passed += 1;
  else failed += 1;
}

const folder = mkdtempSync(join(tmpdir(), 'lading-test-'));
try {
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--reporter=default',
    '--reporter=./test/retried-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await runBinary('vitest', [...args, ...process.argv.slice(2)]);
  const counts = vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  passed += counts.numPassedTests;
  // A file that doesn't load has no tests to count; an error outside of tests shows only in the exit code.
  failed += Math.max(counts.numFailedTests, counts.numFailedTestSuites > 0 || code !== 0 ? 1 : 0);
  skipped += counts.numPendingTests + counts.numTodoTests;
} catch (error) {
  console.error('The test run did not finish:', error);
  failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
