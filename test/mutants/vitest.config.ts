import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests alone, without the bundles of programs: their threads start from the sources, which a mutant changes. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['{build,main,preload,renderer}/**/*.test.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['test/fixtures/own-home.js'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
