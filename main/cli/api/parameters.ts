/** The parameters of an operation as options of the command line, from the table of operations. Pure. */
import { z } from 'zod';
import {
  type Operation,
  type OperationName,
  operations,
  pagingParametersOf,
} from '../../../preload/contract/platform/operations.ts';

export interface Parameter {
  /** As the platform names it, such as `orgId`; commander has its value under the same name. */
  readonly name: string;
  /** `--org-id` */
  readonly option: string;
  /** `page`: `after` and `limit`. */
  readonly place: 'path' | 'query' | 'page';
  readonly isRequired: boolean;
  /** Milliseconds since 1970, which a person may give as a date. */
  readonly isTime: boolean;
  /** Both inclusive. They are null where the specification has no limit. */
  readonly min: number;
  readonly max: number | null;
}

/** The parameters of its path, then those of its query, then `after` and `limit` where it takes them. */
export function parametersOf(name: OperationName): readonly Parameter[] {
  const operation: Operation = operations[name];
  return [
    ...fieldsOf(operation.path, 'path'),
    ...fieldsOf(operation.query, 'query'),
    ...pagingParametersOf(name).map(
      (own): Parameter => ({ ...paging[own], name: own, option: optionName(own) }),
    ),
  ];
}

/** The profile has the highest limit; the engine compares. */
const paging = {
  after: { place: 'page', isRequired: false, isTime: false, min: 0, max: null },
  limit: { place: 'page', isRequired: false, isTime: false, min: 1, max: null },
} as const;

function fieldsOf(schema: z.ZodObject, place: 'path' | 'query'): readonly Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, field]) => {
    if (typeof field === 'boolean' || field.type !== 'integer') throw new Error(`${name} isn't an integer`);
    const { minimum = aboveOf(field.exclusiveMinimum), maximum = Number.MAX_SAFE_INTEGER } = field;
    return {
      name,
      option: optionName(name),
      place,
      isRequired: required.includes(name),
      isTime: field.format === 'unix-ms',
      min: minimum,
      max: maximum === Number.MAX_SAFE_INTEGER ? null : maximum,
    };
  });
}

/** In older JSON Schema, it was a boolean beside the minimum. */
function aboveOf(exclusiveMinimum: number | boolean | undefined): number {
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0;
}

/** `orgId` → `--org-id` */
function optionName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The value of a parameter, or null if the text isn't one. A date without a time begins at midnight UTC. */
export function parseParameter({ isTime, min, max }: Parameter, text: string): number | null {
  if (isTime && isoTime.safeParse(text).success) return Date.parse(text);
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= min && (max === null || value <= max) ? value : null;
}
