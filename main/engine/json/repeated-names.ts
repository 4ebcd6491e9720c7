/** JSON.parse takes the last of two values of one name and says nothing. */
import { visit } from 'jsonc-parser';

export interface RepeatedName {
  readonly offset: number;
  /** "watch.0.database" */
  readonly name: string;
  /** From 1. */
  readonly firstLine: number;
}

/** The names that an object of the file has more than once. `source` is valid JSON that isn't nested deeply: this recurses. */
export function repeatedNames(source: string): readonly RepeatedName[] {
  const found: RepeatedName[] = [];
  const objects: Map<string, number>[] = [];
  visit(source, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectProperty(name, offset, _length, line, _column, path) {
      const lines = objects.at(-1);
      const firstLine = lines?.get(name);
      if (firstLine === undefined) lines?.set(name, line + 1);
      else found.push({ offset, name: [...path(), name].join('.'), firstLine });
    },
    onObjectEnd: () => void objects.pop(),
  });
  return found;
}
