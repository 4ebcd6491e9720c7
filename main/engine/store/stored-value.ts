/**
 * The one door for texts that the store holds in a form of Lading's own: JSON and times. Someone may have edited the store, or
 * a disk damaged it: such a value is an expected failure that names its column and row.
 */
import type { z } from 'zod';
import type { FailureOf, Reason } from '../../../preload/contract/failures/failure.ts';
import { reasonSchema } from '../../../preload/contract/failures/failure-table.ts';
import { isTime } from '../types/iso-time.ts';
import { StoreError } from './sqlite-failure.ts';

export type DamagedValue = FailureOf<'stored-value-damaged'>;
/** `uploads.request`, for example, and the ID of the row. */
export type StoredPlace = readonly [column: `${string}.${string}`, row: number | bigint | string];

export function damagedValue([place, row]: StoredPlace): DamagedValue {
  const [table = '', column = ''] = place.split('.');
  return { code: 'stored-value-damaged', table, column, row: String(row) };
}

/** Throws a StoreError with stored-value-damaged. */
export function storedJson<T>(json: string, schema: z.ZodType<T>, place: StoredPlace): T {
  return storedJsonOr(json, schema, () => {
    throw new StoreError(damagedValue(place));
  });
}

/** For what is shown, or written to a receipt, all the same. */
export function storedJsonOr<T, Other>(
  json: string,
  schema: z.ZodType<T>,
  otherwise: () => Other,
): T | Other {
  const parsed = schema.safeParse(parsedJson(json));
  return parsed.success ? parsed.data : otherwise();
}

/** Why an item wasn't sent. One that can't be read is itself the reason that is shown. */
export function storedReason(json: string | null, itemId: number | bigint): Reason | null {
  return json === null
    ? null
    : storedJsonOr(json, reasonSchema, () => damagedValue(['items.reason', itemId]));
}

/** A time as Lading writes it, and as dates have it: what isn't one is null. */
export function storedTime(text: string | null): string | null {
  return text !== null && isTime(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Stands where a time must be and none can be read. */
export const noTime = new Date(0).toISOString();

/** Undefined for what isn't JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
