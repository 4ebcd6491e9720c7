import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites with long files run first, so that none of them is left to run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /[\\/]test[\\/](cli|engine|stand-in|e2e|packaging)[\\/]/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// As the command line sets it. Every process and thread of the tests would strip the types and compile everything again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/lading', import.meta.url));

export default defineConfig({
  test: {
    projects: [
      // They share nothing but what they import: loading that once per worker takes a third of their time away.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{build,main,preload,renderer,resources}/**/*.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'integration', include: ['test/**/*.test.ts'] } },
    ],
    pool: 'forks',
    setupFiles: ['test/fixtures/own-home.js'],
    // For two cores: much of a test is waiting.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // For a machine with much else to do. What has to be prompt says so in its own test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Real processes, disks and browsers: a busy machine may be too slow once. test/retried-reporter.ts names what was.
    retry: 1,
    reporters: ['default', './test/retried-reporter.ts'],
  },
});
