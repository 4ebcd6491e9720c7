import { describe, expect, it } from 'vitest';
import { permissionChanges, permissionChoices } from './permission-changes.ts';

describe('permissions', () => {
  it('can be chosen from the documented ones and from what someone has already', () => {
    expect(permissionChoices(['DB_ADMIN', 'DB_UPLOAD'], ['DB_UPLOAD', 'DB_TELEPORT'])).toEqual([
      'DB_ADMIN',
      'DB_UPLOAD',
      'DB_TELEPORT',
    ]);
  });

  it.each([
    { before: [], after: ['A'], added: ['A'], removed: [] },
    { before: ['A', 'B'], after: ['B', 'C'], added: ['C'], removed: ['A'] },
    { before: ['A', 'B'], after: ['B', 'A'], added: [], removed: [] },
    { before: ['A', 'A'], after: [], added: [], removed: ['A'] },
  ])('from $before to $after add $added and remove $removed', ({ before, after, added, removed }) => {
    expect(permissionChanges(before, after)).toEqual({ added, removed });
  });
});
