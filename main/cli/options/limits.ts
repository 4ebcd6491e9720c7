/** How much of the network and of the day an upload may take. */
import { InvalidArgumentError } from 'commander';
import { parseBytes } from '../../../preload/contract/texts/parse-bytes.ts';
import { minBytesPerSecond, type SendingHours } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { isParallelParts, parallelParts } from '../../../preload/contract/views/parallel-parts.ts';
import { timeOfDayPattern } from '../../../preload/contract/views/weekly-hours.ts';
import type { TransferLimits } from '../../engine/index.ts';
import { type OptionValues, value } from './option-rows.ts';
import { refuseTwice } from './values.ts';

export const invalidLimits = {
  concurrency: `Use a whole number from ${parallelParts.min} to ${parallelParts.max}.`,
  hours:
    'Use hours such as 20:00-06:00, "mon-fri 20:00-06:00", or "except mon-fri 06:00-20:00"; off removes them.',
  byteRate:
    'Use at least 1k bytes per second, such as 800k, 50M (50,000,000), or 1.5G, or bits, such as 400Mbit; off removes the limit.',
} as const;

export const limitOptions = {
  '--concurrency <n>': value(
    `Maximum number of parallel parts (default: the window's setting, or ${parallelParts.default}); kept when the upload is resumed`,
    concurrency,
  ),
  '--limit-rate <rate>': value(
    "Bandwidth limit in bytes per second at all hours, such as 50M, or off (default: the window's setting); kept when the upload is resumed",
    byteRate,
  ),
  '--hours <hours>': value(
    'Local hours outside which no part starts, such as 20:00-06:00 or "mon-fri 20:00-06:00", or in which none does: "except mon-fri 06:00-20:00"; or off (default: the schedule of the window); kept when the upload is resumed',
    sendingHours,
  ),
};
export type LimitOptions = OptionValues<typeof limitOptions>;

export function transferLimits(options: LimitOptions): TransferLimits {
  return {
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...(options.limitRate === undefined ? {} : { bytesPerSecond: options.limitRate }),
    ...(options.hours === undefined ? {} : { hours: options.hours === 'off' ? null : options.hours }),
  };
}

export function concurrency(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (!isParallelParts(value)) throw new InvalidArgumentError(invalidLimits.concurrency);
  return value;
}

/** Infinity for `off`. */
export function byteRate(text: string): number {
  if (text.trim().toLowerCase() === 'off') return Number.POSITIVE_INFINITY;
  // Networks are sold in bits.
  const [, inBits] = /^([\d.]+\s*[kmg])bit(?:\/s)?$/i.exec(text.trim()) ?? [];
  const value =
    inBits === undefined
      ? parseBytes(text.trim().replace(/(?<=b)\/s$/i, ''))
      : Math.floor((parseBytes(inBits) ?? 0) / 8);
  // A number alone is nearly always meant as one of MB or Mbit.
  if (value === null || value < minBytesPerSecond) throw new InvalidArgumentError(invalidLimits.byteRate);
  return value;
}

const exceptWord = 'except ';
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const hoursPattern = /^(?:([a-z]{3})(?:-([a-z]{3}))?\s+)?([\d:]+)-([\d:]+)$/;

/** `20:00-06:00`, on every day, or `mon-fri 20:00-06:00`; after `except`, all other hours; or `off`. */
export function sendingHours(text: string, earlier?: unknown): SendingHours | 'off' {
  refuseTwice(earlier);
  const whole = text.trim().toLowerCase();
  if (whole === 'off') return whole;
  const isExcept = whole.startsWith(exceptWord);
  const given = isExcept ? whole.slice(exceptWord.length).trim() : whole;
  const [, firstDay = 'mon', lastDay, from = '', to = ''] = hoursPattern.exec(given) ?? [];
  const first = dayNames.indexOf(firstDay);
  const last =
    lastDay === undefined && given.startsWith(firstDay) ? first : dayNames.indexOf(lastDay ?? 'sun');
  const areTimes = [from, to].every((time) => timeOfDayPattern.test(time));
  if (!areTimes || first === -1 || last === -1) throw new InvalidArgumentError(invalidLimits.hours);
  const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, day) => (first + day) % 7);
  return { days, from, to, ...(isExcept ? { sends: 'nothing' } : {}) };
}
