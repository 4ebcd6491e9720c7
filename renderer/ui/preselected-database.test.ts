import { describe, expect, it } from 'vitest';
import { preselectedDatabase } from './preselected-database.ts';

describe('the database', () => {
  const [one, two] = [
    { id: 41, name: 'Doe v. Roe' },
    { id: 42, name: 'Acme' },
  ];
  it.each([
    ['the only one', [one], false, 41],
    ['none if there are two', [one, two], false, null],
    ['the first one of the sandbox', [one, two], true, 41],
    ['none if there is none', [], true, null],
  ])('preselected is %s', (_, databases, isSandbox, chosen) =>
    expect(preselectedDatabase(databases, isSandbox)).toBe(chosen),
  );
});
