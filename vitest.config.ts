import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { repository, startBundles } from './test/start-bundles.ts';

/** They take longest, so they begin first: begun last, one of them would run alone while everything else has ended. */
const longest = [
  'test/engine/hung-root.test.ts',
  'test/packaging/packaging.test.ts',
  'test/engine/killed-packs.test.ts',
  'test/engine/faults.test.ts',
  'test/e2e/screens.test.ts',
  'test/engine/broken-line.test.ts',
  'test/engine/touched-files.test.ts',
  'test/e2e/upload-screen.test.ts',
  'test/engine/killed-scan.test.ts',
  'test/engine/watch.test.ts',
  'test/cli/watch-once.test.ts',
  'test/engine/killed.test.ts',
  'test/engine/watch-lifecycle.test.ts',
  'test/engine/killed-watch.test.ts',
  'test/engine/packs.test.ts',
  'test/e2e/dev.test.ts',
  'test/engine/slow-line.test.ts',
  'test/cli/stop-upload.test.ts',
  'test/engine/hostile-answers.test.ts',
  'test/e2e/outages.test.ts',
  'test/engine/rate-limit-at-server.test.ts',
  'test/cli/watch.test.ts',
  'test/e2e/journey.test.ts',
  'test/sandbox/hostile-archives.test.ts',
];

/** The same among the unit tests, which end the run. */
const longestUnits = [
  'build/linear-expressions.test.ts',
  'main/engine/custody/not-a-receipt.test.ts',
  'main/engine/custody/timestamp/timestamp.test.ts',
  'main/engine/watch/ledger/moves-and-copies.test.ts',
  'main/engine/intake/preflight/inspect-threads.test.ts',
  'main/engine/custody/receipt-signature.test.ts',
  'main/engine/watch/ledger/renames.test.ts',
  'main/engine/watch/ledger/replaced-root.test.ts',
];

/** Tests of whole programs. The window keeps the processor busy; most others wait: for a file to settle, a retry, a limit. */
const programs = ['cli', 'conformance', 'e2e', 'engine', 'sandbox'];

/** The longest files first, then programs of all kinds side by side, and last the unit tests, which are short. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const pathOf = ({ moduleId }: TestSpecification) => relative(repository, moduleId).replaceAll('\\', '/');
    const places = new Map<string, number>();
    for (const folder of programs) {
      const paths = sorted.map(pathOf).filter((path) => path.startsWith(`test/${folder}/`));
      for (const [index, path] of paths.entries()) places.set(path, index / paths.length);
    }
    const place = (file: TestSpecification): number => {
      const path = pathOf(file);
      const first = longest.indexOf(path);
      if (first !== -1) return first - longest.length;
      // A worker that its files share ends before a file of another project, so each project is together.
      return places.get(path) ?? (path.startsWith('test/') ? 1 : longestUnits.includes(path) ? 2 : 3);
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

// As the command line sets it. Every process and thread of the tests would strip the types and compile everything again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/lading', import.meta.url));

export default defineConfig({
  plugins: [startBundles],
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
      // Nor do these: what they start is a process of its own.
      {
        extends: true,
        test: {
          name: 'programs',
          include: [`test/{${programs}}/**/*.test.ts`],
          isolate: false,
          setupFiles: ['test/engine/end-platforms.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: [`test/{${programs}}/**`],
        },
      },
    ],
    pool: 'forks',
    globalSetup: 'test/programs.ts',
    setupFiles: ['test/fixtures/own-home.js'],
    // For two cores: programs wait for about two thirds of their time. No group of files waits for the end of another one.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // For a machine with much else to do. What has to be prompt says so in its own test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // Real processes, disks and browsers: a busy machine may be too slow once. test/retried-reporter.ts names what was.
    retry: 1,
    reporters: ['default', './test/retried-reporter.ts'],
  },
});
