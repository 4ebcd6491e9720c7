/** Values that a renderer which was taken over might send: of the wrong kind, too large, or just valid. */

import { z } from 'zod';
import fc from '../fixtures/property.ts';

type Schema = z.core.JSONSchema.JSONSchema | boolean;

function nested(depth: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

const numbers = [
  0,
  -0,
  1,
  2,
  -1,
  1.5,
  255,
  4711,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e308,
  -1e308,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const;

const texts = [
  '',
  ' ',
  '\0',
  '1',
  'x',
  '..',
  '../../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '\\\\host\\share',
  'file:///etc/passwd',
  'https://evil.example/',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE uploads; --",
  '%00%0a',
  '{{7*7}}',
  '=1+1',
  '\ud800',
  '\u202Egpj.exe',
  'a\r\nb',
  '(a+)+$',
  '[',
  '*'.repeat(300),
  'x'.repeat(3000),
  '\u{1F512}'.repeat(5000),
] as const;

const objects: readonly unknown[] = [
  null,
  undefined,
  true,
  [],
  {},
  [[]],
  new Date(0),
  new Date(Number.NaN),
  new Map([['a', 1]]),
  new Set([1]),
  new Uint8Array(100_000),
  new Error('x'),
  /x/,
  7n,
  nested(5),
  nested(500),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index])),
  Array.from({ length: 20_000 }, () => '/etc/passwd'),
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...numbers),
  fc.constantFrom(...texts),
  fc.constantFrom(...objects),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
);

/** Mostly what the schema accepts, so that it reaches the handlers, with something else in some places. */
export function hostileArgument(argument: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 1, arbitrary: hostile },
    { weight: 4, arbitrary: near(z.toJSONSchema(argument, { io: 'input', unrepresentable: 'any' })) },
  );
}

function near(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: hostile }, { weight: 12, arbitrary: fitting(schema) });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return hostile;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length > 0) return fc.oneof(...choices.map(near));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 40 }));
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(...numbers));
    case 'array': {
      const { items } = schema;
      return fc.array(typeof items === 'object' && !Array.isArray(items) ? near(items) : hostile, {
        maxLength: 4,
      });
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, near(field)] as const,
      );
      if (fields.length === 0) return fc.dictionary(fc.constantFrom(...texts), hostile, { maxKeys: 5 });
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
    }
    default:
      return fc.constant(undefined);
  }
}
