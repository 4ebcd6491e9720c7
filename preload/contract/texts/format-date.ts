/** Dates and times of day in a zone, the same for the window and the command line. Pure. */

/** Cached, because creating a format is a hundred times slower than using it, and lists use it for every row. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
  locale: string,
): Intl.DateTimeFormat {
  const all = timeZone === undefined ? options : { ...options, timeZone };
  const key = `${locale} ${JSON.stringify(all)}`;
  const cached = formatters.get(key) ?? new Intl.DateTimeFormat(locale, all);
  formatters.set(key, cached);
  return cached;
}

export function formatDate(
  at: Date,
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
  locale = 'en-US',
): string {
  return formatter(options, timeZone, locale).format(at);
}

/** "2026-11-14" in the computer's zone. */
export function localDay(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** "08:05", and "08:05:12" to seconds. */
export function clockTime(at: Date, timeZone?: string, to: 'minutes' | 'seconds' = 'minutes'): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return formatDate(at, to === 'seconds' ? { ...clock, second: '2-digit' } : clock, timeZone);
}

/** Each English locale knows the short names of its own region only, so the first that has one is used. */
export function zoneName(at: Date, timeZone?: string): string {
  let name = 'UTC';
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN']) {
    const parts = formatter({ timeZoneName: 'short' }, timeZone, locale).formatToParts(at);
    name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? name;
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return name;
}
