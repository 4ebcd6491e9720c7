import { z } from 'zod';
import { isSameName } from '../texts/same-name.ts';

/**
 * Why a person has to type the name of the database that an upload goes to: what earlier uploads to others share with it, or
 * that the name of another one is close to it.
 */
export const databaseCheckReasons = [
  'renamed',
  'same-source',
  'same-custodian',
  'nearby-source',
  'same-dataset',
  'new-database',
  'similar-name',
] as const;

export const databaseCheck = z.object({
  /** It is null if the upload may start without it. */
  reason: z.enum(databaseCheckReasons).nullable(),
  databaseId: z.int(),
  databaseName: z.string(),
  /** Its server, where the other databases are not all on it. */
  serverUrl: z.string().optional(),
  /** The path, custodian, or dataset that the reason is about; of a nearby source, what was sent of the same folder. */
  subject: z.string().nullable(),
  /** Other databases, the latest first; after a rename, the earlier name; those with a similar name. */
  usedBefore: z.array(z.string()),
});
export type DatabaseCheck = z.output<typeof databaseCheck>;

/** Whether no name has to be typed, or the database's was. */
export function isConfirmedBy(
  typedName: string,
  { reason, databaseName }: Pick<DatabaseCheck, 'reason' | 'databaseName'>,
): boolean {
  return reason === null || isSameName(typedName, databaseName);
}

/** `typed`: the name that a person typed; it's another one. */
export const unconfirmedDatabase = databaseCheck.extend({
  reason: databaseCheck.shape.reason.unwrap(),
  typed: z.string().nullable(),
});
