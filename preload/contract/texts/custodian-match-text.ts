/** Why a person of a directory may be a custodian, in plain English. */
import { certainScore, type MatchCandidate, type MatchReason } from '../views/custodian-match.ts';

const reasons: Readonly<Record<MatchReason, string>> = {
  'same-name': 'same name',
  'same-email': 'same email',
  'same-account': 'same account',
  'employee-id': 'same employee ID',
  'email-name': 'same name before the @',
  punctuation: 'other punctuation',
  'comma-order': 'last name first',
  'name-order': 'other order of names',
  diacritics: 'without diacritics',
  spacing: 'other spacing',
  'middle-name': 'other middle names',
  suffix: 'with or without a suffix',
  initial: 'an initial for a name',
  'account-style': 'made of initials',
  typo: 'one letter differs',
  'other-words': 'name with other words',
  'one-name': 'one name only',
};

/** `likely: last name first, without diacritics` */
export function matchText(candidate: MatchCandidate): string {
  return `${likelihoodText(candidate.score)}: ${reasonsText(candidate)}`;
}

export function reasonsText({ reasons: found, hasNamesake }: MatchCandidate): string {
  const why = found.map((reason) => reasons[reason]);
  return [...why, ...(hasNamesake ? ['namesake in the directory'] : [])].join(', ');
}

export function likelihoodText(score: number): string {
  if (score >= certainScore) return 'certain';
  if (score >= 0.85) return 'very likely';
  return score >= 0.7 ? 'likely' : 'possible';
}

/** `John Smith, jsmith@corp.com, Legal`: what tells a person apart. */
export function candidateText({ person, name }: MatchCandidate): string {
  const { email, userPrincipalName, department } = person;
  const shown = person.name || name;
  const others = [email || userPrincipalName, department].filter((text) => text !== '' && text !== shown);
  return [shown, ...others].join(', ');
}
