import { expect, test } from 'vitest';
import { failure, success } from '../../../preload/contract/failure.ts';
import { chooseByName } from './find-database.ts';

const doe = { id: 1, name: 'Doe v. Roe' };
const lowerCase = { id: 2, name: 'doe v. roe' };
const acme = { id: 3, name: 'Acme' };
const secondAcme = { id: 4, name: 'ACME' };
const all = [doe, lowerCase, acme, secondAcme, { id: 5, name: 'Caf\u00e9' }];

test.each([
  ['the exact name, beside one that differs in case', 'doe v. roe', success(lowerCase)],
  ['the exact name first', 'Acme', success(acme)],
  ['a name in another Unicode form', 'cafe\u0301', success({ id: 5, name: 'Caf\u00e9' })],
  [
    'two that differ from it in case',
    'acme',
    failure('database-name-ambiguous', { name: 'acme', databaseIds: [3, 4] }),
  ],
  ['part of a name', 'Doe', failure('database-name-unknown', { name: 'Doe' })],
])('%s', (_what, name, expected) => {
  expect(chooseByName(all, name)).toEqual(expected);
});
