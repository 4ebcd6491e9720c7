import { describe, expect, it, test } from 'vitest';
import { failureCodes, failureKind } from '../../preload/contract/failures/failure-table.ts';
import { sameComparison } from '../../test/fixtures/comparison.ts';
import { emptyTally, finishedUpload, runningProgress } from '../../test/fixtures/progress.ts';
import {
  type ExitCode,
  exitCodeForFailure,
  exitCodeForReport,
  exitCodeForTotals,
  worseExitCode,
} from './exit-code.ts';

describe('before an upload exists', () => {
  test.each(failureCodes.map((code) => [code]))('%s', (code) => {
    const stopped = [
      'stopped',
      'stopped-before-upload',
      'closing',
      'interrupted',
      'receipt-overtaken',
    ].includes(code);
    const expected = code === 'key-refused' ? 4 : stopped || failureKind({ code }) === 'unreachable' ? 5 : 1;
    expect(exitCodeForFailure({ code })).toBe(expected);
  });
});

test('once an upload exists, it can be resumed after everything but a refused key, permission, or address', () => {
  for (const code of failureCodes) {
    const needsPerson = ['forbidden', 'not-found', 'unconfirmed', 'altered'].includes(failureKind({ code }));
    const expected = code === 'key-refused' ? 4 : needsPerson ? 1 : 3;
    expect(exitCodeForFailure({ code }, true)).toBe(expected);
  }
});

describe('a finished upload', () => {
  it('succeeds if files were skipped', () => {
    expect(exitCodeForTotals(runningProgress.totals)).toBe(0);
  });
  it('does not succeed if a file failed or needs review', () => {
    const well = { ...finishedUpload.totals, failed: emptyTally, held: emptyTally };
    expect(exitCodeForTotals({ ...well, failed: { items: 1, bytes: 1 } })).toBe(2);
    expect(exitCodeForTotals({ ...well, held: { items: 1, bytes: 0 } })).toBe(2);
  });
});

test('several uploads have the exit code of the worst one', () => {
  const table: readonly (readonly [ExitCode, ExitCode, ExitCode])[] = [
    [0, 0, 0],
    [0, 2, 2],
    [2, 3, 3],
    [3, 4, 4],
    [1, 3, 1],
    [4, 1, 4],
  ];
  for (const [a, b, expected] of table) {
    expect(worseExitCode(a, b)).toBe(expected);
    expect(worseExitCode(b, a)).toBe(expected);
  }
});

test.each([
  [0, 'signed-here', false, null],
  [0, 'signed', true, sameComparison],
  [6, 'signed', false, sameComparison],
  [6, 'signed-here', false, { ...sameComparison, same: 0, sameSizeOnly: 2 }],
  [2, 'signed-here', false, { ...sameComparison, sameSizeOnly: 1, changed: 1 }],
  [2, 'not-intact', true, null],
] as const)('a receipt exits with %d for %s, head %s, compared %j', (code, proof, headMatches, against) => {
  expect(exitCodeForReport({ proof, headMatches, against })).toBe(code);
});
