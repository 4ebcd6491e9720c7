/** Figures as people read them. Decimal units, as disks and the platform count; a zone on every time. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

function unitOf(value: number): number {
  let unit = 0;
  // 999,950 would be written 1,000 kB: it is 1.00 MB.
  while (unit < units.length - 1 && value / 1000 ** unit >= 999.5) unit += 1;
  return unit;
}

/** Three figures that carry weight: 2.91, 18.2, 512. */
function figures(value: number): string {
  if (value === 0) return '0';
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(digits);
}

function inUnit(value: number, unit: number): string {
  return unit === 0 ? count(value) : figures(value / 1000 ** unit);
}

export function bytes(value: number): string {
  if (value === 1) return '1 byte';
  const unit = unitOf(value);
  return `${inUnit(value, unit)} ${units[unit]}`;
}

export function exactBytes(value: number): string {
  return value === 1 ? '1 byte' : `${count(value)} bytes`;
}

/** Both in the unit of the whole: "1.86 of 2.91 TB"; "all but 8 bytes of 141 kB" where the figures would be the same. */
export function bytesOf(part: number, total: number): string {
  const unit = unitOf(total);
  const [sent, all] = [inUnit(part, unit), inUnit(total, unit)];
  const amount = sent === all && part < total ? `all but ${bytes(total - part)}` : sent;
  return `${amount} of ${all} ${units[unit]}`;
}

export function rate(bytesPerSecond: number): string {
  const unit = Math.max(1, unitOf(bytesPerSecond));
  return `${figures(bytesPerSecond / 1000 ** unit)} ${units[unit]}/s`;
}

/** One digit after the point, and never 100.0 before it is all done. */
export function percent(part: number, total: number): string {
  if (total <= 0) return '0.0 %';
  if (part >= total) return '100 %';
  return `${Math.min(99.9, Math.floor((part / total) * 1000) / 10).toFixed(1)} %`;
}

export function duration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.round(rounded / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** "3 h 10 min – 3 h 40 min"; one figure where both ends round to the same, "up to 20 min" where the low end rounds to nothing. */
export function durationRange(range: { readonly low: number; readonly high: number }): string {
  const step = stepSeconds(range.high);
  const low = Math.floor(range.low / step) * step;
  const high = Math.max(step, Math.ceil(range.high / step) * step);
  if (low <= 0) return `up to ${duration(high)}`;
  return duration(low) === duration(high) ? duration(high) : `${duration(low)} – ${duration(high)}`;
}

/** How finely a remaining time is told: a guess of hours has no seconds. */
function stepSeconds(seconds: number): number {
  if (seconds < 60) return 5;
  if (seconds < 600) return 60;
  if (seconds < 7200) return 300;
  return 600;
}

export interface Clock {
  readonly nowMs: number;
  /** An IANA zone; the computer's own when absent. */
  readonly timeZone?: string;
}

/** Making a format is a hundred times dearer than using it, and a list uses it for every row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  const all = timeZone === undefined ? options : { ...options, timeZone };
  const key = locale + JSON.stringify(all);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, all);
  formats.set(key, made);
  return made;
}

function parts(at: Date, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  return format('en-GB', options, timeZone).format(at);
}

export function clockTime(at: Date, timeZone?: string, to: 'minutes' | 'seconds' = 'minutes'): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return parts(at, to === 'seconds' ? { ...clock, second: '2-digit' } : clock, timeZone);
}

export function zoneName(at: Date, timeZone?: string): string {
  const named = format('en-US', { timeZoneName: 'short' }, timeZone).formatToParts(at);
  return named.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

const dayOnly = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** "14 Nov 2026, 15:20 EST" */
export function time(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  return `${parts(at, dayOnly, timeZone)}, ${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** "14 Nov 2026, 15:20:08.412 EST", for logs. */
export function exactTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  const clock = parts(
    at,
    { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
    timeZone,
  );
  return `${parts(at, dayOnly, timeZone)}, ${clock} ${zoneName(at, timeZone)}`;
}

/** "November 2026" */
export function month(iso: string, timeZone?: string): string {
  return parts(new Date(iso), { month: 'long', year: 'numeric' }, timeZone);
}

/** "between 15:20 and 15:50 EST", with the day where it is not today's. */
export function etaRange(range: { readonly low: number; readonly high: number }, clock: Clock): string {
  if (range.high < 60) return 'within a minute';
  const { nowMs, timeZone } = clock;
  const stepMs = stepSeconds(range.high) * 1000;
  const from = new Date(Math.floor((nowMs + range.low * 1000) / stepMs) * stepMs);
  const to = new Date(Math.ceil((nowMs + range.high * 1000) / stepMs) * stepMs);
  const day = (at: Date) => parts(at, { weekday: 'short', day: 'numeric', month: 'short' }, timeZone);
  const today = day(new Date(nowMs));
  const told = (at: Date, after: string) =>
    day(at) === after ? clockTime(at, timeZone) : `${day(at)} ${clockTime(at, timeZone)}`;
  const zone = zoneName(to, timeZone);
  if (from.getTime() === to.getTime()) return `at ${told(to, today)} ${zone}`;
  return `between ${told(from, today)} and ${told(to, day(from))} ${zone}`;
}

/** The path of the folder, with its last separator, and the name. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}
