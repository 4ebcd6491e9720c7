import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse, errorResponse } from '../response.ts';
import type { EventRow } from '../store/events.ts';
import { apiErrors } from '../words.ts';
import { organizationFor } from './access.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { operationOn } from './operation.ts';
import { integerQuery, nextUrl } from './paging.ts';
import { eventRecord } from './records.ts';

/** platform-interface 8. */
const defaultLimit = 1000;
const maxLimit = 10_000;

/** The activity log of an organization (operations 19 to 21). */
export function eventOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, events } = context;

  /** Checks the caller and the limit, which all three have. */
  const read = (
    name: string,
    path: string,
    then: (
      request: { readonly organizationId: number; readonly limit: number },
      present: (event: EventRow) => ReturnType<typeof eventRecord>,
      call: OperationRequest,
    ) => ApiResponse,
  ): Operation =>
    operationOn(
      organizationFor(context, 'adminOrParent'),
      { name, method: 'GET', path: `/organizations/:orgId/${path}`, extended: true },
      ({ id: organizationId }, call) => {
        const limit = integerQuery(call, 'limit') ?? defaultLimit;
        if (!(limit >= 1 && limit <= maxLimit)) return errorResponse(400, apiErrors.eventLimitParameter);
        const isParentKey = accounts.isParentAdmin(call.caller.id);
        return then({ organizationId, limit }, (event) => eventRecord(event, isParentKey), call);
      },
    );
  return [
    read('GetOrganizationEvents', 'events', ({ organizationId, limit }, present, call) => {
      for (const name of ['begin', 'end']) {
        if (call.query[name] === undefined) return errorResponse(400, apiErrors.missingParameter(name));
      }
      const begin = int64Query(call, 'begin');
      if (begin === undefined) return errorResponse(400, apiErrors.integerParameter('begin'));
      const end = int64Query(call, 'end');
      if (end === undefined) return errorResponse(400, apiErrors.integerParameter('end'));
      if (begin > end) return errorResponse(400, apiErrors.timeRange);
      const { rows, hasMore } = events.inRange(organizationId, begin, end, limit);
      const last = rows.at(-1);
      // A page has all events of its last millisecond, so the next one begins after it.
      const next =
        hasMore && last !== undefined ? nextUrl(call, { begin: last.timestampMs + 1, limit }) : null;
      return listResponse(rows.map(present), next);
    }),
    read('GetOrganizationEventsAfter', 'events/after', ({ organizationId, limit }, present, call) => {
      const eventId = call.query['eventId'] === undefined ? 0 : int64Query(call, 'eventId');
      if (eventId === undefined) return errorResponse(400, apiErrors.integerParameter('eventId'));
      const { rows, hasMore } = events.after(organizationId, eventId, limit);
      const last = rows.at(-1);
      const next = hasMore && last !== undefined ? nextUrl(call, { eventId: last.id, limit }) : null;
      return listResponse(rows.map(present), next);
    }),
    read('GetRecentOrganizationEvents', 'events/recent', ({ organizationId, limit }, present) =>
      dataResponse({ events: events.recent(organizationId, limit).map(present) }),
    ),
  ];
}

function listResponse(data: readonly unknown[], next: string | null): ApiResponse {
  return { status: 200, body: { data, links: { next } } };
}

/** A signed integer of 64 bits, cut to what a number holds exactly. Undefined if it isn't one. */
function int64Query(call: OperationRequest, name: string): number | undefined {
  const text = call.query[name];
  if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) return undefined;
  return Math.min(Math.max(Number(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
