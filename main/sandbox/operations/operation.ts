import type { SandboxContext } from '../context.ts';
import type { Fault } from '../faults.ts';
import { type ApiResponse, errorResponse } from '../response.ts';
import type { DatabaseRow, UserRow } from '../store/accounts.ts';
import { apiErrors } from '../words.ts';

/** An authenticated request, as an operation receives it. */
export interface OperationRequest {
  readonly caller: UserRow;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Absolute and without query; the base of links.next. */
  readonly url: string;
  readonly fault: Fault | undefined;
}

export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** If the default isn't enough. */
  readonly bodyLimitBytes?: number;
  handle(call: OperationRequest): ApiResponse | Promise<ApiResponse>;
}

export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly response: ApiResponse };

export function succeeded<T>(value: T): ApiResult<T> {
  return { ok: true, value };
}

export function notFound(what: string): { readonly ok: false; readonly response: ApiResponse } {
  return { ok: false, response: errorResponse(404, apiErrors.notFound(what)) };
}

export function forbidden(title: string): { readonly ok: false; readonly response: ApiResponse } {
  return { ok: false, response: errorResponse(403, title) };
}

/** A path parameter as a positive integer, or undefined. Ids are integers (platform-interface 2). */
export function idParam(call: OperationRequest, name: string): number | undefined {
  const text = call.params[name] ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export type DatabaseAccess = 'administer' | 'upload';

/** platform-interface 1.3 and 4.2. Another organization's database is reported as not found. */
export function authorizeDatabase(
  context: SandboxContext,
  call: OperationRequest,
  need: DatabaseAccess,
): ApiResult<DatabaseRow> {
  const id = idParam(call, 'databaseId');
  const database = id === undefined ? undefined : context.accounts.database(id);
  if (database === undefined) return notFound('database');
  const { caller } = call;
  const permissions = context.accounts.permissionsOf(database.id, caller.id);
  const isMember = database.organizationId === caller.organizationId;
  if (!isMember && permissions.length === 0) return notFound('database');
  const isOrgAdmin = isMember && caller.orgAdmin === 1;
  switch (need) {
    case 'administer':
      // The Database Org Admin group applies even if orgAdminAccess is off.
      return isOrgAdmin || permissions.includes('DB_ADMIN')
        ? succeeded(database)
        : forbidden(apiErrors.databaseAdminOnly);
    case 'upload':
      return permissions.includes('DB_UPLOAD') || (isOrgAdmin && database.orgAdminAccess === 1)
        ? succeeded(database)
        : forbidden(apiErrors.uploadPermission);
  }
}

/**
 * platform-interface 4: results start after the element with the id `after`; `limit` is 1 to 200, by default 100.
 * Reads one row more than the page, to know whether there is a next page.
 */
export function pageResponse<Row>(
  call: OperationRequest,
  rows: (after: number, limit: number) => readonly Row[],
  cursorOf: (row: Row) => number,
  present: (row: Row) => unknown,
): ApiResponse {
  const { after, limit } = call.query;
  const limitNumber = limit === undefined ? 100 : wholeNumber(limit);
  if (limitNumber === undefined || limitNumber < 1 || limitNumber > 200) {
    return errorResponse(400, apiErrors.limitParameter);
  }
  const afterNumber = after === undefined ? 0 : wholeNumber(after);
  if (afterNumber === undefined) return errorResponse(400, apiErrors.afterParameter);
  const more = rows(afterNumber, limitNumber + 1);
  const page = more.slice(0, limitNumber);
  const last = page.at(-1);
  const next =
    more.length > limitNumber && last !== undefined
      ? `${call.url}?after=${cursorOf(last)}&limit=${limitNumber}`
      : null;
  return { status: 200, body: { data: page.map(present), links: { next } } };
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
