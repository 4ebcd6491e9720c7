import { maxCustodianChars } from '../../../../preload/contract/custodian-rule.ts';

/**
 * A custodian's name as it is stored and sent: without white space around it, and composed (NFC), as macOS's folder names
 * are not. Null if nothing is left, it is longer than 255 characters, or it has control characters.
 */
export function custodianName(text: string): string | null {
  const name = text.normalize('NFC').trim();
  return name === '' || name.length > maxCustodianChars || /\p{Cc}/u.test(name) ? null : name;
}
