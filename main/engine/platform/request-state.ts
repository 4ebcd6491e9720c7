import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { backoffMs, decideRequest, type RequestOutcome, type RequestRules } from './retry-policy.ts';

/** The state of a request until its final answer. */
export interface RequestState {
  readonly phase: 'acquiring' | 'sending' | 'waiting';
  readonly retries: number;
  /** Unreadable answers and redirects so far. */
  readonly unreadable: number;
  /** In a row. */
  readonly unreached: number;
  readonly lastReason: WaitReason;
}

export interface RequestLimits extends RequestRules {
  /** Give up after this many attempts in a row that reached no server. */
  readonly unreachedTries: number;
  readonly random: () => number;
}

export type RequestEvent =
  /** The rate limiter lets the request through. */
  | { readonly kind: 'acquired' }
  | { readonly kind: 'outcome'; readonly outcome: RequestOutcome }
  | { readonly kind: 'waited' }
  /** By the caller's signal, or by the deadline after which the request is given up. */
  | { readonly kind: 'aborted'; readonly by: 'signal' | 'deadline' };

export type RequestStep =
  | { readonly kind: 'acquire'; readonly state: RequestState }
  | { readonly kind: 'send'; readonly state: RequestState }
  | {
      readonly kind: 'wait';
      readonly state: RequestState;
      readonly waitMs: number;
      readonly reason: WaitReason;
      /** The rate limit is per account, so the pause applies to every request. */
      readonly pauseAccountMs: number | null;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'fail'; readonly failure: Failure };

export const firstStep: RequestStep = {
  kind: 'acquire',
  state: {
    phase: 'acquiring',
    retries: 0,
    unreadable: 0,
    unreached: 0,
    lastReason: { kind: 'no-answer' },
  },
};

/** The next step of a request. Throws for an event that cannot happen in the state. */
export function nextStep(limits: RequestLimits, state: RequestState, event: RequestEvent): RequestStep {
  if (event.kind === 'aborted') return { kind: 'fail', failure: abortedFailure(limits, state, event.by) };
  switch (state.phase) {
    case 'acquiring':
      if (event.kind !== 'acquired') break;
      return { kind: 'send', state: { ...state, phase: 'sending' } };
    case 'sending':
      if (event.kind !== 'outcome') break;
      return afterOutcome(limits, state, event.outcome);
    case 'waiting':
      if (event.kind !== 'waited') break;
      return { kind: 'acquire', state: { ...state, phase: 'acquiring' } };
  }
  throw new Error(`A request that is ${state.phase} cannot be ${event.kind}`);
}

function afterOutcome(limits: RequestLimits, state: RequestState, outcome: RequestOutcome): RequestStep {
  const decision = decideRequest(limits, outcome, state.unreadable);
  if (decision.kind !== 'retry') return decision;
  const { reason, retryAfterMs } = decision;
  const next: RequestState = {
    phase: 'waiting',
    retries: state.retries + 1,
    unreadable: state.unreadable + (isUnreadable(outcome) ? 1 : 0),
    unreached: outcome.kind === 'not-sent' ? state.unreached + 1 : 0,
    lastReason: reason,
  };
  if (next.unreached >= limits.unreachedTries) return { kind: 'fail', failure: unreachable(limits, reason) };
  const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(state.retries, limits.random));
  const isRateLimited = outcome.kind === 'answer' && outcome.status === 429;
  return {
    kind: 'wait',
    state: next,
    reason,
    waitMs,
    pauseAccountMs: isRateLimited ? (retryAfterMs ?? waitMs) : null,
  };
}

function isUnreadable(outcome: RequestOutcome): boolean {
  return (
    outcome.kind === 'answer' && (outcome.problem !== null || (outcome.status >= 300 && outcome.status < 400))
  );
}

function abortedFailure(limits: RequestLimits, state: RequestState, by: 'signal' | 'deadline'): Failure {
  // It may have been carried out.
  if (state.phase === 'sending' && limits.repeat === 'unsafe')
    return failure('outcome-unknown', { operation: limits.operation, reason: { kind: 'stopped' } }).failure;
  return by === 'signal' ? failure('stopped').failure : unreachable(limits, state.lastReason);
}

function unreachable({ host, operation }: RequestLimits, reason: WaitReason): Failure {
  return failure('unreachable', { host, operation, reason }).failure;
}
