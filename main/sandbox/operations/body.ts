import { z } from 'zod';
import { errorResponse } from '../response.ts';
import { apiErrors } from '../words.ts';
import { type ApiResult, refused, succeeded } from './operation.ts';

/** A JSON body, or 400 with the first field that is wrong. */
export function parseBody<Body>(schema: z.ZodType<Body>, body: unknown): ApiResult<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return succeeded(parsed.data);
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  return refused(
    errorResponse(400, apiErrors.invalidBody(field, issue?.message ?? apiErrors.unknownProblem)),
  );
}

/** An array with unique items from a closed set of values. */
export function uniqueValues<const Values extends readonly string[]>(values: Values) {
  return z
    .array(z.enum(values))
    .refine((items) => new Set(items).size === items.length, apiErrors.uniqueItems);
}
