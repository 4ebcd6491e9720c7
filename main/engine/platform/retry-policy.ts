import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import type { AnswerProblem, WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { NetworkError } from './network-error.ts';

/** When a request to the platform is made again, as pure functions. The client only carries them out. */

// Waiting

const backoffBaseMs = 500;
const backoffCapMs = 60_000;
/** For retries that cost a whole part, or may leave something empty behind. */
const costlyBackoffCapMs = 10 * 60_000;
/** The longest Retry-After that is honored. */
const retryAfterCapMs = 15 * 60_000;

/**
 * Exponential backoff with jitter: at least half of what doubles, so that no wait is shorter than the one before while it
 * doubles (platform-interface 7.5: growing delays). `attempt` 0 is the wait after the first failure.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return jitteredMs(attempt, random, backoffCapMs);
}

export function costlyBackoffMs(attempt: number, random: () => number): number {
  return jitteredMs(attempt, random, costlyBackoffCapMs);
}

function jitteredMs(attempt: number, random: () => number, capMs: number): number {
  const ceilingMs = Math.min(capMs, backoffBaseMs * 2 ** attempt);
  return Math.floor((ceilingMs * (1 + random())) / 2);
}

export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Retry-After in both forms, seconds and date (RFC 9110, 10.2.3). A date counts by the server's clock, as its answer has it:
 * this computer's may be wrong. Undefined where there is none that makes sense.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const text = headerOf(headers, 'retry-after');
  const sentAtMs = Date.parse(headerOf(headers, 'date'));
  const waitMs = /^-?\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), retryAfterCapMs);
}

function headerOf(headers: ResponseHeaders, name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0])?.trim() ?? '';
}

// A request to the platform

export type RequestOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Why the answer can't be read; null where it can. Errors without a readable body can, unless they are cut off. */
      readonly problem: { readonly problem: AnswerProblem; readonly field?: string } | null;
      readonly platformMessage?: string;
      /** Why an error isn't in the platform's form (platform-interface 7): something in between may have answered. */
      readonly foreign?: AnswerProblem;
      readonly retryAfterMs?: number;
    }
  | NetworkError;

/** Safe: a second request changes nothing. Unsafe: it might create a duplicate. */
export type Repeat = 'safe' | 'unsafe';

export interface RequestRules {
  readonly operation: string;
  readonly host: string;
  readonly repeat: Repeat;
  /** The profile assumes the operation, so the platform may not have it. */
  readonly isAssumed: boolean;
  /** Nobody is waiting for the answer, so a proxy or captive portal that answers instead gets time to go away. */
  readonly isUnattended: boolean;
  readonly ownRefusals?: OwnRefusals | undefined;
}

/**
 * Refusals that count only in the platform's own form, because something in between may refuse what was carried out. With
 * `all`, so does a 429: where a second request would do harm.
 */
export type OwnRefusals = 'but-429' | 'all';

export type RequestDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: WaitReason; readonly retryAfterMs?: number }
  | { readonly kind: 'fail'; readonly failure: Failure };

/** Unreadable answers and redirects in all, after which the request fails. */
export const unreadableLimit = 5;
export const unattendedUnreadableLimit = 30;

/**
 * What to do after an outcome (platform-interface 7). `unreadableBefore` counts the
 * unreadable answers and redirects that this request had already.
 */
export function decideRequest(
  rules: RequestRules,
  outcome: RequestOutcome,
  unreadableBefore = 0,
): RequestDecision {
  const { operation, host, repeat, isAssumed, isUnattended } = rules;
  if (outcome.kind === 'not-sent') return { kind: 'retry', reason: outcome.reason };
  if (outcome.kind !== 'answer') return retryOrUnknown(rules, outcome.reason);
  const { status, problem, platformMessage } = outcome;
  const after = outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs };
  const reason: WaitReason = { kind: 'status', status, platformMessage };
  const refused = { operation, status, platformMessage };
  const foreign = foreignRefusal(rules, outcome);
  if (foreign !== null) return unknownOutcome(operation, foreign);
  if (problem === null && status >= 200 && status < 300) return { kind: 'done' };
  if (problem !== null && (status < 300 || isOfRequest(status))) {
    const unreadable: WaitReason = { kind: 'unreadable', status, host, ...problem };
    if (repeat === 'unsafe') return unknownOutcome(operation, unreadable);
    // Unexpected JSON comes from the platform itself: waiting won't help.
    const isOwn = problem.problem === 'unexpected-fields' || problem.problem === 'empty';
    const limit = isUnattended && !isOwn ? unattendedUnreadableLimit : unreadableLimit;
    return unreadableBefore + 1 < limit
      ? { kind: 'retry', reason: unreadable }
      : fail(failure('unexpected-answer', { operation, reason: unreadable }));
  }
  if (status === 501 && isAssumed) return fail(failure('refused', refused));
  if (status === 408 || (status >= 500 && status < 600)) return retryOrUnknown(rules, reason, after);
  if (status === 429) return { kind: 'retry', reason: { kind: 'rate-limited', platformMessage }, ...after };
  if (status === 401) return fail(failure('key-refused', refused));
  if (status === 403) return fail(failure('forbidden', refused));
  if (status === 404) return fail(failure('not-found', refused));
  if (status === 422) return fail(failure('cap-reached', refused));
  if (status >= 400 && status < 500) return fail(failure('refused', refused));
  const unexpected: WaitReason = status >= 300 && status < 400 ? { kind: 'redirect', status, host } : reason;
  if (status < 400 && isUnattended && repeat === 'safe' && unreadableBefore + 1 < unattendedUnreadableLimit)
    return { kind: 'retry', reason: unexpected };
  return fail(failure('unexpected-answer', { operation, reason: unexpected }));
}

function foreignRefusal(
  { ownRefusals, host }: RequestRules,
  { status, foreign, platformMessage }: Extract<RequestOutcome, { readonly kind: 'answer' }>,
): WaitReason | null {
  if (ownRefusals === undefined || foreign === undefined) return null;
  // The key is asked for again, and nothing is sent meanwhile.
  if (status < 400 || status >= 500 || status === 401) return null;
  if (status === 429 && ownRefusals !== 'all') return null;
  return platformMessage === undefined
    ? { kind: 'unreadable', status, host, problem: foreign }
    : { kind: 'status', status, platformMessage };
}

/** Errors whose words say what is wrong with the request. */
function isOfRequest(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

function retryOrUnknown(
  { operation, repeat }: RequestRules,
  reason: WaitReason,
  after: { readonly retryAfterMs?: number } = {},
): RequestDecision {
  return repeat === 'safe' ? { kind: 'retry', reason, ...after } : unknownOutcome(operation, reason);
}

/** The request may have been carried out, and a second one might do it twice. */
function unknownOutcome(operation: string, reason: WaitReason): RequestDecision {
  return fail(failure('outcome-unknown', { operation, reason }));
}

function fail({ failure: reason }: { readonly failure: Failure }): RequestDecision {
  return { kind: 'fail', failure: reason };
}
