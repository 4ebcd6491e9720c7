import { knownName } from '../../preload/contract/platform/record-facts.ts';
import type { UserRecord } from '../../preload/contract/platform/records.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import { words } from './words.ts';

/** The person's name; else the username, the email address, or the ID. */
export function personName(person: UserRecord): string {
  return printable(knownName(person) ?? words.members.unnamed(person.id));
}
