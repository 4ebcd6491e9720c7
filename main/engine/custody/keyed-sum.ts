import { hash, randomBytes } from 'node:crypto';
import type { JsonValue } from '../types/canonical-json.ts';

/**
 * Tells whether two lists have the same values, in any order, and holds neither of them. The key is new each time: somebody
 * who knew the digests could choose other values with the same sum.
 */
export interface KeyedSum {
  /** Members of an object have an order here: give its canonical JSON instead. */
  readonly add: (value: readonly JsonValue[]) => void;
  readonly subtract: (value: readonly JsonValue[]) => void;
  readonly isZero: () => boolean;
}

export function createKeyedSum(): KeyedSum {
  const key = randomBytes(32).toString('hex');
  // 128 bits of each digest, in two halves: a million values are added in a second.
  let [high, low] = [0n, 0n];
  const change = (value: readonly JsonValue[], sign: 1n | -1n): void => {
    const digest = hash('sha256', key + JSON.stringify(value), 'buffer');
    high = BigInt.asUintN(64, high + sign * digest.readBigUInt64LE(0));
    low = BigInt.asUintN(64, low + sign * digest.readBigUInt64LE(8));
  };
  return {
    add: (value) => change(value, 1n),
    subtract: (value) => change(value, -1n),
    isZero: () => high === 0n && low === 0n,
  };
}
