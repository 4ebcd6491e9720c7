/** Changes that are made in one go. Pure. */
import type { OneChange } from '../../../preload/contract/platform/calls.ts';
import type { InvitationRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { permissionDifference } from '../../../preload/contract/texts/change-parts.ts';
import { timeText } from '../../i18n/format.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { databaseAccessChange } from '../../shared/permission-changes.ts';
import type { PersonAccess } from './access-rows.ts';

/** What to do with one permission. Without an entry, everyone keeps what they have. */
export type PermissionEdits = ReadonlyMap<string, 'add' | 'remove'>;

export interface ChangeLine {
  /** Whom it is about. */
  readonly who: string;
  /** Where: a database. Empty where all lines are about the organization. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly change: OneChange;
}

export function editedPermissions(before: readonly string[], edits: PermissionEdits): readonly string[] {
  const kept = before.filter((permission) => edits.get(permission) !== 'remove');
  const added = [...edits].flatMap(([permission, edit]) => (edit === 'add' ? [permission] : []));
  return [...new Set([...kept, ...added])];
}

/** Only of those for whom something changes. */
export function roleLines(
  members: readonly UserRecord[],
  orgId: number,
  edits: PermissionEdits,
): readonly ChangeLine[] {
  return members.flatMap((member) =>
    changedLine(member.permissions ?? [], edits, (before, after) => ({
      who: withAddress(member),
      where: '',
      change: {
        name: 'platform.PatchOrganizationUser',
        path: { orgId, userId: member.id },
        body: { organizationPermissions: after },
        before,
      },
    })),
  );
}

/** Only of those for whom something changes. */
export function accessLines(people: readonly PersonAccess[], edits: PermissionEdits): readonly ChangeLine[] {
  return people.flatMap(({ person, database, permissions }) =>
    changedLine(permissions, edits, (before, after) => ({
      who: withAddress(person),
      where: database.name,
      change: databaseAccessChange({ databaseId: database.id, userId: person.id }, before, after),
    })),
  );
}

export function resendLines(invitations: readonly InvitationRecord[], orgId: number): readonly ChangeLine[] {
  return invitations.map(({ email, expiration }) => ({
    who: email,
    where: '',
    before: words.severalChanges.expires(timeText(expiration)),
    after: words.severalChanges.newExpiration,
    change: { name: 'platform.ResendInvitation', path: { orgId }, body: { email } },
  }));
}

function changedLine(
  permissions: readonly string[],
  edits: PermissionEdits,
  line: (before: string[], after: string[]) => Omit<ChangeLine, 'before' | 'after'>,
): readonly ChangeLine[] {
  const after = editedPermissions(permissions, edits);
  const { added, removed } = permissionDifference({ before: permissions, after });
  if (added.length + removed.length === 0) return [];
  const text = (values: readonly string[]) => words.permissions.list(values) || words.common.none;
  return [{ before: text(permissions), after: text(after), ...line([...permissions], [...after]) }];
}

function withAddress(person: UserRecord): string {
  const address = person.email ?? person.username;
  const name = personName(person);
  return address == null || address === name ? name : `${name}, ${address}`;
}
