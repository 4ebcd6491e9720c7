import type { Option } from './option.tsx';

/** More can't be drawn at once without a pause. */
const longList = 600;
const maxShown = 200;

export function isLongList(options: readonly unknown[]): boolean {
  return options.length > longList;
}

/**
 * The first options of a long list that have the text, those that begin with it before the others. All of them while the text
 * is that of the selected option, which is always among them: its label is shown in the field.
 */
export function shortenOptions<Value extends string>(
  options: readonly Option<Value>[],
  text: string,
  selected: Option<Value> | undefined,
): readonly Option<Value>[] {
  const wanted = text.trim().toLowerCase();
  const isSearch = wanted !== '' && text !== selected?.label;
  const found = isSearch ? options.filter(({ label }) => label.toLowerCase().includes(wanted)) : options;
  const begins = ({ label }: Option<Value>) => isSearch && label.toLowerCase().startsWith(wanted);
  const shown = isSearch
    ? [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, maxShown)
    : found.slice(0, maxShown);
  return selected === undefined || shown.includes(selected) ? shown : [...shown, selected];
}
