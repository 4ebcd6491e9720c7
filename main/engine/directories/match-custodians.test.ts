import { describe, expect, it } from 'vitest';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import { certainScore, type DirectoryPerson } from '../../../preload/contract/views/custodian-match.ts';
import fc from '../../../test/fixtures/property.ts';
import { compareNames } from './compare-names.ts';
import { comparePerson, custodianForms, personForms } from './compare-person.ts';
import { createCustodianMatcher } from './match-custodians.ts';
import { nameForms } from './name-forms.ts';

let line = 1;
function person(name: string, email = '', more: Partial<DirectoryPerson> = {}): DirectoryPerson {
  line += 1;
  return { line, name, email, userPrincipalName: '', employeeId: '', department: '', ...more };
}

function matchOne(custodian: string, people: readonly DirectoryPerson[]) {
  const matcher = createCustodianMatcher([custodian]);
  for (const one of people) matcher.add(one);
  const [match] = matcher.matches();
  if (match === undefined) throw new Error('no match');
  return match;
}

const john = person('John Smith', 'jsmith@corp.com', { employeeId: '20417' });

describe('a custodian is matched with a person', () => {
  it.each([
    // Certain
    ['John Smith', john, 1, ['same-name']],
    ['JOHN  SMITH', john, 1, ['same-name']],
    ['jsmith@corp.com', john, 1, ['same-email']],
    ['jsmith_corp_com', john, 0.97, ['same-email']],
    ['Smith, John', john, 0.98, ['comma-order']],
    ['John_Smith', john, 0.98, ['punctuation']],
    ['jsmith', john, 0.95, ['email-name']],
    ['20417', john, 0.95, ['employee-id']],
    ["Sean O'Brien", person('Sean OBrien'), 0.98, ['punctuation']],
    ['Hans Muller', person('Hans Müller'), 0.97, ['diacritics']],
    ['Mueller, Hans', person('Hans Müller'), 0.95, ['comma-order', 'diacritics']],
    ['Jan van der Berg', person('van der Berg, Jan'), 0.98, ['comma-order']],
    ['山田太郎', person('山田太郎'), 1, ['same-name']],
    ['Smith, John, Jr.', person('John Smith Jr'), 0.98, ['comma-order']],
    // For a person to decide
    ['Smith John', john, 0.85, ['name-order']],
    ['John A. Smith', john, 0.88, ['middle-name']],
    ['John A. Smith', person('John Andrew Smith'), 0.88, ['initial']],
    ['J. Smith', john, 0.88, ['initial']],
    ['JohnSmith', john, 0.9, ['spacing']],
    ['smithj', john, 0.75, ['account-style']],
    ['John Smyth', john, 0.7, ['typo']],
    ['Jonh Smith', john, 0.7, ['typo']],
    ['John Smith - laptop', john, 0.6, ['other-words']],
    ['Smith', john, 0.55, ['one-name']],
    ['John Smith Jr', john, 0.88, ['suffix']],
    ['jsmith@old.com', john, 0.7, ['email-name']],
    ['john', person('John Smith', 'john@corp.com'), 0.7, ['email-name']],
    ['info', person('', 'info@corp.com'), 0.7, ['email-name']],
    ['12', person('Ann Lee', '', { employeeId: '12' }), 0.6, ['employee-id']],
  ] as const)('%s', (custodian, one, score, reasons) => {
    const match = matchOne(custodian, [one]);
    expect(match.candidates).toMatchObject([{ score, reasons }]);
    expect(match.status).toBe(score >= certainScore ? 'matched' : 'review');
  });

  it.each([
    ['Bill Smith', 'William Smith'], // nicknames are not guessed
    ['John B. Smith', 'John A. Smith'],
    ['John Smith Sr', 'John Smith Jr'],
    ['Ann Lee', 'Ann Lea'], // too short for a typo
    ['Box 12345', 'Box 12346'],
    ['J. S.', 'John Smith'],
    ['John Smith', 'Jane Smith'],
    ['देवी कुमार', 'दवे कुमार'], // a vowel sign is not a diacritic
    ['...', 'John Smith'],
  ])('never: %s with %s', (custodian, name) => {
    expect(matchOne(custodian, [person(name)])).toMatchObject({ status: 'unmatched', candidates: [] });
  });

  it('leaves two people of one name to a person, with what tells them apart', () => {
    const two = [
      person('John Smith', 'jsmith2@corp.com', { department: 'Legal' }),
      person('John Smith', 'jsmith@corp.com', { department: 'Sales' }),
    ];
    const match = matchOne('John Smith', two);
    expect(match.status).toBe('review');
    expect(match.candidates.map(({ person: { department } }) => department)).toEqual(['Legal', 'Sales']);
    expect(match.candidates.map(({ name }) => name)).toEqual([
      'John Smith (jsmith2@corp.com)',
      'John Smith (jsmith@corp.com)',
    ]);
  });

  it('never gives the files of two people to one name', () => {
    const two = [person('John Smith', 'jsmith@corp.com'), person('John Smith', 'jsmith2@corp.com')];
    const { status, candidates } = matchOne('jsmith', two);
    expect(status).toBe('review');
    expect(candidates[0]).toMatchObject({ name: 'John Smith (jsmith@corp.com)', score: 0.95 });
  });

  it('takes a person who is in the file twice for one', () => {
    const match = matchOne('Smith, John', [person('John Smith', 'J@c.com'), person('John Smith', 'j@c.com')]);
    expect(match).toMatchObject({ status: 'matched', more: 0 });
    expect(match.candidates).toHaveLength(1);
  });

  it('lists the best candidates and counts the others', () => {
    const smiths = Array.from({ length: 12 }, (_, number) => person(`Smith`, `s${number}@corp.com`));
    const match = matchOne('John Smith', smiths);
    expect([match.candidates.length, match.more]).toEqual([5, 7]);
  });
});

