/** A processing setting of a new dataset that differs from the database's earlier datasets. */
import { z } from 'zod';

export const settingDifference = z.object({
  field: z.string(),
  label: z.string(),
  /** It is null for the platform's default. */
  now: z.unknown(),
  before: z.unknown(),
  /** How many of the latest datasets had that value, one after the other. */
  datasets: z.int().positive(),
});
export type SettingDifference = z.infer<typeof settingDifference>;

/** `Time zone: UTC. The last 3 datasets of this database used America/New_York.` */
export function settingDifferenceText({ label, now, before, datasets }: SettingDifference): string {
  const last = datasets === 1 ? 'The last dataset' : `The last ${datasets} datasets`;
  return `${label}: ${valueText(now)}. ${last} of this database used ${valueText(before)}.`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'the platform default';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
