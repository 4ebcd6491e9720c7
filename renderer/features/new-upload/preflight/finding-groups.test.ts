import { expect, test } from 'vitest';
import type { FindingGroup, FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import { countLeftToDo, groupsLeftToDo, isEveryFileChecked } from './finding-groups.ts';

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

test.each([
  [null, false],
  [{ checked: 3, files: 500, isSkipped: true }, false],
  [{ checked: 500, files: 500, isSkipped: false }, true],
])('without findings after the inspection %j, all is well: %s', (inspection, expected) => {
  expect(isEveryFileChecked({ inspection })).toBe(expected);
});
