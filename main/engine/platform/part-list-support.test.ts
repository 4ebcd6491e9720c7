import { expect, test } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { canDoWithoutList, PartListSupport } from './part-list-support.ts';

const answered = { operation: 'GetSourceFileParts', status: 400 };
const strange = { operation: 'GetSourceFileParts', reason: { kind: 'no-answer' } } as const;

test.each<[Failure, boolean, boolean]>([
  [failure('refused', answered).failure, true, true],
  [failure('forbidden', answered).failure, true, true],
  [failure('cap-reached', answered).failure, true, true],
  [failure('unexpected-answer', strange).failure, true, true],
  [failure('not-found', answered).failure, true, false],
  [failure('unreachable', { ...strange, host: 'h' }).failure, true, false],
  [failure('key-refused', answered).failure, false, false],
  [failure('stopped').failure, false, false],
])('after %j a resume goes on: %s; the list is absent: %s', (refusal, goesOn, isAbsent) => {
  const support = new PartListSupport();
  support.recordFailure(1, refusal);
  expect(canDoWithoutList(refusal)).toBe(goesOn);
  expect(support.refusal !== null).toBe(isAbsent);
});

test('a list that was not found is absent once the platform knows the source file', () => {
  const support = new PartListSupport();
  const notFound = failure('not-found', answered).failure;
  support.recordFailure(1, notFound);
  support.recordKnownSourceFile(2);
  expect(support.refusal).toBeNull();
  support.recordKnownSourceFile(1);
  expect(support.refusal).toBe(notFound);
});
