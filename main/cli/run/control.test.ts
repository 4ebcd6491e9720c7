import { expect, test } from 'vitest';
import { isPaused } from './control.ts';

test.each([
  ['scanning', false, false],
  ['scanning', true, true],
  ['uploading', true, false],
  ['paused', false, true],
] as const)(
  'an upload that is %s counts as paused after the answer %s: %s',
  (state, isAnswered, expected) => {
    expect(isPaused({ state, startedAt: '2026-01-01T00:00:00.000Z' }, isAnswered)).toBe(expected);
  },
);
