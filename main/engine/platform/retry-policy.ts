import { type Failure, type FailureCode, failure } from '../../../preload/contract/failure.ts';
import type { AnswerProblem, WaitReason } from '../../../preload/contract/wait-reason.ts';
import type { NetworkError } from './network-error.ts';

/**
 * Every decision about trying again, as pure functions: after a request to the platform, after a part's PUT, after a
 * creation whose answer was lost. The client and the transfer only carry them out.
 */

// Waiting

const backoffBaseMs = 500;
const backoffCapMs = 60_000;
/** For retries that cost a whole part, or may leave something empty behind. */
const costlyBackoffCapMs = 10 * 60_000;
/** The longest Retry-After that is honored. */
const retryAfterCapMs = 15 * 60_000;

/** Exponential backoff with full jitter (platform-interface 7.5). `attempt` 0 is the wait after the first failure. */
export function backoffMs(attempt: number, random: () => number): number {
  return jitteredMs(attempt, random, backoffCapMs);
}

export function costlyBackoffMs(attempt: number, random: () => number): number {
  return jitteredMs(attempt, random, costlyBackoffCapMs);
}

function jitteredMs(attempt: number, random: () => number, capMs: number): number {
  return Math.floor(random() * Math.min(capMs, backoffBaseMs * 2 ** attempt));
}

/** Retry-After in both forms, seconds and date (RFC 9110, 10.2.3). Undefined where there is none that makes sense. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), retryAfterCapMs);
}

// A request to the platform

export type RequestOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Why a successful answer can't be read; null where it can, and for errors. */
      readonly problem: { readonly problem: AnswerProblem; readonly field?: string } | null;
      readonly platformMessage?: string;
      readonly retryAfterMs?: number;
    }
  | NetworkError;

/** Safe: a second request changes nothing. Unsafe: it might create a duplicate. */
export type Repeat = 'safe' | 'unsafe';

export interface RequestRules {
  readonly operation: string;
  readonly host: string;
  readonly repeat: Repeat;
  /** Nobody is waiting for the answer, so a proxy or captive portal that answers instead gets time to go away. */
  readonly isUnattended: boolean;
}

export type RequestDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: WaitReason; readonly retryAfterMs?: number }
  | { readonly kind: 'fail'; readonly failure: Failure };

/** Unreadable answers and redirects in all, after which the request fails. */
export const unreadableLimit = 5;
export const unattendedUnreadableLimit = 30;

/**
 * What to do after an outcome (design, "Talking to the platform"; platform-interface 7). `unreadableBefore` counts the
 * unreadable answers and redirects that this request had already.
 */
export function decideRequest(
  rules: RequestRules,
  outcome: RequestOutcome,
  unreadableBefore = 0,
): RequestDecision {
  const { operation, host, repeat, isUnattended } = rules;
  if (outcome.kind === 'not-sent') return { kind: 'retry', reason: outcome.reason };
  if (outcome.kind !== 'answer') return retryOrUnknown(rules, outcome.reason);
  const { status, problem, platformMessage } = outcome;
  const after = outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs };
  const reason: WaitReason = { kind: 'status', status, platformMessage };
  const refused = { operation, status, platformMessage };
  if (status >= 200 && status < 300) {
    if (problem === null) return { kind: 'done' };
    const unreadable: WaitReason = { kind: 'unreadable', status, host, ...problem };
    if (repeat === 'unsafe') return unknownOutcome(operation, unreadable);
    // Unexpected JSON comes from the platform itself: waiting won't help.
    const isOwn = problem.problem === 'unexpected-fields' || problem.problem === 'empty';
    const limit = isUnattended && !isOwn ? unattendedUnreadableLimit : unreadableLimit;
    return unreadableBefore + 1 < limit
      ? { kind: 'retry', reason: unreadable }
      : fail(failure('unexpected-answer', { operation, reason: unreadable }));
  }
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

// What a failure stops

export type FailureScope = 'stopped' | 'upload' | 'item';

/** A failure that isn't the platform's, or a refused key, affects every item. */
export function scopeOf({ code }: Failure): FailureScope {
  if (code === 'stopped') return 'stopped';
  return code === 'key-refused' || code === 'unexpected-answer' ? 'upload' : 'item';
}

/** A dataset that refuses one source file for missing rights, its absence or a cap refuses all of them. */
export function creationScopeOf(refusal: Failure): FailureScope {
  switch (refusal.code) {
    case 'forbidden':
    case 'not-found':
    case 'dataset-not-found':
    case 'cap-reached':
      return 'upload';
    default:
      return scopeOf(refusal);
  }
}

