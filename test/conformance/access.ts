/** Who may call an operation, read from the Access column of platform-interface 4.2. */
import type { Role, SandboxForm } from '../../main/sandbox/index.ts';
import type { Operation } from './statements.ts';

export type Outcome = 'ok' | 'forbidden' | 'not-found' | 'key-refused';

type Grant = 'anyone' | 'member' | 'org-admin' | 'admitted-org-admin' | 'parent-admin' | 'database-admin';

/** In this order: an earlier one contains a later one. */
const grants: readonly (readonly [string, Grant | null])[] = [
  ['part of Database Org Admin group', null],
  ['parent org admin', 'parent-admin'],
  ['org admin of the owning organization when orgAdminAccess allows', 'admitted-org-admin'],
  // Operation 1 is open to anyone; what it lists is not.
  ['holders of explicit admin permission, or org admins of the owning organization', 'anyone'],
  ['org admin of the owning organization', 'org-admin'],
  ['org admin', 'org-admin'],
  ['admin on the database', 'database-admin'],
  ['member of the organization', 'member'],
  ['any authenticated caller, projects they can access', 'anyone'],
  ['any authenticated caller', 'anyone'],
  ["the API key's own account", 'anyone'],
  // Operations 16 to 18: org admin is the organization-level role used elsewhere.
  ['see note below', 'org-admin'],
];

/** Throws on words that it doesn't know, so that no part of the column goes unread. */
export function readAccess({ access, id }: Operation, operations: readonly Operation[]): ReadonlySet<Grant> {
  const [, other] = /^as operation (\d+)$/.exec(access) ?? [];
  const same = operations.find((operation) => operation.id === `operation ${other}`);
  if (same !== undefined) return readAccess(same, operations);
  const found = new Set<Grant>();
  let rest = access;
  for (const [words, grant] of grants) {
    if (rest.includes(words) && grant !== null) found.add(grant);
    rest = rest.replace(words, '');
  }
  if (rest.replace(/\bext\b|\bor\b|[\s,;:()]/g, '') !== '') throw new Error(`Access of ${id}: ${rest}`);
  return found;
}

/** What each key of the sandbox is to its organization and its first database, which admits org admins. */
const held: Readonly<Record<Exclude<Role, 'revoked'>, readonly Grant[]>> = {
  admin: ['member', 'org-admin', 'admitted-org-admin'],
  databaseAdmin: ['member', 'database-admin'],
  uploader: ['member'],
  reader: ['member'],
  legalHoldAdmin: ['member'],
  parentOrganization: ['parent-admin'],
  otherOrganization: [],
};

/** What a key gets from an operation on them. Organizations have parents in the extended form only. */
export function expectedOutcome(needed: ReadonlySet<Grant>, role: Role, form: SandboxForm): Outcome {
  if (role === 'revoked') return 'key-refused';
  const grantsOfKey = held[role].filter((grant) => form === 'extended' || grant !== 'parent-admin');
  if (needed.has('anyone') || grantsOfKey.some((grant) => needed.has(grant))) return 'ok';
  // What belongs to another organization isn't there.
  return grantsOfKey.length === 0 ? 'not-found' : 'forbidden';
}
