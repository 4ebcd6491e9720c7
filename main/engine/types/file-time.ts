/**
 * Modification times, in nanoseconds since 1970. File systems give seconds in 64 bits, so nanoseconds may need more: an
 * empty Windows FILETIME is in the year 1601. Stored are the low 64 bits, signed, and how many times 2^64 to add.
 */
const eraNs = 2n ** 64n;

export interface StoredTime {
  readonly ns: bigint;
  /** 0 from 1677 to 2262. */
  readonly era: number;
}

export function toStoredTime(mtimeNs: bigint): StoredTime {
  const ns = BigInt.asIntN(64, mtimeNs);
  return { ns, era: Number((mtimeNs - ns) / eraNs) };
}

export function fromStoredTime(ns: bigint, era: number | bigint): bigint {
  return ns + BigInt(era) * eraNs;
}

/** FAT and exFAT keep local times: daylight saving moves every time of a file by so much. */
export const hourNs = 3_600_000_000_000n;

const nsPerSecond = 1_000_000_000n;
/** The last second of a Date, in either direction. */
const lastSecond = 8_640_000_000_000n;

/**
 * ISO 8601, UTC, to the nanosecond. A time that no calendar date of JavaScript expresses, some 270,000 years from now,
 * is given in seconds since 1970: `@9223372036854775807.000000000`.
 */
export function formatFileTime(ns: bigint): string {
  const second = ns / nsPerSecond - (ns % nsPerSecond < 0n ? 1n : 0n);
  const fraction = (ns - second * nsPerSecond).toString().padStart(9, '0');
  if (second > lastSecond || second < -lastSecond) return `@${second}.${fraction}`;
  return `${new Date(Number(second) * 1000).toISOString().replace(/\.\d{1,9}Z$/, '')}.${fraction}Z`;
}
