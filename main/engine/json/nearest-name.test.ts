import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['path', 'database', 'dataset', 'datasetPer', 'settleSeconds', 'custodianBy', 'custodian'];

test.each([
  ['databse', 'database'],
  ['Dataset', 'dataset'],
  ['datasetper', 'datasetPer'],
  ['settle_seconds', 'settleSeconds'],
  ['custodainBy', 'custodianBy'],
  ['pth', 'path'],
  ['folder', null],
  ['', null],
  ['x'.repeat(1_000_000), null],
])('%j is taken for %j', (name, expected) => {
  expect(nearestName(name, names)).toBe(expected);
});
