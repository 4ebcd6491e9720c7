/** `npm run conformance`: runs the tests that say what they cover, and writes docs/conformance.md. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBinary } from '../run-binary.ts';
import { reportConformance, testReport } from './report.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('{build,main,preload,renderer,resources,test}/**/*.test.ts', {
  cwd: repository,
}).filter((file) => /from '[./\w-]*\/covers\.ts'/.test(readFileSync(join(repository, file), 'utf8')));

const folder = mkdtempSync(join(tmpdir(), 'lading-conformance-'));
try {
  const file = join(folder, 'report.json');
  const code = await runBinary('vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
  ]);
  const { markdown, uncovered } = reportConformance(
    testReport.parse(JSON.parse(readFileSync(file, 'utf8'))),
    repository,
  );
  writeFileSync(join(repository, 'docs', 'conformance.md'), markdown);
  for (const id of uncovered) console.error(`No passing test covers ${id}`);
  console.log(
    `docs/conformance.md: ${uncovered.length === 0 ? 'every row has a test' : `${uncovered.length} rows have no test`}`,
  );
  process.exitCode = code !== 0 || uncovered.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
