import { TestRunner } from 'vitest';
import { readSpecification } from './specification.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of what the test shows, in vitest's JSON report. */
    covers?: readonly string[];
    /** Ids of what the sandbox keeps as it was sent, and does nothing with. */
    stores?: readonly string[];
  }
}

const known = new Set(readSpecification().statements.map(({ id }) => id));

/**
 * The first line of a test that shows what docs/platform-interface.md states: `covers('rule 7.4')`. Only a test that ran and
 * passed counts. Throws on an id that the document doesn't have.
 */
export function covers(...ids: readonly string[]): void {
  record('covers', ids);
}

/** Where the platform does something that the sandbox doesn't: a test shows only that what was sent arrives and is kept. */
export function stores(...ids: readonly string[]): void {
  record('stores', ids);
}

function record(kind: 'covers' | 'stores', ids: readonly string[]): void {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`docs/platform-interface.md doesn't state: ${unknown.join(', ')}`);
  const current = TestRunner.getCurrentTest();
  if (current === undefined) throw new Error('Only a test covers something');
  current.meta[kind] = [...new Set([...(current.meta[kind] ?? []), ...ids])];
}
