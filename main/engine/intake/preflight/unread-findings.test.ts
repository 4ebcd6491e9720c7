import { expect, test } from 'vitest';
import { timeFindings } from './unread-findings.ts';

const ns = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n;
const now = ns('2026-03-02T09:00:00Z');

test.each([
  ['2024-05-01T00:00:00Z', null],
  ['1980-01-01T00:00:00Z', 'epoch-1980'],
  ['1980-01-01T07:59:00Z', 'epoch-1980'],
  ['1980-01-02T00:00:00Z', null],
  ['2026-03-03T09:00:00Z', null],
  ['2026-03-05T09:00:00Z', 'future'],
  ['1970-01-01T00:00:00Z', 'epoch-1970'],
  ['1969-12-31T17:00:00Z', 'epoch-1970'],
  ['1601-01-01T00:00:00Z', 'epoch-1601'],
  ['1979-12-31T16:00:00Z', 'epoch-1980'],
  ['1979-12-30T23:59:59Z', 'before-1980'],
  ['1904-01-01T00:00:00Z', 'before-1980'],
])('%s', (time, problem) => {
  expect(timeFindings(ns(time), now).map(({ details }) => details)).toMatchObject(
    problem === null ? [] : [{ problem }],
  );
});

test('a time that no date expresses is in the future', () => {
  expect(timeFindings(2n ** 90n, now)).toMatchObject([{ details: { problem: 'future' } }]);
});
