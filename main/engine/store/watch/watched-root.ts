/** By what a watched folder is known, in JSON: its numbers may be larger than a number of JavaScript. */
import { z } from 'zod';
import { storedJsonOr } from '../stored-value.ts';

const integer = z
  .string()
  .regex(/^-?\d{1,20}$/)
  .transform(BigInt);
const watchedRoot = z.object({ device: integer, fileId: integer, bornNs: integer, ctimeNs: integer });

/** Another folder, or another volume, in place of a watched folder is known by these. */
export type WatchedRoot = Readonly<z.output<typeof watchedRoot>>;

export function rootJson(root: WatchedRoot): string {
  return JSON.stringify(root, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Null for what isn't known. */
export function parseRoot(json: string | null): WatchedRoot | null {
  return json === null ? null : storedJsonOr(json, watchedRoot, () => null);
}
