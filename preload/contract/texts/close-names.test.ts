import { expect, test } from 'vitest';
import { closeDatabases } from './close-names.ts';

test.each([
  ['Smith v. Jones', 'Smith v. Jones II', true],
  ['Smith v. Jones', 'Jones v. Smith', true],
  ['Smith v. Jones', 'SMITH V JONES', true],
  ['Smith v. Jones', 'Smith v. Jonas', true],
  ['Smith v. Jones', 'Smith v. Jones (Appeal 2026)', true],
  ['Müller ./. Weiß', 'Mueller ./. Weiß', true],
  ['2026-0117', '2026-0171', true],
  ['Doe v. Roe', 'Doe v. Poe', true],
  ['Doe 1', 'Doe 2', true],
  ['Doe', 'Doe 2', true],
  ['12', '13', false],
  ['Smith v. Jones', 'Smith v. Brown', false],
  ['Doe v. Roe', 'Acme investigation', false],
  ['Acme', 'Acme investigation', false],
  ['Acme', 'Acne', false],
  ['', 'Doe', false],
])('“%s” and “%s” are taken for each other: %s', (name, other, expected) => {
  const one = { id: 1, name };
  const two = { id: 2, name: other };
  expect(closeDatabases(one, [one, two])).toEqual(expected ? [two] : []);
  expect(closeDatabases(two, [one, two])).toEqual(expected ? [one] : []);
});
