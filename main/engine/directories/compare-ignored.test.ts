import { expect, test } from 'vitest';
import { compareIgnored } from './compare-ignored.ts';

const ann = { line: 3, userPrincipalName: 'Ann@corp' };
const bob = { line: 7, userPrincipalName: 'bob lee@corp' };
const predicted = { count: 2, people: [ann, bob] };

test.each([
  ['as predicted', ['ann@corp', 'Bob Lee@corp'], { asPredicted: [ann, bob], unexpected: [], missing: [] }],
  [
    'within other words',
    ['Row 3: <ann@corp> has no email'],
    { asPredicted: [ann], unexpected: [], missing: [bob] },
  ],
  ['someone else', ['joann@corp'], { asPredicted: [], unexpected: ['joann@corp'], missing: [ann, bob] }],
  [
    'one person twice',
    ['ann@corp', 'ann@corp'],
    { asPredicted: [ann], unexpected: ['ann@corp'], missing: [bob] },
  ],
  ['nobody', [], { asPredicted: [], unexpected: [], missing: [ann, bob] }],
])('ignored people reported as %s', (_what, reported, expected) => {
  expect(compareIgnored(predicted, reported)).toEqual({ reported, notCompared: 0, ...expected });
});

test('people whom the check only counted are not called unexpected', () => {
  expect(
    compareIgnored({ count: 3, people: [ann, bob] }, ['ann@corp', 'bob lee@corp', 'eve@corp']),
  ).toMatchObject({
    asPredicted: [ann, bob],
    unexpected: [],
    notCompared: 1,
  });
});
