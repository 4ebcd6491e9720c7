import { expect, it } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { failureHeading, failures } from './common.ts';

const map = {
  path: '/evidence/lists/custodians.csv',
  problem: 'columns-missing',
  otherLine: null,
  problems: 1,
} as const;

it.each<[string, Failure, string]>([
  [
    'the line of a file that is wrong',
    failure('custodian-map-invalid', { ...map, line: 1019, column: 3 }).failure,
    'Error in custodians.csv, line 1,019',
  ],
  [
    'the file, where all of it is wrong',
    failure('custodian-map-invalid', { ...map, line: null, column: null }).failure,
    'Error in custodians.csv',
  ],
  ['what a person typed', failure('link-malformed', { position: 2 }).failure, failures['bad-input']],
])('the heading of a failure names %s', (_, given, heading) => {
  expect(failureHeading(given)).toBe(heading);
});
