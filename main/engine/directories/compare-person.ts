/** How well a person of a directory fits a custodian: by name, email, account, and employee ID. Pure. */

import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { DirectoryPerson } from '../../../preload/contract/views/custodian-match.ts';
import { better, compareNames, type Likeness } from './compare-names.ts';
import { compactName, type NameForms, nameForms } from './name-forms.ts';

/** A custodian, or a person of the directory, prepared once for many comparisons. */
export interface CustodianForms {
  readonly name: NameForms;
  /** Letters and digits only. */
  readonly compact: string;
}

export interface PersonForms {
  readonly person: DirectoryPerson;
  readonly name: NameForms;
  readonly addresses: readonly Address[];
  readonly employeeId: string;
  /** Accounts that are often made of such a name: "jsmith", "smithj", "johns". */
  readonly accountStyles: readonly string[];
}

interface Address {
  readonly kind: 'same-email' | 'same-account';
  /** Folded. */
  readonly text: string;
  /** As cloud exports name a person's folder: "john_smith_corp_com". */
  readonly underscored: string;
  /** Before the @. */
  readonly local: string;
  readonly compactLocal: string;
}

/** A shorter employee ID or account is likely to be something else: "12", "hr". */
const leastIdLength = 4;
/** A cell of a directory that is longer than this is no address. */
const maxAddressLength = 500;

export function custodianForms(custodian: string): CustodianForms {
  const name = nameForms(custodian);
  return { name, compact: compactText(name.folded) };
}

export function personForms(person: DirectoryPerson): PersonForms {
  const name = nameForms(person.name);
  return {
    person,
    name,
    addresses: [
      ...addressOf('same-email', person.email),
      ...addressOf('same-account', person.userPrincipalName),
    ],
    employeeId: foldText(person.employeeId),
    accountStyles: accountStyles(name),
  };
}

/** Returns null if the person can't be the custodian. */
export function comparePerson(custodian: CustodianForms, person: PersonForms): Likeness | null {
  let best = compareNames(custodian.name, person.name);
  const text = custodian.name.folded;
  for (const address of person.addresses)
    best = better(best, compareAddress(custodian, address, person.name));
  if (text !== '' && text === person.employeeId)
    best = better(best, { score: text.length >= leastIdLength ? 0.95 : 0.6, reasons: ['employee-id'] });
  if (best === null && custodian.compact !== '' && person.accountStyles.includes(custodian.compact))
    best = { score: 0.75, reasons: ['account-style'] };
  if (best === null && containsName(custodian.name, person.name))
    best = { score: 0.6, reasons: ['other-words'] };
  return best;
}

function compareAddress(
  { name, compact }: CustodianForms,
  { kind, text, underscored, local, compactLocal }: Address,
  person: NameForms,
): Likeness | null {
  const { folded } = name;
  if (folded === text) return { score: 1, reasons: [kind] };
  if (folded === underscored) return { score: 0.97, reasons: [kind] };
  if (local === '') return null;
  if (folded === local) return { score: isTelling(local, person) ? 0.95 : 0.7, reasons: ['email-name'] };
  if (localPart(folded) === local) return { score: 0.7, reasons: ['email-name'] };
  return compact !== '' && compact === compactLocal ? { score: 0.85, reasons: ['email-name'] } : null;
}

/** An account that is only a first name, or a mailbox that isn't named, may be anybody's: "john", "info". */
function isTelling(local: string, { words }: NameForms): boolean {
  return (
    local.length >= leastIdLength &&
    words.length > 0 &&
    words.every(({ plain, spelled }) => local !== plain && local !== spelled)
  );
}

/** Whether the custodian's words have the person's whole name in a row: "Smith John - laptop". */
export function containsName(custodian: NameForms, person: NameForms): boolean {
  const length = person.words.length;
  if (length < 2 || custodian.words.length <= length) return false;
  const wanted = runKey(person.words.map(({ plain }) => plain));
  return runsOf(custodian, length).includes(wanted);
}

/** The runs of so many words, whatever their order. */
export function runsOf({ words }: NameForms, length: number): readonly string[] {
  return words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, start) => runKey(words.slice(start, start + length).map(({ plain }) => plain)));
}

export function runKey(words: readonly string[]): string {
  return words.toSorted().join(' ');
}

function addressOf(kind: Address['kind'], text: string): readonly Address[] {
  if (text === '' || text.length > maxAddressLength) return [];
  const folded = foldText(text);
  const local = localPart(folded) ?? '';
  return [
    {
      kind,
      text: folded,
      underscored: folded.replaceAll(/[^\p{L}\p{N}]+/gu, '_'),
      local,
      compactLocal: compactText(local),
    },
  ];
}

/** What is before the @; null without one. */
export function localPart(folded: string): string | null {
  const at = folded.indexOf('@');
  return at === -1 ? null : folded.slice(0, at);
}

export function compactText(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function accountStyles(name: NameForms): readonly string[] {
  const { words } = name;
  const [first, last] = [words.at(0), words.at(-1)];
  if (first === undefined || last === undefined || words.length < 2) return [];
  const styles = (['plain', 'spelled'] as const).flatMap((form) => {
    const [one, other] = [first[form], last[form]];
    const [initial = ''] = one;
    const [lastInitial = ''] = other;
    return [initial + other, other + initial, one + lastInitial, other + one, compactName(words, form)];
  });
  return [...new Set(styles)];
}
