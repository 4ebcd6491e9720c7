import { describe, expect, test } from 'vitest';
import { compareVersions, fileVersion, planSentParts } from './file-version.ts';

const stats = {
  ...{ sizeBytes: 1, mtimeNs: 5n, device: 1n, fileId: 7n, bornNs: 3n, ctimeNs: 9n, linkCount: 1 },
  kind: 'file' as const,
};
const sent = fileVersion(stats);

describe('the version of a file', () => {
  test.each([
    ['none', {}],
    ['none', { device: 2n }],
    ['moved', { fileId: 8n }],
    ['touched', { ctimeNs: 10n }],
    ['touched', { fileId: 8n, ctimeNs: 10n }],
    ['touched', { mtimeNs: 3_600_000_000_005n }],
  ] as const)('%s: %o', (change, now) => {
    expect(compareVersions(sent, fileVersion({ ...stats, ...now }))).toBe(change);
  });
  test('of an earlier version of Lading is unknown', () => {
    expect(compareVersions(null, sent)).toBe('none');
  });
});

test.each([
  ['none', true, true, 'compare-some'],
  ['none', false, false, 'compare-some'],
  ['moved', true, false, 'compare-some'],
  ['moved', false, true, 'compare-some'],
  ['moved', false, false, 'send-again'],
  ['touched', true, false, 'compare-all'],
  ['touched', false, true, 'send-again'],
] as const)('%s, comparable: %s, SHA-1: %s → %s', (change, canCompare, sendsSha1, plan) => {
  expect(planSentParts(change, { canCompare, sendsSha1 })).toBe(plan);
});
