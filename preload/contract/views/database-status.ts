/** What the platform says about a database before anything is sent to it: its state, its size, and who may upload. */
import { z } from 'zod';
import { valueText } from '../platform/value-text.ts';

/**
 * - closed: an organization's admin, in a database that is closed to them (orgAdminAccess); only a permission of their own
 *   lets them upload, and that can't be read
 * - unknown: only administrators can read permissions, and what their roles imply is not documented
 */
export const uploadPermissions = ['granted', 'missing', 'closed', 'unknown'] as const;
export type UploadPermission = (typeof uploadPermissions)[number];

export const databaseStatus = z.object({
  upload: z.enum(uploadPermissions),
  /** As the platform spells it (platform-interface 2.6 shows ACTIVE). It is null where it doesn't say. */
  state: z.string().nullable(),
  /** Its size now, in GB. It is null where the key can't read it. */
  billableGb: z.number().nullable(),
  /** How the latest upload with this key from this computer to this database ended. It is null without one. */
  lastUpload: z.object({ at: z.string(), isRefused: z.boolean() }).nullable(),
});
export type DatabaseStatus = z.infer<typeof databaseStatus>;

/** Whether a person is asked before an upload to a database in this state. */
export function isInactive(state: string | null): state is string {
  return state !== null && state.toUpperCase() !== 'ACTIVE';
}

/** Why a person is asked. */
export function inactiveDatabaseText(databaseName: string, state: string): string {
  return `The platform shows “${databaseName}” as ${valueText(state).toLowerCase()}. People may not see what you upload until it's active again.`;
}
