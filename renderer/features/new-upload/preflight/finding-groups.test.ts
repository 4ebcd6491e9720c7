import { expect, test } from 'vitest';
import type { FindingGroup, FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import { countSentFindings } from './finding-groups.ts';

test('findings of one severity are counted for the files that are sent, and not where another list has them', () => {
  const group = (
    code: FindingGroup['code'],
    severity: FindingGroup['severity'],
    findings: number,
    skipped = 0,
  ) => ({
    code,
    severity,
    findings,
    ofFiles: findings,
    bytes: 0,
    skipped,
  });
  const found: FindingsView = {
    inspection: null,
    groups: [
      group('damaged', 'error', 5, 2),
      group('encrypted', 'error', 3),
      group('not-read', 'error', 7),
      group('empty', 'warning', 4, 4),
      group('duplicate', 'info', 9),
    ],
  };
  const counts = (['error', 'warning', 'info'] as const).map((severity) =>
    countSentFindings(found, severity),
  );
  expect(counts).toEqual([6, 0, 9]);
});
