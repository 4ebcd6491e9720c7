import { describe, expect, test } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { creationScopeOf, scopeOf } from './outcome.ts';

describe('a failure stops', () => {
  const answered = { operation: 'x', status: 400 };
  const strange = { operation: 'x', reason: { kind: 'no-answer' } } as const;
  test.each([
    [failure('stopped'), 'stopped', 'stopped'],
    [failure('key-refused', answered), 'upload', 'upload'],
    [failure('unexpected-answer', strange), 'upload', 'upload'],
    [failure('forbidden', answered), 'item', 'upload'],
    [failure('not-found', answered), 'item', 'upload'],
    [failure('cap-reached', answered), 'item', 'upload'],
    [failure('refused', answered), 'item', 'item'],
    [failure('outcome-unknown', strange), 'item', 'item'],
  ])('%j', ({ failure: reason }, scope, creationScope) => {
    expect(scopeOf(reason)).toBe(scope);
    expect(creationScopeOf(reason)).toBe(creationScope);
  });
});
