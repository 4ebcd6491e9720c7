/** The records in the answers of the sandbox, found by the names in the Response column of platform-interface 4.2. */
import type { Field, Operation } from './statements.ts';

export interface Sample {
  /** `DatabaseBilling` */
  readonly record: string;
  /** `operation 6`; or the record that it is inside of. */
  readonly source: string;
  readonly value: object;
}

export interface NamedRecord {
  readonly record: string;
  /** The field that holds them, as in `{invites: Invitation[]}`. Null if the answer is the record or a list of it. */
  readonly inside: string | null;
}

/** `Database user permission record[]` is DatabaseUserPermissionRecord. */
export function recordsOf({ response }: Operation, fields: readonly Field[]): readonly NamedRecord[] {
  const names = [...new Set(fields.map(({ record }) => record))];
  const find = (text: string): string | undefined =>
    names
      .filter((record) => text.startsWith(record) || text.startsWith(spaced(record)))
      .toSorted((one, other) => other.length - one.length)[0];
  if (response === 'array of {abbreviation, label}')
    return [{ record: 'UserIdentifierRecord', inside: null }];
  const held = Array.from(response.matchAll(/(\w+): ([A-Z][\w ]*)\[\]/g), ([, inside = '', text = '']) => {
    const record = find(text);
    return record === undefined ? [] : [{ record, inside }];
  }).flat();
  const record = find(response);
  return record === undefined ? held : [{ record, inside: null }];
}

const spaced = (record: string): string =>
  record.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A record, and the records inside it. */
export function samplesIn(
  record: string,
  source: string,
  value: unknown,
  fields: readonly Field[],
): readonly Sample[] {
  if (Array.isArray(value)) return value.flatMap((element) => samplesIn(record, source, element, fields));
  if (typeof value !== 'object' || value === null) return [];
  const inside = fields
    .filter((field) => field.record === record && !field.path.includes('.'))
    .flatMap((field) => {
      const inner = recordIn(field, fields);
      return inner === undefined ? [] : samplesIn(inner, record, Reflect.get(value, field.path), fields);
    });
  return [{ record, source, value }, ...inside];
}

/** The record that a field holds: `MonthBilling`, `array of ProjectBilling`, `User with only id, …`. */
export function recordIn({ type }: Field, fields: readonly Field[]): string | undefined {
  const [, name] = /^(?:array of )?([A-Z]\w+)/.exec(type) ?? [];
  return fields.some(({ record }) => record === name) ? name : undefined;
}

/** What is at a path, through arrays. Only what is there. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>(
      (values, key) =>
        values
          .flat()
          .flatMap((each) =>
            typeof each === 'object' && each !== null && Object.hasOwn(each, key)
              ? [Reflect.get(each, key)]
              : [],
          ),
      [value],
    );
}

/** Whether a value has a type as the specification writes it. Throws on a type that it doesn't know. */
export function hasType(
  value: unknown,
  type: string,
  enumerations: ReadonlyMap<string, readonly string[]>,
): boolean {
  const [, element] = /^array of (.+?)s?$/.exec(type) ?? [];
  if (element !== undefined)
    return Array.isArray(value) && value.every((each) => hasType(each, element, enumerations));
  const values = enumerations.get(type) ?? enumerations.get(`${type}s`);
  if (values !== undefined) return typeof value === 'string' && values.includes(value);
  switch (type) {
    // The specification states none.
    case '':
      return value !== undefined;
    case 'integer':
    case 'integer user id':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'string enum':
    case 'same enum':
      return typeof value === 'string' && value !== '';
    case 'string URL':
      return typeof value === 'string' && URL.canParse(value);
    case 'timestamp':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
    case 'object mapping child path to custodian name':
      return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
  }
  if (/^(object|\{.*\}|[A-Z]\w+( with only \w+)?)$/.test(type)) return isObject(value);
  throw new Error(`Unknown type: ${type}`);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