// Retry budgets

/**
 * How often to retry when a failure doesn't reveal its cause. Each attempt costs a whole part, or may leave something
 * empty behind, so retries don't continue for days:
 *
 * - `inARow` times while nothing else succeeds: it is not this item's fault. The upload stops, and can be resumed.
 * - `inAll` times while others succeed: it is this item's fault. The item fails, and can be retried.
 */
export interface RetryBudget {
  readonly inARow: number;
  readonly inAll: number;
}

export interface SpentBudget {
  readonly row: number;
  readonly all: number;
  /** What had succeeded elsewhere at the last failure. */
  readonly succeeded: number;
}

export function newSpentBudget(succeeded: number): SpentBudget {
  return { row: 0, all: 0, succeeded };
}

/** After one more failure. `succeeded` counts what succeeded anywhere in the upload. */
export function spendAttempt(
  spent: SpentBudget,
  succeeded: number,
  budget: RetryBudget,
): { readonly spent: SpentBudget; readonly verdict: 'retry' | 'item' | 'upload' } {
  const row = succeeded === spent.succeeded ? spent.row + 1 : 1;
  const all = spent.all + 1;
  const verdict = row >= budget.inARow ? 'upload' : all >= budget.inAll ? 'item' : 'retry';
  return { spent: { row, all, succeeded }, verdict };
}

// The creation of a dataset or source file

export interface CreationPolicy {
  readonly budget: RetryBudget;
  /** After these it may have been created, or something in the way answered. */
  readonly repeatAfter: readonly FailureCode[];
}

/** Each attempt may leave an empty dataset behind, which people see. */
export const datasetCreation: CreationPolicy = {
  budget: { inARow: 8, inAll: 8 },
  repeatAfter: ['outcome-unknown'],
};
/** About three quarters of an hour in which the platform answers but creates no source file. */
export const sourceFileCreation: CreationPolicy = {
  budget: { inARow: 20, inAll: 40 },
  repeatAfter: ['outcome-unknown', 'unexpected-answer'],
};

export type CreationStep =
  | {
      readonly kind: 'retry';
      readonly waitMs: number;
      readonly reason: WaitReason;
      readonly spent: SpentBudget;
    }
  | { readonly kind: 'give-up'; readonly scope: FailureScope; readonly attempts: number };

/** After a creation failed. `succeeded` counts the creations that succeeded anywhere in the upload. */
export function nextCreationStep(
  { budget, repeatAfter }: CreationPolicy,
  refusal: Failure,
  before: SpentBudget,
  succeeded: number,
  random: () => number,
): CreationStep {
  if (!repeatAfter.includes(refusal.code))
    return { kind: 'give-up', scope: creationScopeOf(refusal), attempts: before.all + 1 };
  const { spent, verdict } = spendAttempt(before, succeeded, budget);
  if (verdict !== 'retry') return { kind: 'give-up', scope: verdict, attempts: spent.all };
  return {
    kind: 'retry',
    waitMs: costlyBackoffMs(spent.all - 1, random),
    reason: reasonOf(refusal) ?? { kind: 'no-answer' },
    spent,
  };
}

function reasonOf(refusal: Failure): WaitReason | undefined {
  const isRequestFault = refusal.code === 'outcome-unknown' || refusal.code === 'unexpected-answer';
  return isRequestFault ? refusal.reason : undefined;
}

// The PUT of a part

export type PartFault =
  /** `madeProgress`: bytes were sent before the failure, so the count starts over. */
  | {
      readonly kind: 'broken';
      readonly reason: WaitReason;
      readonly retryAfterMs: number | null;
      readonly madeProgress: boolean;
    }
  /** A proxy or captive portal answered instead of the part host. It may go away. */
  | {
      readonly kind: 'intercepted';
      readonly reason: WaitReason;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'url-expired'; readonly status: number; readonly madeProgress: boolean }
  | { readonly kind: 'refused'; readonly status: number; readonly platformMessage?: string }
  /** The platform's URL for the part is not one that evidence may be sent to. */
  | { readonly kind: 'url-unusable'; readonly failure: Failure }
  /** The ETag is the MD5 of other bytes. */
  | { readonly kind: 'differs' };

export interface PartAttempts {
  readonly broken: number;
  readonly expiredUrls: number;
  readonly refusals: number;
  readonly differences: number;
  readonly intercepted: SpentBudget;
}

