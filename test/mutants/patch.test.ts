import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { patchOf } from './patch.ts';

test('each mistake still has its place in the sources, and its tests', () => {
  for (const mutant of mutants) expect(() => patchOf(mutant)).not.toThrow();
});
