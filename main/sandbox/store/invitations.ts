import { type OrganizationPermission, parseOrganizationPermissions } from './accounts.ts';
import type { SandboxDatabase } from './database.ts';

export interface InvitationRow {
  readonly organizationId: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly permissions: readonly OrganizationPermission[];
  readonly invitedBy: number;
  readonly approvedBy: number;
  readonly expiresMs: number;
}

export type InvitationRepository = ReturnType<typeof createInvitationRepository>;

/** Invitations to organizations, one per address whatever its case (platform-interface 3.2). */
export function createInvitationRepository(db: SandboxDatabase) {
  type StoredInvitation = Omit<InvitationRow, 'permissions'> & { readonly permissions: string };
  const ofOrganization = db.prepare<[number], StoredInvitation>(
    'SELECT * FROM invitations WHERE organizationId = ? ORDER BY email',
  );
  const invitation = db.prepare<[number, string], StoredInvitation>(
    'SELECT * FROM invitations WHERE organizationId = ? AND email = ?',
  );
  const put = db.prepare<[number, string, string, string, string, number, number, number]>(
    `INSERT OR REPLACE INTO invitations
       (organizationId, email, firstName, lastName, permissions, invitedBy, approvedBy, expiresMs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare<[number, string]>(
    'DELETE FROM invitations WHERE organizationId = ? AND email = ?',
  );
  const count = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM invitations WHERE organizationId = ?',
  );

  const parsed = (row: StoredInvitation): InvitationRow => ({
    ...row,
    permissions: parseOrganizationPermissions(row.permissions),
  });

  return {
    ofOrganization: (organizationId: number) => ofOrganization.all(organizationId).map(parsed),
    invitation(organizationId: number, email: string): InvitationRow | undefined {
      const row = invitation.get(organizationId, email);
      return row === undefined ? undefined : parsed(row);
    },
    count: (organizationId: number) => count.get(organizationId)?.n ?? 0,
    put(row: InvitationRow): void {
      const { organizationId, email, firstName, lastName, invitedBy, approvedBy, expiresMs } = row;
      const permissions = JSON.stringify(row.permissions);
      put.run(organizationId, email, firstName, lastName, permissions, invitedBy, approvedBy, expiresMs);
    },
    remove(organizationId: number, email: string): void {
      remove.run(organizationId, email);
    },
  };
}
