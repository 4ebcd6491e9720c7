/** Loaded for each file of tests: the harness itself is loaded once for all files of a process. */
import { afterAll } from 'vitest';
import { endPlatforms } from './harness.ts';

afterAll(endPlatforms);
