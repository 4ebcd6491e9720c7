/** The documented permissions in words (platform-interface 2.3 and 2.8). Others are shown as they come. Pure. */
import { printable } from '../printable.ts';

const words: Readonly<Record<string, string>> = {
  ORG_ADMIN: 'Organization admin',
  CLOUD_MANAGEMENT_ADMIN: 'Cloud management admin',
  LEGAL_HOLD_ADMIN: 'Legal hold admin',
  AI_ADMIN: 'AI admin',
  DB_ADMIN: 'Database admin',
  DB_UPLOAD: 'Upload',
  DB_DELETE: 'Delete',
  DB_LEGAL_HOLD: 'Legal hold',
};

export function permissionText(permission: string): string {
  return Object.hasOwn(words, permission) ? (words[permission] ?? '') : printable(permission);
}
