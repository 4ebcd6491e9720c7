import type { UserRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';

/** "Dana Whitfield", or what else names the person. */
export function personName({ id, firstName, lastName, username, email }: UserRecord): string {
  const name = [firstName, lastName].filter((part) => part != null && part !== '').join(' ');
  return name || username || email || words.databaseUsers.unknownUser(id);
}
