/** A field of a record whose shape isn't documented, by its path: "user.name". */
export interface ReadableField {
  readonly path: string;
  readonly text: string;
}

const maxDepth = 6;

/** Every value of a record, however deep. Lists of plain values are one field. Nothing is interpreted. */
export function readableFields(record: unknown): readonly ReadableField[] {
  const fields: ReadableField[] = [];
  const put = (path: string, text: string): void => {
    if (text !== '') fields.push({ path, text });
  };
  const add = (path: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return;
    const isPlainList =
      Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null);
    if (typeof value !== 'object') put(path, String(value));
    else if (depth === maxDepth) put(path, JSON.stringify(value));
    else if (isPlainList) put(path, value.join(', '));
    else
      for (const [key, each] of Object.entries(value))
        add(path === '' ? key : `${path}.${key}`, each, depth + 1);
  };
  add('', record, 0);
  return fields;
}

/** The paths of all records, each once, in the order in which they appear: the columns of a table. */
export function fieldPaths(records: readonly (readonly ReadableField[])[]): readonly string[] {
  return [...new Set(records.flatMap((fields) => fields.map(({ path }) => path)))];
}
