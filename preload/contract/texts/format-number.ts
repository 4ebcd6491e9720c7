/** Numbers as people read them, in the window, on the command line, and in the sandbox's pages. Pure. */

const formats = new Map<number, Intl.NumberFormat>();

/** "1,204.5": at most as many decimals as given. "0" for what isn't a finite number. */
export function decimal(value: number, maxDecimals: number): string {
  // Creating a format is a hundred times slower than using it, and lists use it for every row.
  const format =
    formats.get(maxDecimals) ?? new Intl.NumberFormat('en-US', { maximumFractionDigits: maxDecimals });
  formats.set(maxDecimals, format);
  return format.format(Number.isFinite(value) ? value : 0);
}

/** "1,204" */
export function count(amount: number): string {
  return decimal(amount, 0);
}

/** "1 file", "1,204 files" */
export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** "64.1%", rounded. "<0.1%" for more than nothing, and ">99.9%" for less than all, where that would round to either. */
export function percent(part: number, total: number, decimals = 1): string {
  const share = total > 0 ? part / total : 0;
  if (share === 0 || share === 1) return `${share * 100}%`;
  const step = 10 ** -decimals;
  const rounded = Math.round((share * 100) / step) * step;
  if (rounded <= 0) return `<${step}%`;
  if (share < 1 && rounded >= 100) return `>${(100 - step).toFixed(decimals)}%`;
  return `${rounded.toFixed(decimals)}%`;
}
