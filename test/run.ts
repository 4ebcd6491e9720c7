/** `npm test`: the browser's setup, and every suite beside lint with the import rules and types. The last line is the sum. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { reportConformance, testReport } from './conformance/report.ts';
import { runBeside, runBinary } from './run-binary.ts';
import { setUpBrowser } from './setup-browser.ts';
import { setUpPrograms } from './setup-programs.ts';

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

/** Null if every statement of the specification has a test that passed, and docs/conformance.md names these tests. */
function conformanceProblem(results: z.infer<typeof testReport>): string | null {
  const repository = fileURLToPath(new URL('..', import.meta.url));
  const { markdown, uncovered } = reportConformance(results, repository);
  if (uncovered.length > 0) return `No passing test covers: ${uncovered.join(', ')}`;
  return readFileSync(join(repository, 'docs', 'conformance.md'), 'utf8') === markdown
    ? null
    : 'docs/conformance.md is out of date: run npm run conformance';
}

// Without a browser the window's suites are skipped, or fail if CI=true.
setUpBrowser();
setUpPrograms();

let passed = 0;
let failed = 0;
let skipped = 0;
// While the tests begin, which keeps one processor busy. Each of several checkers would work out the same types again: one
// takes half as long in all.
const checks = Promise.all([runBeside('biome', ['ci']), runBeside('tsc', ['--noEmit', '--singleThreaded'])]);

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
  const found: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const counts = vitestReport.parse(found);
  passed += counts.numPassedTests;
  // A file that doesn't load has no tests to count; an error outside of tests shows only in the exit code.
  failed += Math.max(counts.numFailedTests, counts.numFailedTestSuites > 0 || code !== 0 ? 1 : 0);
  skipped += counts.numPendingTests + counts.numTodoTests;
  // Part of the tests says nothing about the whole specification.
  if (process.argv.length === 2) {
    const problem = conformanceProblem(testReport.parse(found));
    if (problem === null) passed += 1;
    else {
      console.error(`\n${problem}`);
      failed += 1;
    }
  }
} catch (error) {
  console.error('The test run did not finish:', error);
  failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const { code, output } of await checks) {
  console.log(output);
  if (code === 0) passed += 1;
  else failed += 1;
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
