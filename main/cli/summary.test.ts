import { describe, expect, it } from 'vitest';
import { finished, midway, none } from '../../test/fixtures/sample-progress.ts';
import type { ProblemItem } from '../engine/types/uploads.ts';
import { doneLine, progressFields } from './json-lines.ts';
import { collectProblems, planLines, summaryLines } from './summary.ts';

const next = {
  seeAll: 'lading status 3',
  receipt: 'lading receipt 3 --out receipt-3.json',
  retry: 'lading resume 3 --retry-failed',
  decide: 'lading resume 3 --held again, or --held leave-out',
};

describe('the account after an upload', () => {
  it('summarises what was left out by reason, and lists what failed', () => {
    const problems: ProblemItem[] = [
      { path: '/e/a', state: 'skipped', reason: 'a symbolic link' },
      { path: '/e/b', state: 'skipped', reason: 'unreadable' },
      { path: '/e/c', state: 'skipped', reason: 'a symbolic link' },
      { path: '/e/d.pst', state: 'failed', reason: 'It changed while it was sent.' },
      { path: 'https://h/x.zip', state: 'held', reason: 'The answer was lost.' },
    ];
    expect(summaryLines(finished, collectProblems(problems), next, 80)).toEqual([
      'Sent      2 files, 300 B in dataset 7 “Smith production”',
      'Left out  3 files, 12 B',
      '          2: a symbolic link',
      '          1: unreadable',
      '          which: lading status 3',
      'Failed    1 file',
      'Held      1 file: only a person can tell whether they arrived',
      '          /e/d.pst',
      '            It changed while it was sent.',
      '          https://h/x.zip',
      '            The answer was lost.',
      'Receipt   lading receipt 3 --out receipt-3.json',
      'Again     lading resume 3 --retry-failed',
      'Decide    lading resume 3 --held again, or --held leave-out',
    ]);
  });

  it('does not offer to try again what is held: that might send it twice', () => {
    const held = { ...finished, totals: { ...finished.totals, failed: { items: 0, bytes: 0 } } };
    expect(summaryLines(held, collectProblems([]), next, 80)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Held/)]),
    );
    expect(summaryLines(held, collectProblems([]), next, 80).join('\n')).not.toContain('--retry-failed');
    expect(summaryLines(held, collectProblems([]), next, 80)).toContain(`Decide    ${next.decide}`);
  });

  it('lists twenty failures and says how to see the rest', () => {
    const many = Array.from(
      { length: 25 },
      (_, at): ProblemItem => ({ path: `/e/${at}`, state: 'failed', reason: 'x' }),
    );
    const lines = summaryLines(finished, collectProblems(many), next, 80);
    expect(lines.filter((line) => line.includes('/e/'))).toHaveLength(20);
    expect(lines).toContain('          … and 5 more: lading status 3');
  });

  it('does not keep a million reasons', () => {
    const each = function* (): Generator<ProblemItem> {
      for (let at = 0; at < 5000; at += 1)
        yield { path: `/e/${at}`, state: 'skipped', reason: `reason ${at}` };
    };
    const { skipped } = collectProblems(each());
    expect(skipped.length).toBeLessThanOrEqual(1001);
    expect(skipped.reduce((sum, [, items]) => sum + items, 0)).toBe(5000);
  });
});

it('the plan says what, in how many parts, and the least time the pace allows', () => {
  const plan = {
    totals: { ...midway.totals, queued: { items: 1000, bytes: 5_000_000 }, uploading: none, accepted: none },
    parts: 1000,
    requests: 3001,
    leastSeconds: 120,
    custodians: [],
    types: [],
  };
  expect(planLines(plan)).toEqual([
    'To send: 1,000 files, 5.0 MB, in 1,000 parts; 12 left out',
    "At least 2 min 00 s: 3,001 requests at the platform's pace.",
  ]);
});

it('the done line has exactly the shape of the design', () => {
  const files = [
    { id: 11, path: '/e/a', bytes: 100, sha1: 'aa', parts: 1 },
    { id: 12, path: '/e/"b"\n', bytes: 200, sha1: null, parts: 2 },
  ];
  const line = [...doneLine(finished, files)].join('');
  expect(line.endsWith('\n')).toBe(true);
  expect(line.trim()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    event: 'done',
    upload: 3,
    dataset: 7,
    items: 2,
    bytes: 300,
    failed: 2,
    skipped: 3,
    sourceFiles: files,
  });
  expect(JSON.parse([...doneLine(finished, [])].join(''))).toMatchObject({ sourceFiles: [] });
});

it('progress tells a program figures, not sentences', () => {
  expect(progressFields(midway)).toMatchObject({
    upload: 3,
    state: 'uploading',
    bytes: { done: 12_900_000_000, total: 28_900_000_000 },
    files: { done: 1204, total: 3310 },
    skipped: 12,
  });
});
