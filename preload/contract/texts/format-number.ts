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