export function noAttempts(acknowledgedParts: number): PartAttempts {
  return {
    broken: 0,
    expiredUrls: 0,
    refusals: 0,
    differences: 0,
    intercepted: newSpentBudget(acknowledgedParts),
  };
}

export interface PartAttempt {
  readonly path: string;
  readonly partNumber: number;
  /** Of the whole upload, in this run. */
  readonly acknowledgedParts: number;
  readonly random: () => number;
}

export type PartStep =
  /** With a new URL, after the wait. */
  | {
      readonly kind: 'retry';
      readonly attempts: PartAttempts;
      readonly waitMs: number;
      readonly reason: WaitReason;
    }
  | { readonly kind: 'give-up'; readonly scope: 'item' | 'upload'; readonly failure: Failure };

/** New URLs in a row that a host may refuse. */
const expiredUrlLimit = 10;
/** Another URL may get past a part host's 4xx. After three refusals in a row it is final. */
const refusalLimit = 3;
/** A part whose ETag keeps differing is altered in transit, or the host's ETags are not MD5. */
const differenceLimit = 5;
/** About an hour and a half of waiting while no other part is acknowledged. */
const interceptedBudget: RetryBudget = { inARow: 30, inAll: 90 };

/** The next step after a part failed. */
export function nextPartStep(before: PartAttempts, fault: PartFault, attempt: PartAttempt): PartStep {
  const { path, partNumber, acknowledgedParts, random } = attempt;
  switch (fault.kind) {
    case 'broken': {
      const broken = fault.madeProgress ? 1 : before.broken + 1;
      const waitMs = Math.max(fault.retryAfterMs ?? 0, backoffMs(broken - 1, random));
      return { kind: 'retry', attempts: { ...before, broken }, waitMs, reason: fault.reason };
    }
    case 'intercepted': {
      const { spent, verdict } = spendAttempt(before.intercepted, acknowledgedParts, interceptedBudget);
      const { reason } = fault;
      const details = { partNumber, attempts: spent.all, reason };
      if (verdict === 'upload') return giveUp(verdict, failure('part-intercepted', { path, ...details }));
      if (verdict === 'item') return giveUp(verdict, failure('part-intercepted', details));
      const waitMs = Math.max(fault.retryAfterMs ?? 0, costlyBackoffMs(spent.all - 1, random));
      return { kind: 'retry', attempts: { ...before, intercepted: spent }, waitMs, reason };
    }
    case 'url-expired': {
      const { status } = fault;
      const expiredUrls = fault.madeProgress ? 1 : before.expiredUrls + 1;
      if (expiredUrls > expiredUrlLimit)
        return giveUp('item', failure('part-url-refused', { partNumber, attempts: expiredUrlLimit, status }));
      // The first URL may simply have expired.
      const waitMs = expiredUrls === 1 ? 0 : backoffMs(expiredUrls - 2, random);
      const reason = { kind: 'url-refused', status } as const;
      return { kind: 'retry', attempts: { ...before, expiredUrls }, waitMs, reason };
    }
    case 'refused': {
      const { status, platformMessage } = fault;
      return afterRefusal(
        before,
        failure('part-refused', { partNumber, status, platformMessage }).failure,
        random,
        {
          kind: 'status',
          status,
          platformMessage,
        },
      );
    }
    case 'url-unusable':
      return afterRefusal(before, fault.failure, random, {
        kind: 'unreadable',
        status: 200,
        problem: 'unexpected-fields',
        field: 'url',
      });
    case 'differs': {
      const differences = before.differences + 1;
      if (differences >= differenceLimit)
        return giveUp('item', failure('part-differs', { partNumber, attempts: differences }));
      const waitMs = backoffMs(differences - 1, random);
      return {
        kind: 'retry',
        attempts: { ...before, differences },
        waitMs,
        reason: { kind: 'part-differs' },
      };
    }
  }
}

function afterRefusal(
  before: PartAttempts,
  refusal: Failure,
  random: () => number,
  reason: WaitReason,
): PartStep {
  const refusals = before.refusals + 1;
  if (refusals >= refusalLimit) return { kind: 'give-up', scope: 'item', failure: refusal };
  const waitMs = backoffMs(refusals - 1, random);
  return { kind: 'retry', attempts: { ...before, refusals }, waitMs, reason };
}

function giveUp(scope: 'item' | 'upload', { failure: reason }: { readonly failure: Failure }): PartStep {
  return { kind: 'give-up', scope, failure: reason };
}
