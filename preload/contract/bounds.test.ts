/** What the window may send has limits in every place, so that main and engine never hold or parse more than fits. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './index.ts';

type Schema = z.core.JSONSchema.JSONSchema | boolean;

/** Places in a schema where a value may be as large as it likes. */
function unbounded(schema: Schema, path: string): string[] {
  // `z.unknown()` accepts anything; `z.undefined()` has no JSON, and becomes `not: {}`.
  if (typeof schema === 'boolean') return schema ? [`${path}: anything`] : [];
  const { type, not, anyOf = [], oneOf = [], allOf = [] } = schema;
  const choices = [...anyOf, ...oneOf, ...allOf];
  if (choices.length > 0) return choices.flatMap((each, index) => unbounded(each, `${path}|${index}`));
  if (schema.const !== undefined || schema.enum !== undefined || not !== undefined) return [];
  switch (type) {
    case 'null':
    case 'boolean':
      return [];
    case 'string':
      return schema.maxLength === undefined ? [`${path}: string`] : [];
    case 'number':
    case 'integer':
      return schema.minimum === undefined && schema.exclusiveMinimum === undefined ? [`${path}: number`] : [];
    case 'array':
      return [
        ...(schema.maxItems === undefined && schema.prefixItems === undefined ? [`${path}: array`] : []),
        ...(typeof schema.items === 'object' && !Array.isArray(schema.items)
          ? unbounded(schema.items, `${path}[]`)
          : []),
      ];
    case 'object': {
      const { properties = {}, additionalProperties = false, propertyNames } = schema;
      const fields = Object.entries(properties).flatMap(([name, field]) =>
        unbounded(field, `${path}.${name}`),
      );
      if (additionalProperties === false) return fields;
      return [
        ...fields,
        ...(schema['maxProperties'] === undefined ? [`${path}: record`] : []),
        ...(propertyNames === undefined ? [`${path}: names`] : unbounded(propertyNames, `${path}{names}`)),
        ...unbounded(additionalProperties, `${path}{}`),
      ];
    }
    default:
      return [`${path}: anything`];
  }
}

describe('every argument of a call', () => {
  it.each(Object.entries(calls))(
    '%s has limits for each string, number, list and record',
    (name, { argument }) => {
      const schema = z.toJSONSchema(argument, {
        io: 'output',
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
        },
      });
      expect(unbounded(schema, name)).toEqual([]);
    },
  );

  it('has at most 200 processing settings', () => {
    const withFields = (count: number) =>
      calls['templates.save'].argument.safeParse({
        name: 'x',
        settings: Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, true])),
      }).success;
    expect([withFields(200), withFields(201)]).toEqual([true, false]);
  });
});
