/**
 * Finds the people of a directory who may be the custodians of an upload. The custodians are indexed and the people
 * stream by, so memory grows with the custodians only, and not every pair is compared. Pure.
 */

import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import {
  type CustodianMatch,
  certainScore,
  clearMargin,
  type DirectoryPerson,
  type MatchCandidate,
  type MatchStatus,
} from '../../../preload/contract/views/custodian-match.ts';
import { maxCustodianChars } from '../../../preload/contract/views/custodian-rule.ts';
import { leastLettersForTypo } from './compare-names.ts';
import {
  type CustodianForms,
  comparePerson,
  custodianForms,
  localPart,
  type PersonForms,
  personForms,
  runKey,
  runsOf,
} from './compare-person.ts';
import { compactName, type NameForms, type NameWord } from './name-forms.ts';

const listedCandidates = 5;
const maxNames = 1_000_000;

interface Found {
  readonly custodian: string;
  readonly forms: CustodianForms;
  /** Best first. */
  candidates: MatchCandidate[];
  more: number;
}

export interface CustodianMatcher {
  add(person: DirectoryPerson): void;
  /** One for each custodian, in their order. */
  matches(): readonly CustodianMatch[];
}

export function createCustodianMatcher(custodians: readonly string[]): CustodianMatcher {
  const index = new Map<string, Found[]>();
  const namesakes = createNamesakes();
  const all = [...new Set(custodians)].map((custodian): Found => {
    const forms = custodianForms(custodian);
    const found = { custodian, forms, candidates: [], more: 0 };
    for (const key of new Set(custodianKeys(forms))) {
      const others = index.get(key);
      if (others === undefined) index.set(key, [found]);
      else others.push(found);
    }
    return found;
  });
  return {
    add(person) {
      const name = nameInDirectory(person);
      if (name === '') return;
      namesakes.add(name, person);
      const forms = personForms(person);
      const compared = new Set<Found>();
      for (const key of personKeys(forms)) {
        for (const found of index.get(key) ?? []) {
          if (compared.has(found)) continue;
          compared.add(found);
          const likeness = comparePerson(found.forms, forms);
          if (likeness !== null)
            addCandidate(found, {
              person,
              name,
              score: likeness.score,
              reasons: [...likeness.reasons],
              hasNamesake: false,
            });
        }
      }
    },
    matches: () =>
      all.map(({ custodian, candidates: found, more }) => {
        const candidates = found.map((candidate) =>
          namesakes.has(candidate.name) ? toldApart(candidate) : candidate,
        );
        return { custodian, status: statusOf(candidates), candidates, more };
      }),
  };
}

/** "jsmith" may be certain and still not be called John Smith if there are two of them: their files would be mixed. */
function toldApart(candidate: MatchCandidate): MatchCandidate {
  const { email, userPrincipalName, employeeId } = candidate.person;
  const apart = email || userPrincipalName || employeeId;
  const name = apart === '' || apart === candidate.name ? candidate.name : `${candidate.name} (${apart})`;
  return { ...candidate, name: name.length > maxCustodianChars ? candidate.name : name, hasNamesake: true };
}

/** Names that several people have. Beyond a million names, every further one may be taken: memory has a bound. */
function createNamesakes() {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  return {
    add(name: string, person: DirectoryPerson): void {
      const key = foldText(name);
      const known = first.get(key);
      if (known === undefined && first.size < maxNames) first.set(key, identityOf(person));
      else if (known !== identityOf(person)) shared.add(key);
    },
    has: (name: string): boolean => {
      const key = foldText(name);
      return shared.has(key) || !first.has(key);
    },
  };
}

function identityOf({ email, userPrincipalName, line }: DirectoryPerson): string {
  return foldText(email || userPrincipalName) || `line ${line}`;
}

/** What a custodian is called who is this person; '' for a row that names nobody, or not so that it can be sent. */
function nameInDirectory({ name, email, userPrincipalName }: DirectoryPerson): string {
  const found = (name || email || userPrincipalName).normalize('NFC').trim();
  return found.length > maxCustodianChars || /\p{Cc}/u.test(found) ? '' : found;
}

/** Certain only where one person fits and nobody else is near: of two John Smiths, a person chooses. */
export function statusOf(candidates: readonly Pick<MatchCandidate, 'score' | 'hasNamesake'>[]): MatchStatus {
  const [best, second] = candidates;
  if (best === undefined) return 'unmatched';
  const isClear = second === undefined || best.score - second.score >= clearMargin - 1e-9;
  return best.score >= certainScore && isClear && !best.hasNamesake ? 'matched' : 'review';
}

function addCandidate(found: Found, candidate: MatchCandidate): void {
  const { candidates } = found;
  const twin = candidates.findIndex(({ person }) => isSamePerson(person, candidate.person));
  if (twin !== -1) {
    const known = candidates[twin];
    if (known !== undefined && compareCandidates(candidate, known) >= 0) return;
    candidates.splice(twin, 1);
  }
  const last = candidates.at(-1);
  if (candidates.length === listedCandidates && last !== undefined) {
    found.more += 1;
    if (compareCandidates(candidate, last) >= 0) return;
    candidates.pop();
  }
  const at = candidates.findIndex((other) => compareCandidates(candidate, other) < 0);
  candidates.splice(at === -1 ? candidates.length : at, 0, candidate);
}

