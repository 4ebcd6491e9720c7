import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import type { AnswerProblem, WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { NetworkError } from './network-error.ts';
import { isOwnAnswer, isPassingStatus, type RequestFault } from './retry-policy.ts';

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
  /** Nobody is waiting for the answer. */
  readonly isUnattended: boolean;
  readonly ownRefusals?: OwnRefusals | undefined;
  /** Nothing checks afterwards whether it was carried out, and a person wants to know. */
  readonly isChange?: boolean | undefined;
}

/**
 * Refusals that count only in the platform's own form, because something in between may refuse what was carried out. With
 * `all`, so do a refused key and a 429: where a second request would do harm.
 */
export type OwnRefusals = 'but-401-and-429' | 'all';

export type OutcomeMeaning =
  | { readonly kind: 'done' }
  /** It may be made again: `retry-policy.ts` says whether, and when. */
  | { readonly kind: 'fault'; readonly fault: RequestFault }
  | { readonly kind: 'fail'; readonly failure: Failure };

/** What an outcome means (platform-interface 7). */
export function judgeOutcome(rules: RequestRules, outcome: RequestOutcome): OutcomeMeaning {
  const { operation, host, repeat, isChange, isAssumed, isUnattended } = rules;
  if (outcome.kind === 'not-sent') return fault('not-sent', outcome.reason);
  if (outcome.kind !== 'answer')
    return repeat === 'safe' ? fault('passing', outcome.reason) : unknownOutcome(operation, outcome.reason);
  const { status, problem, platformMessage, retryAfterMs } = outcome;
  const foreign = foreignRefusal(rules, outcome);
  if (foreign !== null) return unknownOutcome(operation, foreign);
  if (problem === null && status >= 200 && status < 300) return { kind: 'done' };
  if (problem !== null && (status < 300 || isOfRequest(status))) {
    const unreadable: WaitReason = { kind: 'unreadable', status, host, ...problem };
    if (repeat === 'unsafe') return unknownOutcome(operation, unreadable);
    return fault(
      isUnattended && !isOwnAnswer(problem.problem) ? 'unreadable-for-now' : 'unreadable',
      unreadable,
    );
  }
  if (status === 429) return fault('passing', { kind: 'rate-limited', platformMessage }, retryAfterMs);
  const reason = { kind: 'status', status, platformMessage } as const;
  const isAbsent = status === 501 && isAssumed;
  if (isPassingStatus(status) && !isAbsent)
    return repeat === 'safe'
      ? fault('passing', reason, retryAfterMs)
      : unknownOutcome(operation, retryAfterMs === undefined ? reason : { ...reason, retryAfterMs });
  if (isAbsent || (status >= 400 && status < 500))
    return fail(failure(refusalCode(status), { operation, status, platformMessage }));
  const unexpected: WaitReason = status >= 300 && status < 400 ? { kind: 'redirect', status, host } : reason;
  // Whoever redirects may have carried it out.
  if (status < 400 && (repeat === 'unsafe' || isChange === true))
    return unknownOutcome(operation, unexpected);
  if (status < 400 && isUnattended) return fault('unreadable-for-now', unexpected);
  return fail(failure('unexpected-answer', { operation, reason: unexpected }));
}

function refusalCode(status: number) {
  switch (status) {
    case 401:
      return 'key-refused';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 422:
      return 'cap-reached';
    default:
      return 'refused';
  }
}

function fault(kind: RequestFault['kind'], reason: WaitReason, retryAfterMs?: number): OutcomeMeaning {
  return { kind: 'fault', fault: { kind, reason, retryAfterMs } };
}

function foreignRefusal(
  { ownRefusals, host, repeat }: RequestRules,
  { status, foreign, platformMessage }: Extract<RequestOutcome, { readonly kind: 'answer' }>,
): WaitReason | null {
  if (ownRefusals === undefined || foreign === undefined) return null;
  if (status < 400 || status >= 500) return null;
  if (ownRefusals !== 'all' && (status === 401 || status === 429)) return null;
  if (repeat === 'safe' && status === 429) return null;
  return platformMessage === undefined
    ? { kind: 'unreadable', status, host, problem: foreign }
    : { kind: 'status', status, platformMessage };
}

/** Errors whose words say what is wrong with the request. */
function isOfRequest(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** The request may have been carried out, and a second one might do it twice. */
function unknownOutcome(operation: string, reason: WaitReason): OutcomeMeaning {
  return fail(failure('outcome-unknown', { operation, reason }));
}

function fail({ failure: reason }: { readonly failure: Failure }): OutcomeMeaning {
  return { kind: 'fail', failure: reason };
}
