import type { Failure } from '../../../preload/contract/failures/failure.ts';
import type { AnswerProblem, WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { completionTimeoutMs } from './completion-answer.ts';

/**
 * Whether what failed is tried again, and after how long: requests to the platform, parts, creations, and completions. Pure
 * functions: who sends says what happened, and carries the step out. A link that was handed over and a time stamp are never
 * asked for again by themselves.
 */

// The table

const firstWaitMs = 500;
const forever = Number.POSITIVE_INFINITY;

export interface RetryRule {
  /** Waits double from half a second up to this. */
  readonly longestWaitMs: number;
  /** Tries while nothing else in the upload succeeds: it is not this item's fault. The upload stops, and can be resumed. */
  readonly inARow: number;
  /** Tries while others succeed: it is this item's fault. The item fails, and can be retried. */
  readonly inAll: number;
  readonly isFirstAtOnce?: true;
}

const untilItSucceeds: RetryRule = { longestWaitMs: 60_000, inARow: forever, inAll: forever };
/** Each try costs a whole part, or may leave something empty behind. So it is repeated rarely, and not for days. */
const longestCostlyWaitMs = 10 * 60_000;
/** About twenty minutes of waiting while no part is acknowledged. The first URL may simply have expired. */
const newUrls: RetryRule = { longestWaitMs: longestCostlyWaitMs, inARow: 16, inAll: 30, isFirstAtOnce: true };

export const retryRules = {
  /** No answer, 408, 429, 5xx. */
  request: untilItSucceeds,
  /** Unreadable answers and redirects: the platform differs from the profile, or something in between answers. */
  unreadableAnswer: { ...untilItSucceeds, inAll: 5 },
  /** Nobody waits for the answer, so a proxy or captive portal gets time to go away. */
  interceptedAnswer: { ...untilItSucceeds, inAll: 30 },
  brokenPart: untilItSucceeds,
  /** About an hour and a half of waiting while no other part is acknowledged. */
  interceptedPart: { longestWaitMs: longestCostlyWaitMs, inARow: 30, inAll: 90 },
  refusedUrl: newUrls,
  /** On a slow line, URLs expire for ever as long as some part gets through now and then. */
  expiredUrl: { ...newUrls, inAll: forever },
  /** Another URL may get past a part host's 4xx. */
  refusedPart: { ...untilItSucceeds, inAll: 3 },
  /** A part whose ETag keeps differing is altered in transit, or the host's ETags are not MD5. */
  differingPart: { ...untilItSucceeds, inAll: 5 },
  /** People see the empty dataset that each try may leave. */
  dataset: { longestWaitMs: longestCostlyWaitMs, inARow: 8, inAll: 8 },
  /** About three quarters of an hour in which the platform answers but creates no source file. */
  sourceFile: { longestWaitMs: longestCostlyWaitMs, inARow: 20, inAll: 40 },
  /** About two minutes of waiting. */
  unconfirmedCompletion: { ...untilItSucceeds, inAll: 10 },
} as const satisfies Record<string, RetryRule>;

export interface Tries {
  /** What the wait grows with. */
  readonly failed: number;
  readonly inARow: number;
  /** Failures that count toward the rule's end, where it has one. */
  readonly inAll: number;
  /** What had succeeded elsewhere in the upload at the last failure. */
  readonly succeeded: number;
}

export const noTries: Tries = { failed: 0, inARow: 0, inAll: 0, succeeded: 0 };

export interface NextTry {
  readonly tries: Tries;
  /** What gives up, where it is not tried again. */
  readonly verdict: 'retry' | 'item' | 'upload';
  readonly waitMs: number;
}

interface RetryFacts {
  readonly random: () => number;
  /** What succeeded elsewhere in the upload until now. */
  readonly succeeded?: number;
  readonly retryAfterMs?: number | null | undefined;
}

/** After one more failure. */
export function nextTry(
  rule: RetryRule,
  before: Tries,
  { random, succeeded = 0, retryAfterMs }: RetryFacts,
): NextTry {
  const tries: Tries = {
    failed: before.failed + 1,
    inARow: succeeded === before.succeeded ? before.inARow + 1 : 1,
    inAll: before.inAll + (rule.inAll === forever ? 0 : 1),
    succeeded,
  };
  const verdict = tries.inARow >= rule.inARow ? 'upload' : tries.inAll >= rule.inAll ? 'item' : 'retry';
  return { tries, verdict, waitMs: Math.max(retryAfterMs ?? 0, backoffMs(rule, tries.failed, random)) };
}

/**
 * Exponential backoff with jitter: at least half of what doubles, so that no wait is shorter than the one before while it
 * doubles (platform-interface 7.5: growing delays).
 */
function backoffMs(
  { longestWaitMs, isFirstAtOnce }: RetryRule,
  failed: number,
  random: () => number,
): number {
  const doubled = failed - (isFirstAtOnce === true ? 2 : 1);
  if (doubled < 0) return 0;
  return Math.floor((Math.min(longestWaitMs, firstWaitMs * 2 ** doubled) * (1 + random())) / 2);
}

/** The longest Retry-After that is honored. */
const retryAfterCapMs = 15 * 60_000;

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

/** Statuses that pass by themselves. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status < 600);
}

/** Whether the platform itself answered, not something in between: then waiting won't change how it answers. */
export function isOwnAnswer(problem: AnswerProblem): boolean {
  return problem === 'unexpected-fields' || problem === 'empty';
}

// A request to the platform

export interface RequestTries {
  readonly all: Tries;
  readonly unreadable: Tries;
  /** In a row that reached no server. */
  readonly unreached: number;
}

export const firstRequest: RequestTries = { all: noTries, unreadable: noTries, unreached: 0 };

/** Why a request has to be made again, if it may be. */
export interface RequestFault {
  readonly kind: 'not-sent' | 'passing' | 'unreadable' | 'unreadable-for-now';
  readonly reason: WaitReason;
  readonly retryAfterMs?: number | undefined;
}

export type RequestTry =
  | { readonly kind: 'retry'; readonly tries: RequestTries; readonly waitMs: number }
  | { readonly kind: 'give-up'; readonly because: 'unreached' | 'unreadable' };

/** `unreachedTries`: give up after this many in a row that reached no server. */
export function nextRequestTry(
  before: RequestTries,
  { kind, retryAfterMs }: RequestFault,
  { random, unreachedTries }: { readonly random: () => number; readonly unreachedTries: number },
): RequestTry {
  const unreached = kind === 'not-sent' ? before.unreached + 1 : 0;
  if (unreached >= unreachedTries) return { kind: 'give-up', because: 'unreached' };
  let { unreadable } = before;
  if (kind === 'unreadable' || kind === 'unreadable-for-now') {
    const next = nextTry(
      kind === 'unreadable' ? retryRules.unreadableAnswer : retryRules.interceptedAnswer,
      unreadable,
      { random },
    );
    if (next.verdict !== 'retry') return { kind: 'give-up', because: 'unreadable' };
    unreadable = next.tries;
  }
  const { tries: all, waitMs } = nextTry(retryRules.request, before.all, { random, retryAfterMs });
  return { kind: 'retry', tries: { all, unreadable, unreached }, waitMs };
}

// A part

/** Why a part's PUT was not acknowledged. */
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
  /** 401 or 403. `urlAgeMs`: a URL that was issued long ago may have expired; a new one was refused. */
  | { readonly kind: 'url-refused'; readonly status: number; readonly urlAgeMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly platformMessage?: string }
  /** The platform's URL for the part is not one that evidence may be sent to. */
  | { readonly kind: 'url-unusable'; readonly failure: Failure }
  /** The ETag is the MD5 of other bytes. */
  | { readonly kind: 'differs' };

/** By fault. */
export type PartTries = Readonly<Partial<Record<PartFault['kind'], Tries>>>;

/** No platform issues URLs for less: a younger URL did not expire. */
const shortestUrlLifeMs = 60_000;

/**
 * After a part failed. `acknowledgedParts` counts those of the whole upload in this run: bytes that the host took before it
 * refused the URL prove nothing.
 */
export function nextPartTry(
  before: PartTries,
  fault: PartFault,
  { acknowledgedParts, random }: { readonly acknowledgedParts: number; readonly random: () => number },
): NextTry & { readonly parts: PartTries } {
  // Another URL may get past both.
  const kind = fault.kind === 'url-unusable' ? 'refused' : fault.kind;
  const startsOver = fault.kind === 'broken' && fault.madeProgress;
  const next = nextTry(partRule(fault), startsOver ? noTries : (before[kind] ?? noTries), {
    random,
    succeeded: acknowledgedParts,
    retryAfterMs: 'retryAfterMs' in fault ? fault.retryAfterMs : null,
  });
  return { ...next, parts: { ...before, [kind]: next.tries } };
}

function partRule(fault: PartFault): RetryRule {
  switch (fault.kind) {
    case 'broken':
      return retryRules.brokenPart;
    case 'intercepted':
      return retryRules.interceptedPart;
    case 'url-refused':
      return fault.urlAgeMs >= shortestUrlLifeMs ? retryRules.expiredUrl : retryRules.refusedUrl;
    case 'refused':
    case 'url-unusable':
      return retryRules.refusedPart;
    case 'differs':
      return retryRules.differingPart;
  }
}

// A creation

export type CreationStep =
  | { readonly kind: 'retry'; readonly waitMs: number; readonly reason: WaitReason; readonly tries: Tries }
  /** `scope`: what gives up; null where the refusal itself says it. */
  | { readonly kind: 'give-up'; readonly scope: 'item' | 'upload' | null; readonly attempts: number };

/** Answers that were read but lack what the profile says. */
const unusableLimit = 2;

/** Why it may have been created, or something in between answered; null after any other refusal, which is final. */
export function lostCreation(what: 'dataset' | 'sourceFile', refusal: Failure): WaitReason | null {
  const isLost =
    refusal.code === 'outcome-unknown' || (what === 'sourceFile' && refusal.code === 'unexpected-answer');
  return isLost ? refusal.reason : null;
}

/** What the server of a lost answer asked for, where it did. */
function askedWaitMs(reason: WaitReason | null): number | undefined {
  return reason?.kind === 'status' ? reason.retryAfterMs : undefined;
}

/** After a creation failed. `succeeded` counts the creations that succeeded anywhere in the upload. */
export function nextCreationStep(
  what: 'dataset' | 'sourceFile',
  refusal: Failure,
  before: Tries,
  { succeeded, random }: { readonly succeeded: number; readonly random: () => number },
): CreationStep {
  const reason = lostCreation(what, refusal);
  const facts = { random, succeeded, retryAfterMs: askedWaitMs(reason) };
  const { tries, verdict, waitMs } = nextTry(retryRules[what], before, facts);
  const attempts = tries.failed;
  if (reason === null) return { kind: 'give-up', scope: null, attempts };
  // It probably created something.
  const isUnusable = reason.kind === 'unreadable' && isOwnAnswer(reason.problem);
  if (isUnusable && attempts >= unusableLimit) return { kind: 'give-up', scope: 'upload', attempts };
  if (verdict !== 'retry') return { kind: 'give-up', scope: verdict, attempts };
  return { kind: 'retry', waitMs, reason, tries };
}

// A completion

export interface CompletionTries {
  readonly lost: Tries;
  readonly unconfirmed: Tries;
  readonly polls: number;
  /** Since when the platform says that it assembles the file. */
  readonly assemblingSinceMs: number | null;
}

export const firstCompletion: CompletionTries = {
  lost: noTries,
  unconfirmed: noTries,
  polls: 0,
  assemblingSinceMs: null,
};

export type CompletionTry =
  | { readonly kind: 'repeat'; readonly tries: CompletionTries; readonly waitMs: number }
  | { readonly kind: 'held'; readonly attempts: number };

const longestPollMs = 30_000;
const shortestAssemblyMs = 60 * 60_000;

/** How long to ask whether the parts are put together. */
export function assemblyLimitMs(partCount: number): number {
  return Math.max(shortestAssemblyMs, 10 * completionTimeoutMs(partCount));
}

/** After a completion that nothing proves. The platform recognizes a repeated one: "already complete" is success. */
export function nextCompletionTry(
  before: CompletionTries,
  kind: 'lost' | 'unconfirmed' | 'assembling',
  {
    reason,
    partCount,
    nowMs,
    random,
  }: {
    readonly reason: WaitReason;
    readonly partCount: number;
    readonly nowMs: number;
    readonly random: () => number;
  },
): CompletionTry {
  switch (kind) {
    case 'lost': {
      const { tries: lost, waitMs } = nextTry(retryRules.request, before.lost, {
        random,
        retryAfterMs: askedWaitMs(reason),
      });
      return { kind: 'repeat', tries: { ...before, lost }, waitMs };
    }
    case 'assembling': {
      const assemblingSinceMs = before.assemblingSinceMs ?? nowMs;
      const polls = before.polls + 1;
      if (nowMs - assemblingSinceMs >= assemblyLimitMs(partCount)) return { kind: 'held', attempts: polls };
      const waitMs = Math.min(longestPollMs, firstWaitMs * 2 ** before.polls);
      return { kind: 'repeat', tries: { ...before, polls, assemblingSinceMs }, waitMs };
    }
    case 'unconfirmed': {
      const next = nextTry(retryRules.unconfirmedCompletion, before.unconfirmed, { random });
      if (next.verdict !== 'retry') return { kind: 'held', attempts: next.tries.failed };
      return { kind: 'repeat', tries: { ...before, unconfirmed: next.tries }, waitMs: next.waitMs };
    }
  }
}
