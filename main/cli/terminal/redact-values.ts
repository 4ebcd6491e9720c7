import type { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { redact } from '../../../preload/contract/texts/redact.ts';

/** Redacts every string in a value, at any depth. */
export function redactValues(value: unknown, secrets: KnownSecrets): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((one) => redactValues(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactValues(one, secrets)]));
}
