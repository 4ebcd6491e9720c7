/** Numbers, sizes, durations and times as people read them. Every time names its zone. */
import { formatBytes } from '../../preload/contract/texts/format-bytes.ts';
import { clockTime, formatDate, zoneName } from '../../preload/contract/texts/format-date.ts';

export { clockTime, zoneName } from '../../preload/contract/texts/format-date.ts';
export { count, percent } from '../../preload/contract/texts/format-number.ts';

/** Billable gigabytes, as every other size. */
export function formatGb(gb: number): string {
  return formatBytes(gb * 1e9);
}

/** "Nov 2026" of a month by number. */
export function monthName({
  year,
  month: number,
}: {
  readonly year: number;
  readonly month: number;
}): string {
  return formatDate(new Date(Date.UTC(year, number - 1)), { month: 'short', year: 'numeric' }, 'UTC');
}

/** "Nov 14", in UTC as the platform's months. */
export function dayName(at: Date): string {
  return formatDate(at, { day: 'numeric', month: 'short' }, 'UTC');
}

const dayOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** "Nov 14, 2026, 15:20 EST" */
export function time(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  return `${formatDate(at, dayOptions, timeZone)}, ${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** "Nov 14, 15:20 EST", with the year where it isn't this one. */
export function shortTime(iso: string, timeZone?: string): string {
  const thisYear = formatDate(new Date(), { year: 'numeric' }, timeZone);
  return time(iso, timeZone).replace(`, ${thisYear}, `, ', ');
}

/** A time that the platform names, as above; one in another form as it came. Empty without one. */
export function timeText(text: string | null | undefined): string {
  if (text == null || text === '') return '';
  return Number.isNaN(Date.parse(text)) ? text : time(text);
}

/** When a file was modified: as `time` writes it, or in seconds where the calendar doesn't reach: "@9000000000000.000000000". */
export function fileTime(text: string, timeZone?: string): string {
  return text.startsWith('@') ? `${text.slice(1)} s since 1970` : time(text, timeZone);
}

/** "Nov 14, 2026, 15:20:08.412 EST", for logs. */
export function exactTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  const clock = formatDate(
    at,
    { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
    timeZone,
  );
  return `${formatDate(at, dayOptions, timeZone)}, ${clock} ${zoneName(at, timeZone)}`;
}

/** "November 2026" */
export function month(iso: string, timeZone?: string): string {
  return formatDate(new Date(iso), { month: 'long', year: 'numeric' }, timeZone);
}

/** For a clause that starts a line. A host name keeps its case. */
export function capitalize(clause: string): string {
  return /^[a-z]+ /.test(clause) ? clause.charAt(0).toUpperCase() + clause.slice(1) : clause;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const keptBeforeExtension = 6;
const maxExtension = 12;

/**
 * Where a name is shortened: between its start and its last characters, which contain the extension. A short name has no
 * start. Never between the parts of one character.
 */
export function splitName(name: string): { readonly start: string; readonly end: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot <= 0 || name.length - dot > maxExtension ? '' : name.slice(dot);
  const stem = name.slice(0, name.length - extension.length);
  // Enough of the stem's end for its last characters; segmenting a long name is slow.
  const characters = [...graphemes.segment(stem.slice(-200))].map(({ segment }) => segment);
  if (characters.length <= 2 * keptBeforeExtension) return { start: '', end: name };
  const end = `${characters.slice(-keptBeforeExtension).join('')}${extension}`;
  return { start: name.slice(0, name.length - end.length), end };
}

/** The folder's path, including the last separator, and the file's name. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const nameStart = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return { folder: path.slice(0, nameStart), name: path.slice(nameStart) };
}
