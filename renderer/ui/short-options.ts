import type { Option } from './option.tsx';

/** More can't be drawn at once without a pause. */
const longList = 600;
const maxShown = 200;

export function isLongList(options: readonly unknown[]): boolean {
  return options.length > longList;
}

/** The first options of a long list that have the text, those that begin with it before the others. */
export function shortenOptions<Value extends string>(
  options: readonly Option<Value>[],
  text: string,
): { readonly shown: readonly Option<Value>[]; readonly isCut: boolean } {
  const wanted = text.trim().toLowerCase();
  const begins = ({ label }: Option<Value>) => label.toLowerCase().startsWith(wanted);
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const ordered = [...found.filter(begins), ...found.filter((option) => !begins(option))];
  return { shown: ordered.slice(0, maxShown), isCut: ordered.length > maxShown };
}
