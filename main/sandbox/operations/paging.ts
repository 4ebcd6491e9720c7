import { type ApiResponse, errorResponse } from '../response.ts';
import { apiErrors } from '../words.ts';
import type { OperationRequest } from './operation.ts';

/**
 * platform-interface 4: results start after the element with the id `after`; `limit` is 1 to 200, by default 100.
 * Reads one row more than the page, to know whether there is a next page.
 */
export function pageResponse<Row extends { readonly id: number }>(
  call: OperationRequest,
  rows: (after: number, limit: number) => readonly Row[],
  present: (row: Row) => unknown,
): ApiResponse {
  const parameters = pageParameters(call);
  if ('status' in parameters) return parameters;
  const { after, limit } = parameters;
  const more = rows(after, limit + 1);
  const page = more.slice(0, limit);
  const last = page.at(-1);
  const next = more.length > limit && last !== undefined ? nextUrl(call, { after: last.id, limit }) : null;
  return { status: 200, body: { data: page.map(present), links: { next } } };
}

/** The page parameters of any operation that takes them, or 400. */
export function pageParameters(
  call: OperationRequest,
): { readonly after: number; readonly limit: number } | ApiResponse {
  const limit = integerQuery(call, 'limit') ?? 100;
  if (Number.isNaN(limit) || limit < 1 || limit > 200) return errorResponse(400, apiErrors.limitParameter);
  const after = integerQuery(call, 'after') ?? 0;
  return Number.isNaN(after) ? errorResponse(400, apiErrors.afterParameter) : { after, limit };
}

/** The request's own URL with the given parameters changed; the others stay (year and month of a billing list). */
export function nextUrl(call: OperationRequest, changes: Readonly<Record<string, number>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...call.query, ...changes })) query.set(name, String(value));
  return `${call.url}?${query}`;
}

/** Undefined without the parameter, NaN if it isn't a whole number that JSON can hold. */
export function integerQuery(call: OperationRequest, name: string): number | undefined {
  const value = call.query[name];
  if (value === undefined) return undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
}
