import { expect, test } from 'vitest';
import { differingPart } from './verify-sent-parts.ts';

const part = (number: number, etagScope: string | null, matches: boolean) => ({ number, etagScope, matches });

test.each([
  ['none was compared', [], [], null],
  ['all match', [part(1, 'a', true), part(2, 'a', true)], [], null],
  ['one differs and another of its host matches', [part(1, 'a', true), part(2, 'a', false)], [], 2],
  ['one differs and its host is proven in this run', [part(1, 'a', false)], ['a'], 1],
  ['one differs, and nothing shows that its host’s ETags are MD5', [part(1, 'a', false)], [], null],
  ['one differs and only another host is proven', [part(1, 'a', false)], ['b'], null],
  [
    'one differs and only a part of another host matches',
    [part(1, 'a', false), part(2, 'b', true)],
    [],
    null,
  ],
  ['one of another encryption differs', [part(1, 'a', true), part(2, 'a aws:kms', false)], ['a'], null],
  [
    'one of an earlier version differs and another matches',
    [part(1, null, true), part(2, null, false)],
    [],
    2,
  ],
  ['one of an earlier version differs alone', [part(1, null, false)], ['a'], null],
])('the part that shows another file, where %s', (_what, compared, proven, expected) => {
  expect(differingPart(compared, (scope) => scope !== null && proven.some((one) => one === scope))).toBe(
    expected,
  );
});
