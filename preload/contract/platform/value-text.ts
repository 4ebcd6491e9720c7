/** The platform's own values in words: states, permissions, types. What is shown beside them on hover is the value. Pure. */
import { printable } from '../texts/printable.ts';

/** The documented permissions (platform-interface 2.3 and 2.8). */
const permissions: Readonly<Record<string, string>> = {
  CLOUD_MANAGEMENT_ADMIN: 'Cloud management admin',
  AI_ADMIN: 'AI admin',
  DB_ADMIN: 'Database admin',
  DB_UPLOAD: 'Upload',
  DB_DELETE: 'Delete',
  DB_LEGAL_HOLD: 'Legal hold',
  ORG_ADMIN: 'Organization admin',
  LEGAL_HOLD_ADMIN: 'Legal hold admin',
};

/** Others are shown as they come: a person who grants one must see exactly which. */
export function permissionText(permission: string): string {
  return Object.hasOwn(permissions, permission) ? (permissions[permission] ?? '') : printable(permission);
}

const constant = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z]+)$/;

/** "In progress" of IN_PROGRESS. Most values aren't documented: one that isn't spelled as a constant is shown as it comes. */
export function valueText(value: string): string {
  if (Object.hasOwn(permissions, value)) return permissionText(value);
  if (value.length <= 3 || !constant.test(value)) return printable(value);
  return value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replaceAll('_', ' ');
}
