/**
 * The platform's records (platform-interface 2). Only what identifies a record is required: fields that a form of the
 * interface lacks may be missing or null, unknown fields are kept, and enumerations are strings, because not all of their
 * values are documented. A field of another type reads as null, so that it takes neither its record nor the page away.
 */
import { z } from 'zod';

/** Ids are integers (platform-interface 2). */
export const platformId = z.int().nonnegative();

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(null);
}

const text = optional(z.string());
const flag = optional(z.boolean());
const amount = optional(z.number());
const id = optional(platformId);
/** ISO 8601, UTC. */
const timestamp = optional(z.string());
const strings = optional(z.array(z.string()));

/** 2.2 */
export const databaseRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  context: text,
  databaseFields: optional(z.array(z.looseObject({ name: text, type: text, value: text }))),
  orgAdminAccess: flag,
  owningOrganizationId: id,
});

/** 2.12: a user identifier. */
export const userIdentifierRecord = z.looseObject({ abbreviation: text, label: text });

/** 2.3 */
export const userRecord = z.looseObject({
  id: platformId,
  firstName: text,
  lastName: text,
  title: text,
  username: text,
  email: text,
  organizations: optional(z.array(z.looseObject({ id: platformId, name: text, orgAdmin: flag }))),
  primaryOrganization: id,
  userIdentifiers: optional(z.array(userIdentifierRecord)),
  lastActivity: timestamp,
  lastLoggedOut: timestamp,
  mfaRequired: flag,
  permissions: strings,
});

/** 2.4 */
export const organizationRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  parentOrganizationId: id,
  saml: optional(z.looseObject({ entityId: text, mfaBypass: flag, state: text, updated: timestamp })),
});

/** 2.5 */
export const projectRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  displayName: text,
  created: timestamp,
  database: optional(z.looseObject({ context: text, id: platformId, name: text, orgAdminAccess: flag })),
  eca: flag,
  partial: flag,
  mfaRequired: flag,
  productionMode: flag,
  suspended: flag,
  frozen: flag,
  emailThreadingStatus: text,
  lastLogin: timestamp,
});

const storageSizes = z.looseObject({
  billableGb: amount,
  nativeBytes: amount,
  processedBytes: amount,
  producedBytes: amount,
});
const sizePoint = z.looseObject({ eca: optional(storageSizes), standard: optional(storageSizes) });
/** 2.6 */
export const monthBilling = z.looseObject({ finalSize: optional(sizePoint), peakSize: optional(sizePoint) });
const monthStatus = z.looseObject({
  billingState: text,
  finalState: text,
  suspended: timestamp,
  deletionRequested: timestamp,
  deleted: timestamp,
  frozen: timestamp,
});
const creditUsage = z.looseObject({ onDemand: amount, prepaid: amount, total: amount });

export const projectBillingRecord = z.looseObject({
  id: platformId,
  name: text,
  displayName: text,
  created: timestamp,
  eca: flag,
  partial: flag,
  monthBilling: optional(monthBilling),
  monthStatus: optional(monthStatus),
});

export const databaseBillingRecord = z.looseObject({
  id: platformId,
  name: text,
  created: timestamp,
  monthBilling: optional(monthBilling),
  monthStatus: optional(monthStatus),
  creditUsage: optional(creditUsage),
  projects: optional(z.array(projectBillingRecord)),
});

export const parentOrganizationBillingRecord = z.looseObject({
  creditUsage: optional(creditUsage),
  active: optional(monthBilling),
  suspended: optional(monthBilling),
  frozen: optional(monthBilling),
});

/** 2.7: the units of the sizes are not documented. */
const documentSizes = z.looseObject({
  docCount: amount,
  imageSize: amount,
  nativeSize: amount,
  textSize: amount,
});
export const databaseSizeRecord = z.looseObject({
  nativeDocs: optional(documentSizes),
  processedDocs: optional(documentSizes),
  producedDocs: optional(documentSizes),
});

/** 2.8 */
export const databaseUserRecord = z.looseObject({
  permissions: z.array(z.string()),
  user: userRecord,
  active: flag,
});

/** 2.9 */
export const invitationRecord = z.looseObject({
  email: z.string(),
  firstName: text,
  lastName: text,
  organizationId: id,
  organizationPermissions: strings,
  invitedBy: id,
  approvedBy: id,
  expiration: timestamp,
  expired: flag,
});

/** 2.10: description and data are null for a parent organization's key. */
export const organizationEventRecord = z.looseObject({
  id: platformId,
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  type: z.string(),
  userId: id,
  organizationId: id,
  description: text,
  data: z.unknown().optional(),
});

/** 2.11: the format of an entry is not documented. None of the people that were ignored may be missing unseen. */
export const custodianSyncRecord = z.looseObject({ custodians: z.array(z.string()) });

export type DatabaseRecord = z.output<typeof databaseRecord>;
export type UserRecord = z.output<typeof userRecord>;
export type UserIdentifierRecord = z.output<typeof userIdentifierRecord>;
export type OrganizationRecord = z.output<typeof organizationRecord>;
export type ProjectRecord = z.output<typeof projectRecord>;
export type MonthBilling = z.output<typeof monthBilling>;
export type ProjectBillingRecord = z.output<typeof projectBillingRecord>;
export type DatabaseBillingRecord = z.output<typeof databaseBillingRecord>;
export type ParentOrganizationBillingRecord = z.output<typeof parentOrganizationBillingRecord>;
export type DatabaseUserRecord = z.output<typeof databaseUserRecord>;
export type InvitationRecord = z.output<typeof invitationRecord>;
export type OrganizationEventRecord = z.output<typeof organizationEventRecord>;
