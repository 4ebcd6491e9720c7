import type { OperationData } from '../../../preload/contract/platform/operations.ts';
import { personName } from '../../i18n/person-name.ts';
import type { Person } from './parse-people.ts';

/** What became of each person, as texts. */
export interface AddedPeople {
  readonly added: readonly string[];
  readonly invited: readonly string[];
  readonly invalid: readonly string[];
  /** The response has nothing about them. */
  readonly unmentioned: readonly string[];
}

/** Compares what was asked for with the platform's response (platform-interface 4.2, operation 12). Pure. */
export function addedPeople(
  asked: readonly Person[],
  { users, invites, invalid }: OperationData<'PostOrganizationUsers'>,
): AddedPeople {
  const added = users ?? [];
  const mentioned = new Set(
    [
      ...added.flatMap(({ email, username }) => [email, username]),
      ...(invites ?? []).map(({ email }) => email),
      ...(invalid ?? []),
    ].map((email) => email?.toLowerCase()),
  );
  return {
    added: added.map((user) => withEmail(personName(user), user.email)),
    invited: (invites ?? []).map(({ firstName, lastName, email }) =>
      withEmail([firstName, lastName].flatMap((part) => (part ? [part] : [])).join(' '), email),
    ),
    invalid: invalid ?? [],
    unmentioned: asked.flatMap(({ email }) => (mentioned.has(email.toLowerCase()) ? [] : [email])),
  };
}

function withEmail(name: string, email: string | null | undefined): string {
  return name === '' || name === email ? (email ?? name) : `${name}${email ? ` (${email})` : ''}`;
}
