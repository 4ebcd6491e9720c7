import { expect, test } from 'vitest';
import type { FindingGroup, FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import { totals } from '../../../../test/fixtures/views.ts';
import { words } from '../../../i18n/words.ts';
import { areFilesFine, countLeftToDo, groupsLeftToDo } from './finding-groups.ts';

test('findings are counted and named that leave something to do, and not where another list has them', () => {
  const group = (
    code: FindingGroup['code'],
    severity: FindingGroup['severity'],
    findings: number,
    skipped = 0,
    opened = 0,
  ) => ({
    code,
    severity,
    findings,
    ofFiles: findings,
    bytes: 0,
    skipped,
    opened,
  });
  const found: FindingsView = {
    inspection: null,
    groups: [
      group('damaged', 'error', 5, 2),
      group('unreadable', 'error', 3),
      group('not-read', 'error', 7),
      group('only-zeros', 'error', 1, 1),
      group('empty', 'warning', 4, 4),
      group('encrypted', 'warning', 12, 1, 10),
      group('duplicate', 'info', 9),
    ],
  };
  const counts = (['error', 'warning', 'info'] as const).map((severity) => countLeftToDo(found, severity));
  expect(counts).toEqual([6, 1, 9]);
  expect(groupsLeftToDo(found, 'error').map(({ code }) => code)).toEqual(['damaged', 'unreadable']);
});

const all = { checked: 500, files: 500, isSkipped: false };
test.each([
  [null, 500, false],
  [{ checked: 3, files: 500, isSkipped: true }, 500, false],
  [all, 500, true],
  // A source without files has a warning of its own.
  [{ checked: 0, files: 0, isSkipped: false }, 0, false],
])('without findings after the inspection %j of %d files, all is well: %s', (inspection, items, expected) => {
  const preflight = { totals: totals({ queued: { items, bytes: 9 } }), links: [] };
  expect(areFilesFine(preflight, { inspection, groups: [] })).toBe(expected);
});

test('what is said of files is no claim about space, limits, or links', () => {
  expect(words.newUploadPreflight.noProblems).toBe('No problems found in the files');
  const skipped = { items: 1, bytes: 9 };
  const preflight = { totals: totals({ queued: { items: 500, bytes: 9 }, skipped }), links: [] };
  expect(areFilesFine(preflight, { inspection: all, groups: [] })).toBe(false);
});
