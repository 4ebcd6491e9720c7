/** Shares as people read them, and rates as they type them. Pure. */

/** 0 to 100; never 100 before everything is done, never NaN. */
export function wholePercent(done: number, total: number): number {
  if (!(total > 0) || !(done > 0)) return 0;
  return done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));
}

const rateSuffixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
};

/** Bytes per second: `50M` is 50,000,000 and `50Mi` 52,428,800. A trailing `B` or `B/s` is allowed. Returns null if invalid. */
export function parseByteRate(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?)?(?:b(?:\/s)?)?$/i.exec(text.trim());
  const factor = rateSuffixes[(match?.[2] ?? '').toLowerCase()];
  if (match === null || factor === undefined) return null;
  const value = Math.floor(Number(match[1]) * factor);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
