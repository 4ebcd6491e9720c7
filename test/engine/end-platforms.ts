/** Loaded for each file of tests: the harness itself is loaded once for all files of a process. */
import { afterAll } from 'vitest';
import { endPlatforms, endSharedEngine } from './harness.ts';

afterAll(async () => {
  await endSharedEngine();
  await endPlatforms();
});
