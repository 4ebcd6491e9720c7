const maxEntries = 200;

/** "user.email" and its value. */
export type ReadableField = readonly [name: string, text: string];

/**
 * Data whose fields aren't documented, as names and texts. Nested fields are joined by dots; positions in lists are
 * counted from 1. Nothing is interpreted, and null is empty. Pure.
 */
export function readableData(data: unknown): readonly ReadableField[] {
  const entries: ReadableField[] = [];
  const add = (name: string, value: unknown): void => {
    if (entries.length >= maxEntries) return;
    const fields = fieldsOf(value);
    if (fields === null) entries.push([name, plainText(value)]);
    else if (fields.length === 0) entries.push([name, Array.isArray(value) ? '[]' : '{}']);
    else for (const [key, field] of fields) add(name === '' ? key : `${name}.${key}`, field);
  };
  if (data !== null && data !== undefined && fieldsOf(data)?.length !== 0) add('', data);
  return entries;
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  return value.every((each) => typeof each !== 'object' || each === null)
    ? null
    : value.map((each, index) => [String(index + 1), each]);
}

function plainText(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ') || '[]';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The names in all records, each once, in the order in which they appear: the columns of a table. */
export function fieldNames(records: readonly (readonly ReadableField[])[]): readonly string[] {
  return [...new Set(records.flatMap((fields) => fields.map(([name]) => name)))];
}
