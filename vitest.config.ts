import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { startBundles } from './test/start-bundles.ts';

/** Files of the window keep the processor busy, while those of the command line mostly wait. */
const window = /[\\/]test[\\/]e2e[\\/]/;
const waiting = /[\\/]test[\\/]cli[\\/]/;

const sandbox = 'test/{conformance,sandbox}';
const engine = 'test/engine';
const programs = 'test/{cli,e2e}';

/** Tests of the engine wait for most of their time: for a file to settle, a retry, the rate limit. So more run at a time. */
const mostlyWaiting = { maxWorkers: 8, sequence: { groupOrder: 1 } };

/** Mixes both kinds, so that few windows are open at a time. */
class MixedKinds extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [windows, waits] = [window, waiting].map((kind) =>
      sorted.filter(({ moduleId }) => kind.test(moduleId)),
    );
    const spread = [windows, waits].flatMap((kind = []) =>
      kind.map((file, index) => ({ file, at: index / kind.length })),
    );
    const mixed = spread.toSorted((a, b) => a.at - b.at).map(({ file }) => file);
    // The others are sorted by project: a worker that its files share ends before a file of another one.
    return [...mixed, ...sorted.filter((file) => !mixed.includes(file))];
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
          sequence: { groupOrder: 2 },
        },
      },
      // Nor do these: a sandbox is a process of its own.
      {
        extends: true,
        test: { name: 'sandbox', include: [`${sandbox}/**/*.test.ts`], isolate: false, ...mostlyWaiting },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: [`${engine}/**/*.test.ts`],
          isolate: false,
          setupFiles: [`${engine}/end-platforms.ts`],
          ...mostlyWaiting,
        },
      },
      { extends: true, test: { name: 'programs', include: [`${programs}/**/*.test.ts`], isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: [sandbox, engine, programs].map((folder) => `${folder}/**`),
          ...mostlyWaiting,
        },
      },
    ],
    pool: 'forks',
    globalSetup: 'test/programs.ts',
    setupFiles: ['test/fixtures/own-home.js'],
    // For two cores: a window or a command line waits for about half of its time. With more at a time, some miss their limits.
    maxWorkers: 4,
    sequence: { sequencer: MixedKinds },
    // For a machine with much else to do. What has to be prompt says so in its own test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Real processes, disks and browsers: a busy machine may be too slow once. test/retried-reporter.ts names what was.
    retry: 1,
    reporters: ['default', './test/retried-reporter.ts'],
  },
});
