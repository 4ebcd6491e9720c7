import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema | boolean;

/** A value that fits a schema, with every field that the schema knows. */
export function sampleRecord(schema: z.ZodType): unknown {
  return sample(z.toJSONSchema(schema, { unrepresentable: 'any' }));
}

function sample(schema: Schema): unknown {
  if (typeof schema === 'boolean') return { any: ['thing'] };
  const [choice] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choice !== undefined) return sample(choice);
  const { type } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return 'DB_UPLOAD';
    case 'number':
    case 'integer':
      return 2026;
    case 'boolean':
      return true;
    case 'array':
      return typeof schema.items === 'object' && !Array.isArray(schema.items) ? [sample(schema.items)] : [];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sample(field)]),
      );
    default:
      return { any: ['thing'] };
  }
}
