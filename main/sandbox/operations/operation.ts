import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Fault } from '../faults.ts';
import { type ApiResponse, errorResponse } from '../response.ts';
import type { UserRow } from '../store/accounts.ts';
import { apiErrors } from '../words.ts';

/** An authenticated request, as an operation receives it. */
export interface OperationRequest {
  readonly caller: UserRow;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined where the operation reads the request itself. */
  readonly body: unknown;
  readonly request: IncomingMessage;
  /** Absolute and without query; the base of links.next. */
  readonly url: string;
  readonly fault: Fault | undefined;
}

export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Not in the base form (platform-interface 9.2). */
  readonly extended?: true;
  /** Reads the request itself, whatever its content type, because it may be large. */
  readonly readsRequest?: true;
  /** If the default isn't enough. */
  readonly bodyLimitBytes?: number;
  handle(call: OperationRequest): Answer;
}

type Answer = ApiResponse | Promise<ApiResponse>;

/** An operation on what `find` finds for those who may call it. */
export function operationOn<Subject>(
  find: (call: OperationRequest) => ApiResult<Subject>,
  declared: Omit<Operation, 'handle'>,
  handle: (subject: Subject, call: OperationRequest) => Answer,
): Operation {
  return {
    ...declared,
    handle: (call) => {
      const found = find(call);
      return found.ok ? handle(found.value, call) : found.response;
    },
  };
}

/** The same with a JSON body. Whoever may not call it isn't told what is wrong with the body. */
export function operationWithBody<Subject, Body>(
  find: (call: OperationRequest) => ApiResult<Subject>,
  declared: Omit<Operation, 'handle'>,
  schema: z.ZodType<Body>,
  handle: (subject: Subject, body: Body, call: OperationRequest) => Answer,
): Operation {
  return operationOn(find, declared, (subject, call) => {
    const parsed = parseBody(schema, call.body);
    return parsed.ok ? handle(subject, parsed.value, call) : parsed.response;
  });
}

export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly response: ApiResponse };

export function succeeded<T>(value: T): ApiResult<T> {
  return { ok: true, value };
}

export function refused(response: ApiResponse): { readonly ok: false; readonly response: ApiResponse } {
  return { ok: false, response };
}

export function notFound(what: string, by = 'ID'): { readonly ok: false; readonly response: ApiResponse } {
  return refused(errorResponse(404, apiErrors.notFound(what, by)));
}

export function forbidden(title: string): { readonly ok: false; readonly response: ApiResponse } {
  return refused(errorResponse(403, title));
}

/** A path parameter as a positive integer, or undefined. Ids are integers (platform-interface 2). */
export function idParam(call: OperationRequest, name: string): number | undefined {
  const text = call.params[name] ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

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
