import { expect, test } from 'vitest';
import { indexMap } from './map-index.ts';

const above = [
  { line: 1, path: '/cases', custodian: 'Pool' },
  { line: 2, path: '/cases/smith', custodian: 'Smith' },
  { line: 3, path: '/', custodian: 'Firm' },
];

test.each([
  ['in order', above],
  ['in another order', above.toReversed()],
])('of several rows above the chosen folder, the one with the longest path counts, %s', (_, rows) => {
  const map = indexMap(rows).forRoot('/cases/smith/mail');
  expect(map.nearest('2026/a.pst')).toMatchObject({ line: 2, custodian: 'Smith' });
  expect([...map.along('2026')].map(({ custodian }) => custodian)).toEqual(['Smith']);
});
