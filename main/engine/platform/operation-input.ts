import type { z } from 'zod';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import {
  type Operation,
  type OperationName,
  operations,
  pagingParametersOf,
} from '../../../preload/contract/platform/operations.ts';
import type { PathParams, Query } from './operation-url.ts';
import type { Limits } from './profile.ts';

/** The input of any operation. The table says what each takes, and whatever else is given is refused. */
export interface UncheckedInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** The element after which a list starts. */
  readonly after?: number | undefined;
  /** Elements per page. */
  readonly limit?: number | undefined;
}

export interface CheckedInput {
  readonly params: PathParams;
  readonly query: Query;
  /** Undefined for an operation without one. */
  readonly body: unknown;
  readonly limit: number | undefined;
}

/**
 * Checks an input against the table and the profile's limits before anything is sent. Fails with parameter-missing or
 * parameter-invalid, which name the first field. Pure.
 */
export function checkInput(name: OperationName, input: UncheckedInput, limits: Limits): Result<CheckedInput> {
  const operation: Operation = operations[name];
  const path = parse(name, operation.path, input.path ?? {});
  if (!path.ok) return path;
  const query = parse(name, operation.query, input.query ?? {});
  if (!query.ok) return query;
  const paging = checkPaging(name, input, limits);
  if (!paging.ok) return paging;
  const body = checkBody(name, input.body);
  if (!body.ok) return body;
  const { after, limit } = paging.value;
  return success({ params: path.value, query: { ...query.value, after }, body: body.value, limit });
}

function checkPaging(
  name: OperationName,
  { after, limit }: UncheckedInput,
  limits: Limits,
): Result<{ readonly after: number | undefined; readonly limit: number | undefined }> {
  const taken = pagingParametersOf(name);
  const invalid = (parameter: string, problem: string) =>
    failure('parameter-invalid', { operation: name, parameter, problem });
  if (after !== undefined) {
    if (!taken.includes('after')) return invalid('after', notTaken);
    if (!Number.isSafeInteger(after) || after < 0) return invalid('after', 'not an ID');
  }
  if (limit !== undefined) {
    const { pageSize } = operations[name];
    if (pageSize === null) return invalid('limit', notTaken);
    const { max } = limits[pageSize];
    if (!Number.isInteger(limit) || limit < 1 || limit > max)
      return invalid('limit', `not between 1 and ${max}`);
  }
  return success({ after, limit });
}

function checkBody(name: OperationName, body: unknown): Result<unknown> {
  const schema = operations[name].body;
  if (schema === null || schema === 'csv')
    return body === undefined
      ? success(undefined)
      : failure('parameter-invalid', { operation: name, parameter: 'body', problem: notTaken });
  if (body === undefined) return failure('parameter-missing', { operation: name, parameter: 'body' });
  return parse(name, schema, body);
}

const notTaken = 'the operation takes none';

function parse<T>(operation: OperationName, schema: z.ZodType<T>, value: unknown): Result<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? success(parsed.data) : refusal(operation, parsed.error);
}

function refusal(operation: OperationName, { issues: [issue] }: z.ZodError): Failed {
  if (issue?.code === 'unrecognized_keys')
    return failure('parameter-invalid', {
      operation,
      parameter: [...issue.path, issue.keys[0] ?? ''].join('.'),
      problem: notTaken,
    });
  const parameter = issue?.path.join('.') || 'body';
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    return failure('parameter-missing', { operation, parameter });
  const problem = issue?.message ?? '';
  return failure('parameter-invalid', {
    operation,
    parameter,
    problem: problem.charAt(0).toLowerCase() + problem.slice(1),
  });
}
