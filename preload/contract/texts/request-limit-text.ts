/** What of an upload is limited in number or length. */
import { z } from 'zod';
import { count } from './format-number.ts';

const names = {
  name: ['dataset names', 'The name of a dataset'],
  description: ['descriptions', 'The description of a dataset'],
  path: ['paths', 'A path in a CSV of custodians'],
  custodianRules: ['custodian rules', 'The pattern of a custodian rule'],
  include: ['patterns to include', 'A pattern to include'],
  exclude: ['patterns to exclude', 'A pattern to exclude'],
  types: ['types', 'A type'],
  notTypes: ['excluded types', 'An excluded type'],
  custodians: ['custodians to send', 'The name of a custodian to send'],
  notCustodians: ['excluded custodians', 'The name of an excluded custodian'],
} as const;
type LimitedValue = keyof typeof names;
export const limitedValue = z.custom<LimitedValue>(
  (value) => typeof value === 'string' && Object.hasOwn(names, value),
);

/** `max`: null for a value that is empty, or otherwise none. */
export function requestLimitText(
  value: LimitedValue,
  max: number | null,
  counts: 'values' | 'characters',
): string {
  const [several, one] = names[value];
  if (max === null) return `${one} is empty, or has characters that it can't have.`;
  return counts === 'values'
    ? `An upload can have at most ${count(max)} ${several}.`
    : `${one} can have at most ${count(max)} characters.`;
}
