/** JSON that a person gives to a command. */
import { z } from 'zod';
import { parseJson } from '../engine/index.ts';

const anything = z.unknown().refine((value) => value !== undefined);

/**
 * What is wrong with it has its line and column, and quotes no values: a body may have passwords. A name that is given twice is
 * wrong, too.
 */
export function parseInput(text: string): { readonly value: unknown } | { readonly detail: string } {
  const parsed = parseJson(text, anything, 'the value');
  return parsed.ok ? { value: parsed.value } : { detail: parsed.problems.join('; ') };
}
