/** Sizes as people type them, in the window and on the command line. Pure. */

const factors: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
  ti: 1024 ** 4,
};

/** `500 kB`, `2G`, and `12 bytes`; `50M` is 50,000,000 and `50Mi` 52,428,800. Returns null if it isn't a size. */
export function parseBytes(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]i?)?(?:b(?:ytes?)?)?$/i.exec(text.trim());
  const factor = factors[(match?.[2] ?? '').toLowerCase()];
  if (match === null || factor === undefined) return null;
  const bytes = Math.round(Number(match[1]) * factor);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