/** A person may be in a file twice. */
function isSamePerson(one: DirectoryPerson, other: DirectoryPerson): boolean {
  const address = (person: DirectoryPerson) => foldText(person.email || person.userPrincipalName);
  return (
    address(one) !== '' && address(one) === address(other) && foldText(one.name) === foldText(other.name)
  );
}

/** By score, then by what the rows say, so that the order of the file doesn't matter. */
function compareCandidates(one: MatchCandidate, other: MatchCandidate): number {
  return (
    other.score - one.score ||
    compareText(one.name, other.name) ||
    compareText(one.person.email, other.person.email) ||
    compareText(one.person.userPrincipalName, other.person.userPrincipalName) ||
    compareText(one.person.employeeId, other.person.employeeId) ||
    compareText(one.person.department, other.person.department) ||
    one.person.line - other.person.line
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Two that `comparePerson` finds alike have a key in common. */
function custodianKeys({ name, compact }: CustodianForms): readonly string[] {
  const local = localPart(name.folded);
  const runs = [2, 3, 4, 5, 6, 7].flatMap((length) =>
    length < name.words.length ? runsOf(name, length).map((run) => `run ${run}`) : [],
  );
  return [
    ...nameKeys(name).own,
    `text ${name.folded}`,
    `compact ${compact}`,
    ...(local === null ? [] : [`text ${local}`]),
    ...runs,
  ];
}

function* personKeys({ name, addresses, employeeId, accountStyles }: PersonForms): Iterable<string> {
  yield* nameKeys(name).others;
  for (const { text, underscored, local, compactLocal } of addresses) {
    yield `text ${text}`;
    yield `text ${underscored}`;
    if (local !== '') yield `text ${local}`;
    if (compactLocal !== '') yield `compact ${compactLocal}`;
  }
  if (employeeId !== '') yield `text ${employeeId}`;
  for (const style of accountStyles) yield `compact ${style}`;
  if (name.words.length > 1) yield `run ${runKey(name.words.map(({ plain }) => plain))}`;
}

interface NameKeys {
  /** Under these a name is found. */
  readonly own: readonly string[];
  /** Under these it finds others. */
  readonly others: readonly string[];
}

/**
 * An initial finds whole names and is found by them, but whole names that only share an initial don't find each other:
 * a directory may have ten thousand of them.
 */
function nameKeys(name: NameForms): NameKeys {
  const both = new Set<string>([`name ${name.folded}`]);
  const own = new Set<string>();
  const others = new Set<string>();
  const { words } = name;
  const [first, second, last] = [words.at(0), words.at(1), words.at(-1)];
  both.add(`joined ${compactName(words)}`);
  if (first === undefined || last === undefined) return { own: [...both], others: [...both] };
  if (second === undefined) {
    for (const only of formsOf(first)) {
      own.add(`only ${only}`);
      others.add(`first ${only}`).add(`last ${only}`);
      for (const variant of typoVariants(only)) both.add(`typo ${variant}`);
    }
  } else {
    for (const one of formsOf(first)) {
      own.add(`first ${one}`);
      others.add(`only ${one}`);
    }
    for (const one of formsOf(last)) {
      own.add(`last ${one}`);
      others.add(`only ${one}`);
    }
    // As written, and with the last name first.
    addPairs(first, last);
    addPairs(second, first);
  }
  return { own: [...both, ...own], others: [...both, ...others] };

  function addPairs(firstName: NameWord, lastName: NameWord): void {
    for (const one of formsOf(firstName)) {
      for (const other of formsOf(lastName)) {
        both.add(`pair ${one} ${other}`);
        for (const variant of typoVariants(one)) both.add(`typo ${variant}|${other}`);
        for (const variant of typoVariants(other)) both.add(`typo ${one}|${variant}`);
        addInitial(own, others, one, `|${other}`);
        addInitial(own, others, other, `|${one}|`);
      }
    }
  }
}

function formsOf({ plain, spelled }: NameWord): readonly string[] {
  return plain === spelled ? [plain] : [plain, spelled];
}

function addInitial(own: Set<string>, others: Set<string>, word: string, rest: string): void {
  const [initial = ''] = word;
  const isInitial = initial === word;
  own.add(`${isInitial ? 'initial' : 'whole'} ${initial}${rest}`);
  others.add(`${isInitial ? 'whole' : 'initial'} ${initial}${rest}`);
}

/** Two words with one edit between them become equal when that letter is taken out of either. */
function typoVariants(word: string): readonly string[] {
  const all = [...word];
  if (all.length < leastLettersForTypo) return [];
  return [word, ...all.map((_, index) => all.toSpliced(index, 1).join(''))];
}
