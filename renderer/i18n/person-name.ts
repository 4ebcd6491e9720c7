import type { UserRecord } from '../../preload/contract/platform/records.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import { words } from './words.ts';

/** The person's name; else the username, the email address, or the ID. */
export function personName({ id, firstName, lastName, username, email }: UserRecord): string {
  const name = [firstName, lastName].flatMap((part) => (part?.trim() ? [part.trim()] : [])).join(' ');
  return printable([name, username, email].find((each) => each) ?? words.members.unnamed(id));
}
