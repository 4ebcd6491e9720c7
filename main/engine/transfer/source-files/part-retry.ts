import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import { backoffMs, costlyBackoffMs } from '../../platform/retry-policy.ts';
import { newSpentBudget, type RetryBudget, type SpentBudget, spendAttempt } from './retry-budget.ts';

/** What follows a part's PUT that was not acknowledged. */

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

export interface PartAttempts {
  readonly broken: number;
  readonly refusedUrls: number;
  readonly urlBudget: SpentBudget;
  readonly refusals: number;
  readonly differences: number;
  readonly intercepted: SpentBudget;
}

export function noAttempts(acknowledgedParts: number): PartAttempts {
  return {
    broken: 0,
    refusedUrls: 0,
    urlBudget: newSpentBudget(acknowledgedParts),
    refusals: 0,
    differences: 0,
    intercepted: newSpentBudget(acknowledgedParts),
  };
}

export interface PartAttempt {
  readonly path: string;
  readonly partNumber: number;
  /** How many parts of the whole upload this run had acknowledged. */
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

/** About twenty minutes of waiting while no part is acknowledged. */
const refusedUrlBudget: RetryBudget = { inARow: 16, inAll: 30 };
/** No platform issues URLs for less: a younger URL did not expire. */
const shortestUrlLifeMs = 60_000;
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
    case 'url-refused':
      return afterRefusedUrl(before, fault, attempt);
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

/**
 * What counts is whether any part is acknowledged: bytes that the host took before it refused the URL prove nothing. On a
 * slow line, URLs expire for ever as long as some part gets through now and then.
 */
function afterRefusedUrl(
  before: PartAttempts,
  { status, urlAgeMs }: Extract<PartFault, { readonly kind: 'url-refused' }>,
  { path, partNumber, acknowledgedParts, random }: PartAttempt,
): PartStep {
  const mayHaveExpired = urlAgeMs >= shortestUrlLifeMs;
  const budget = mayHaveExpired ? { ...refusedUrlBudget, inAll: Number.POSITIVE_INFINITY } : refusedUrlBudget;
  const { spent, verdict } = spendAttempt(before.urlBudget, acknowledgedParts, budget);
  const refusedUrls = before.refusedUrls + 1;
  const details = { partNumber, attempts: refusedUrls, status };
  if (verdict === 'upload') return giveUp(verdict, failure('part-url-refused', { path, ...details }));
  if (verdict === 'item') return giveUp(verdict, failure('part-url-refused', details));
  const urlBudget = mayHaveExpired ? { ...spent, all: before.urlBudget.all } : spent;
  // The first URL may simply have expired.
  const waitMs = refusedUrls === 1 ? 0 : costlyBackoffMs(refusedUrls - 2, random);
  const reason = { kind: 'url-refused', status } as const;
  return { kind: 'retry', attempts: { ...before, refusedUrls, urlBudget }, waitMs, reason };
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
