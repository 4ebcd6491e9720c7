import { readSpecification } from './specification.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of what the test shows, in vitest's JSON report. */
    covers?: readonly string[];
  }
}

const known = new Set(readSpecification().statements.map(({ id }) => id));

/**
 * The option of a test that says which statements of docs/platform-interface.md it shows:
 * `test('…', covers('rule 7.4'), …)`. Only a test that ran and passed counts. Throws on an id that the document doesn't have.
 */
export function covers(...ids: readonly string[]): { readonly meta: { readonly covers: readonly string[] } } {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`docs/platform-interface.md doesn't state: ${unknown.join(', ')}`);
  return { meta: { covers: ids } };
}
