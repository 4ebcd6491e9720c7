/** Numbers as people read them, and the numbers people type. Pure. */

const sizeUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;

/** Decimal units, as disk makers, curl and the platform's own limits use them: 12.4 MB is 12,400,000 bytes. */
export function formatBytes(sizeBytes: number): string {
  let value = Number.isFinite(sizeBytes) ? Math.max(0, sizeBytes) : 0;
  let unit = 0;
  // 999.95 would be shown as 1000.0, so it already belongs to the next unit.
  while (unit < sizeUnits.length - 1 && value >= (unit === 0 ? 999.5 : 999.95)) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 999.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${sizeUnits[unit] ?? ''}`;
}

/** `12,400,000 bytes`, where the exact figure is what counts. */
export function formatExactBytes(sizeBytes: number): string {
  return `${formatCount(sizeBytes)} ${sizeBytes === 1 ? 'byte' : 'bytes'}`;
}

export function formatByteRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

export function formatCount(n: number): string {
  return Number.isFinite(n) ? Math.round(n).toLocaleString('en-US') : '0';
}

/** `1 file`, `2 files`. */
export function pluralize(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** 0 to 100; never 100 before everything is done, never NaN. */
export function percent(done: number, total: number): number {
  if (!(total > 0) || !(done > 0)) return 0;
  return done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));
}

export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)} d ${twoDigits(hours % 24)} h`;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}

const suffixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
};

/** Bytes a second: `50M` is 50,000,000, `50Mi` is 52,428,800; a trailing `B` or `B/s` is allowed. Null when it is none. */
export function parseByteRate(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?)?(?:b(?:\/s)?)?$/i.exec(text.trim());
  const factor = suffixes[(match?.[2] ?? '').toLowerCase()];
  if (match === null || factor === undefined) return null;
  const value = Math.floor(Number(match[1]) * factor);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

export interface Clock {
  readonly nowMs: number;
  /** IANA name; the machine's own when left out. */
  readonly timeZone?: string;
}

/** `ready between 15:20 and 15:50 EST`; with the day as soon as it is not today. */
export function formatEta(
  secondsLeft: { readonly low: number; readonly high: number },
  clock: Clock,
): string {
  const low = clock.nowMs + seconds(secondsLeft.low) * 1000;
  const high = clock.nowMs + Math.max(seconds(secondsLeft.low), seconds(secondsLeft.high)) * 1000;
  if (high - clock.nowMs > 365 * 86_400_000) return 'ready in more than a year';
  const days = dayOf(high, clock) !== dayOf(clock.nowMs, clock);
  const from = timeOfDay(low, clock, days);
  const to = timeOfDay(high, clock, days);
  const zone = zoneOf(high, clock);
  return from === to ? `ready about ${to} ${zone}` : `ready between ${from} and ${to} ${zone}`;
}

function seconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : Number.MAX_SAFE_INTEGER / 1e6;
}

/** `2026-10-12 15:20 EST`. */
export function formatTime(iso: string, timeZone?: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const clock: Clock = { nowMs: ms, ...zoneOption(timeZone) };
  return `${dayOf(ms, clock)} ${timeOfDay(ms, clock, false)} ${zoneOf(ms, clock)}`;
}

/** `15:20:07 EST`, in front of a plain progress line. */
export function formatClockTime(clock: Clock): string {
  const time = format(clock, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${time.format(clock.nowMs)} ${zoneOf(clock.nowMs, clock)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format costs far more to make than to use, and progress asks for the same ones ten times a second. */
function format(clock: Clock, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): Intl.DateTimeFormat {
  const all = { ...options, ...zoneOption(clock.timeZone) };
  const key = `${locale} ${JSON.stringify(all)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, all);
  formats.set(key, made);
  return made;
}

function zoneOption(timeZone: string | undefined): { readonly timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}

function timeOfDay(ms: number, clock: Clock, withDay: boolean): string {
  const time = format(clock, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
  return withDay
    ? `${format(clock, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms)} ${time}`
    : time;
}

function dayOf(ms: number, clock: Clock): string {
  return format(clock, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(ms);
}

/** Each English locale knows the short names of its own region only; the first that has one names the zone. */
function zoneOf(ms: number, clock: Clock): string {
  let name = '';
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN']) {
    const parts = format(clock, { timeZoneName: 'short' }, locale).formatToParts(ms);
    name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return name;
}
