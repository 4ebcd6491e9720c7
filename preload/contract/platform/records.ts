/**
 * The platform's records (platform-interface 2). Only what identifies a record is required: fields that a form of the
 * interface lacks may be missing or null, unknown fields are kept, and enumerations are strings, because not all of their
 * values are documented.
 */
import { z } from 'zod';

/** Ids are integers (platform-interface 2). */
export const platformId = z.int().nonnegative();

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
/** ISO 8601, UTC. */
const timestamp = z.string().nullish();
const strings = z.array(z.string()).nullish();

/** 2.2 */
export const databaseRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  context: text,
  databaseFields: z.array(z.looseObject({ name: text, type: text, value: text })).nullish(),
  orgAdminAccess: flag,
  owningOrganizationId: platformId.nullish(),
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
  organizations: z.array(z.looseObject({ id: platformId, name: text, orgAdmin: flag })).nullish(),
  primaryOrganization: platformId.nullish(),
  userIdentifiers: z.array(userIdentifierRecord).nullish(),
  lastActivity: timestamp,
  lastLoggedOut: timestamp,
  mfaRequired: flag,
  permissions: strings,
});

/** 2.4 */
export const organizationRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  parentOrganizationId: platformId.nullish(),
  saml: z.looseObject({ entityId: text, mfaBypass: flag, state: text, updated: timestamp }).nullish(),
});

/** 2.5 */
export const projectRecord = z.looseObject({
  id: platformId,
  name: z.string(),
  displayName: text,
  created: timestamp,
  database: z.looseObject({ context: text, id: platformId, name: text, orgAdminAccess: flag }).nullish(),
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
const sizePoint = z.looseObject({ eca: storageSizes.nullish(), standard: storageSizes.nullish() });
/** 2.6 */
export const monthBilling = z.looseObject({ finalSize: sizePoint.nullish(), peakSize: sizePoint.nullish() });
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
  monthBilling: monthBilling.nullish(),
  monthStatus: monthStatus.nullish(),
});

export const databaseBillingRecord = z.looseObject({
  id: platformId,
  name: text,
  created: timestamp,
  monthBilling: monthBilling.nullish(),
  monthStatus: monthStatus.nullish(),
  creditUsage: creditUsage.nullish(),
  projects: z.array(projectBillingRecord).nullish(),
});

export const parentOrganizationBillingRecord = z.looseObject({
  creditUsage: creditUsage.nullish(),
  active: monthBilling.nullish(),
  suspended: monthBilling.nullish(),
  frozen: monthBilling.nullish(),
});

/** 2.7: the units of the sizes are not documented. */
const documentSizes = z.looseObject({
  docCount: amount,
  imageSize: amount,
  nativeSize: amount,
  textSize: amount,
});
export const databaseSizeRecord = z.looseObject({
  nativeDocs: documentSizes.nullish(),
  processedDocs: documentSizes.nullish(),
  producedDocs: documentSizes.nullish(),
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
  organizationId: platformId.nullish(),
  organizationPermissions: strings,
  invitedBy: platformId.nullish(),
  approvedBy: platformId.nullish(),
  expiration: timestamp,
  expired: flag,
});

/** 2.10: description and data are null for a parent organization's key. */
export const organizationEventRecord = z.looseObject({
  id: platformId,
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  type: z.string(),
  userId: platformId.nullish(),
  organizationId: platformId.nullish(),
  description: text,
  data: z.unknown().optional(),
});

/** 2.11: the format of an entry is not documented. */
export const custodianSyncRecord = z.looseObject({ custodians: z.array(z.string()).nullish() });

export type DatabaseRecord = z.output<typeof databaseRecord>;
export type UserRecord = z.output<typeof userRecord>;
export type UserIdentifierRecord = z.output<typeof userIdentifierRecord>;
export type OrganizationRecord = z.output<typeof organizationRecord>;
export type ProjectRecord = z.output<typeof projectRecord>;
export type MonthBilling = z.output<typeof monthBilling>;
export type ProjectBillingRecord = z.output<typeof projectBillingRecord>;
export type DatabaseBillingRecord = z.output<typeof databaseBillingRecord>;
export type ParentOrganizationBillingRecord = z.output<typeof parentOrganizationBillingRecord>;
export type DatabaseSizeRecord = z.output<typeof databaseSizeRecord>;
export type DatabaseUserRecord = z.output<typeof databaseUserRecord>;
export type InvitationRecord = z.output<typeof invitationRecord>;
export type OrganizationEventRecord = z.output<typeof organizationEventRecord>;
