import { custodianName as schema } from '../../../../preload/contract/views/custodian-rule.ts';

/** Returns null if nothing is left, it is longer than its maximum, or it has control characters or half a surrogate pair. */
export function cleanCustodianName(text: string): string | null {
  return schema.safeParse(text).data ?? null;
}
