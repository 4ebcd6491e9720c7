import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { failureCodes, failureKind } from '../../preload/contract/failures/failure-table.ts';
import { watchHealths } from '../../preload/contract/watch/watch-text.ts';
import { sameComparison } from '../../test/fixtures/comparison.ts';
import { emptyTally, finishedUpload, runningProgress } from '../../test/fixtures/progress.ts';
import { watchStatusCodes } from './commands/watch.ts';
import { exitCodeOf, type Outcome } from './exit-code.ts';
import { outcomes } from './exit-codes.js';
import {
  outcomeOfFailure,
  outcomeOfReport,
  outcomeOfStop,
  outcomeOfTotals,
  outcomesOfHealth,
  worseOutcome,
} from './outcome.ts';

describe('before an upload exists', () => {
  test.each(failureCodes.map((code) => [code]))('%s', (code) => {
    const stopped = [
      'stopped',
      'stopped-before-upload',
      'closing',
      'interrupted',
      'receipt-overtaken',
    ].includes(code);
    const expected =
      code === 'key-refused'
        ? 'key-refused'
        : stopped || failureKind({ code }) === 'unreachable'
          ? 'not-begun'
          : 'refused';
    expect(outcomeOfFailure({ code })).toBe(expected);
  });
});

test('once an upload exists, it can be resumed after everything but a refused key, permission, or address', () => {
  for (const code of failureCodes) {
    const isRefused = ['forbidden', 'not-found', 'unconfirmed', 'altered'].includes(failureKind({ code }));
    const expected = code === 'key-refused' ? 'key-refused' : isRefused ? 'refused' : 'stopped';
    expect(outcomeOfFailure({ code }, true)).toBe(expected);
  }
});

describe('a finished upload', () => {
  it('succeeds if files were skipped', () => {
    expect(outcomeOfTotals(runningProgress.totals)).toBe('done');
  });
  it('does not succeed if a file failed or needs review', () => {
    const well = { ...finishedUpload.totals, failed: emptyTally, held: emptyTally };
    expect(outcomeOfTotals({ ...well, failed: { items: 1, bytes: 1 } })).toBe('problems');
    expect(outcomeOfTotals({ ...well, held: { items: 1, bytes: 0 } })).toBe('problems');
  });
});

test('several uploads come to what the worst one did', () => {
  const table: readonly (readonly [Outcome, Outcome, Outcome])[] = [
    ['done', 'done', 'done'],
    ['done', 'problems', 'problems'],
    ['problems', 'stopped', 'stopped'],
    ['stopped', 'key-refused', 'key-refused'],
    ['refused', 'stopped', 'refused'],
    ['key-refused', 'refused', 'key-refused'],
  ];
  for (const [a, b, expected] of table) {
    expect(worseOutcome(a, b)).toBe(expected);
    expect(worseOutcome(b, a)).toBe(expected);
  }
});

test.each([
  ['done', 'signed-here', false, null],
  ['done', 'signed', true, sameComparison],
  ['unproved', 'signed', false, sameComparison],
  ['unproved', 'signed-here', false, { ...sameComparison, same: 0, sameSizeOnly: 2 }],
  ['unproved', 'signed-here', false, { ...sameComparison, same: 0, notCompared: 2 }],
  ['problems', 'signed-here', false, { ...sameComparison, sameSizeOnly: 1, changed: 1 }],
  ['problems', 'not-intact', true, null],
] as const)('a receipt is %s for %s, head %s, compared %j', (code, proof, headMatches, against) => {
  expect(outcomeOfReport({ proof, headMatches, against })).toBe(code);
});

describe('the exit codes', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const rowsOf = (text: string) =>
    text.split('\n').flatMap((line) => {
      const [, code, meaning = ''] = /^\| ([0-9]) \| ([^|]*) \|/.exec(line) ?? [];
      return code === undefined ? [] : [[Number(code), meaning.replaceAll('`', '')] as const];
    });

  it('have the meanings of the documentation', () => {
    const section = read('docs/command-line.md').split('\n## Exit codes\n')[1]?.split('\n## ')[0] ?? '';
    const rows = rowsOf(section);
    expect(rows).toHaveLength(Object.keys(outcomes).length);
    for (const [index, [code, meaning]] of Object.values(outcomes).entries()) {
      expect(rows[index]?.[0]).toBe(code);
      expect(rows[index]?.[1].startsWith(meaning), `${rows[index]?.[1]}: ${meaning}`).toBe(true);
    }
  });

  it('of the status of a watch are those of its help', () => {
    const codes = [...new Set(Object.values(outcomesOfHealth).map(exitCodeOf))].sort();
    expect([...watchStatusCodes.matchAll(/^ {2}([0-9]) /gm)].map(([, code]) => Number(code))).toEqual(codes);
    const documented = rowsOf(read('docs/watched-folders.md')).map(([code]) => code);
    expect(documented).toEqual(expect.arrayContaining(codes));
  });
});

it('a command that is stopped before it began anything is run again; what it began is resumed', () => {
  expect([outcomeOfStop({ hasBegun: false }), outcomeOfStop({ hasBegun: true })]).toEqual([
    'not-begun',
    'stopped',
  ]);
});

it('the health of a service and the exit code of several rules have one order, but for what a stop left', () => {
  const codes = [...new Set(watchHealths.map((health) => outcomesOfHealth[health]))];
  const sorted = codes.toSorted((a, b) => (worseOutcome(a, b) === a ? -1 : 1));
  expect(codes).toEqual(['key-refused', 'refused', 'problems', 'stopped', 'done']);
  expect(sorted).toEqual(['key-refused', 'refused', 'stopped', 'problems', 'done']);
});