const word = fc.constantFrom(
  'john',
  'jon',
  'smith',
  'smyth',
  'müller',
  'mueller',
  'muller',
  'j',
  'a',
  'ann',
  'jürgen',
  'o’neil',
  'jr',
  'łukasz',
);
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', ', ', '.', '-'))
  .map(([words, separator]) => words.join(separator));
const anyPerson = fc
  .record({
    name,
    email: fc.oneof(
      fc.constant(''),
      fc.tuple(word, word).map((two) => `${two.join('.')}@corp.com`),
    ),
  })
  .map(({ name: full, email }) => person(full, email));

describe('matching', () => {
  it('compares two names the same in both directions', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(compareNames(nameForms(a), nameForms(b))).toEqual(compareNames(nameForms(b), nameForms(a)));
      }),
    );
  });

  it('gives 1 only to what is equal after folding', () => {
    fc.assert(
      fc.property(fc.oneof(name, fc.string()), anyPerson, (custodian, one) => {
        const found = comparePerson(custodianForms(custodian), personForms(one));
        const text = foldText(custodian).replaceAll(/\s+/g, ' ').trim();
        const isSame = text !== '' && [foldText(one.name), foldText(one.email)].includes(text);
        expect(found?.score === 1).toBe(isSame);
      }),
    );
  });

  it('finds through its index whoever comparing every pair finds', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 8 }),
        fc.array(anyPerson, { maxLength: 8 }),
        (custodians, people) => {
          const matcher = createCustodianMatcher(custodians);
          for (const one of people) matcher.add(one);
          for (const { custodian, candidates } of matcher.matches()) {
            const scores = people.flatMap(
              (one) => comparePerson(custodianForms(custodian), personForms(one))?.score ?? [],
            );
            expect(candidates[0]?.score ?? 0).toBe(Math.max(0, ...scores));
          }
        },
      ),
    );
  });

  it('depends neither on the order of the people nor on that of the custodians', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 6 }),
        fc.array(anyPerson, { maxLength: 10 }),
        (custodians, people) => {
          const run = (names: readonly string[], ordered: readonly DirectoryPerson[]) => {
            const matcher = createCustodianMatcher(names);
            for (const one of ordered) matcher.add(one);
            return new Map(matcher.matches().map((match) => [match.custodian, match]));
          };
          expect(run(custodians.toReversed(), people.toReversed())).toEqual(run(custodians, people));
        },
      ),
    );
  });

  it('is certain only where no other person is near', () => {
    fc.assert(
      fc.property(name, fc.array(anyPerson, { minLength: 2, maxLength: 10 }), (custodian, people) => {
        const { status, candidates } = matchOne(custodian, people);
        const [best, second] = candidates;
        if (status === 'matched') {
          expect(best?.score).toBeGreaterThanOrEqual(certainScore);
          expect((best?.score ?? 0) - (second?.score ?? 0)).toBeGreaterThan(0.09);
        }
      }),
    );
  });

  it('matches a thousand custodians with 20,000 people', () => {
    const part = (number: number) =>
      String.fromCharCode(97 + (number % 26)) + ((number * 7919) % 1000).toString(36);
    const named = (number: number) =>
      `${part(number)}on ${part(number >> 3)}ski${(number % 97).toString(36)}`;
    const matcher = createCustodianMatcher(Array.from({ length: 1000 }, (_, number) => named(number * 17)));
    for (let number = 0; number < 20_000; number += 1)
      matcher.add(person(named(number), `p${number}@corp.com`));
    expect(matcher.matches().every(({ candidates }) => candidates[0]?.score === 1)).toBe(true);
  });
});
