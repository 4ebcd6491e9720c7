import { expect, test } from 'vitest';
import { patternProblems } from './check-patterns.ts';

const none = { include: [], exclude: [], custodianPattern: null };

test('each field is told of its own pattern that cannot be used', () => {
  const found = patternProblems({
    include: ['*.pdf', 'reports/[a-'],
    exclude: ['{a,b'],
    custodianPattern: '(?<custodian>[^/]+',
  });
  expect(found).toMatchObject({
    include: { code: 'glob-invalid', pattern: 'reports/[a-' },
    exclude: { code: 'glob-invalid', pattern: '{a,b' },
    custodianPattern: { code: 'custodian-pattern-invalid', pattern: '(?<custodian>[^/]+' },
  });
});

test('patterns that can be used have no problem, nor do fields without any', () => {
  const used = { include: ['**/*.pst'], exclude: ['~$*'], custodianPattern: '^(?<custodian>[^/]+)/' };
  for (const patterns of [used, none])
    expect(patternProblems(patterns)).toEqual({ include: null, exclude: null, custodianPattern: null });
});
