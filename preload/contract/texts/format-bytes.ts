/** Sizes as people read them, everywhere: decimal units, as disks and the platform count (1 GB = 10⁹ bytes). */

import { plural } from './format-number.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;
export type ByteUnit = (typeof units)[number];

/** The unit in which a size is shown. 999,950 bytes would round to 1,000.0 kB, so they are 1.0 MB. */
export function byteUnit(sizeBytes: number): ByteUnit {
  let value = nonNegative(sizeBytes);
  let unit = 0;
  while (unit < units.length - 1 && value >= (unit === 0 ? 999.5 : 999.95)) {
    value /= 1000;
    unit += 1;
  }
  return units[unit] ?? 'B';
}

/** The number alone, for two sizes that share a unit: "1.9 of 2.9 TB". */
export function bytesInUnit(sizeBytes: number, unit: ByteUnit): string {
  const value = nonNegative(sizeBytes) / 1000 ** units.indexOf(unit);
  return value.toFixed(unit === 'B' || value >= 999.95 ? 0 : 1);
}

/** "1.9 GB"; "999 B" below one kilobyte. At most eight characters. */
export function formatBytes(sizeBytes: number): string {
  const unit = byteUnit(sizeBytes);
  return `${bytesInUnit(sizeBytes, unit)} ${unit}`;
}

/** In the unit of the total: "1.9 of 2.9 TB"; "2.4 GB of 2.9 TB" and "nearly 140.5 of 140.5 kB" where that would round to nothing or to all. */
export function formatBytesOf(part: number, total: number): string {
  const unit = byteUnit(total);
  const [partText, totalText] = [bytesInUnit(part, unit), bytesInUnit(total, unit)];
  if (part > 0 && partText === '0.0') return `${formatBytes(part)} of ${totalText} ${unit}`;
  const amount = partText === totalText && part < total ? `nearly ${partText}` : partText;
  return `${amount} of ${totalText} ${unit}`;
}

/** "1,900,000,000 bytes", where the exact size matters. */
export function formatExactBytes(sizeBytes: number): string {
  const rounded = Math.round(nonNegative(sizeBytes));
  return plural(rounded, 'byte');
}

/** "12.4 MB/s" */
export function formatByteRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** "50 MB/s" of a limit, which people set to round figures. */
export function formatByteLimit(bytesPerSecond: number): string {
  return formatByteRate(bytesPerSecond).replace('.0 ', ' ');
}

function nonNegative(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}
