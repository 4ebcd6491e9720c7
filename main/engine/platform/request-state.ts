import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { judgeOutcome, type RequestOutcome, type RequestRules } from './request-outcome.ts';
import { firstRequest, nextRequestTry, type RequestTries } from './retry-policy.ts';

/** The state of a request until its final answer. */
export interface RequestState {
  readonly phase: 'acquiring' | 'sending' | 'waiting';
  readonly tries: RequestTries;
  readonly lastReason: WaitReason;
  /** An earlier attempt may have been carried out: no answer of the platform says otherwise. */
  readonly mayBeDone: boolean;
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
      /** No server said when to come back. */
      readonly isUnanswered: boolean;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'fail'; readonly failure: Failure };

export const firstStep: RequestStep = {
  kind: 'acquire',
  state: {
    phase: 'acquiring',
    tries: firstRequest,
    lastReason: { kind: 'no-answer' },
    mayBeDone: false,
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
  const { operation, isChange } = limits;
  const meaning = judgeOutcome(limits, outcome);
  if (meaning.kind === 'done') return meaning;
  if (meaning.kind === 'fail') {
    // A refusal says nothing about the attempt before it. What can't be found has no change either.
    const isUnknown = isChange === true && state.mayBeDone && meaning.failure.code !== 'not-found';
    return isUnknown ? { kind: 'fail', failure: unknown(operation, state.lastReason) } : meaning;
  }
  const { reason, retryAfterMs } = meaning.fault;
  const next = nextRequestTry(state.tries, meaning.fault, limits);
  const mayBeDone = state.mayBeDone || leavesDoubt(outcome);
  if (next.kind === 'give-up') {
    if (isChange === true && mayBeDone) return { kind: 'fail', failure: unknown(operation, reason) };
    return next.because === 'unreached'
      ? { kind: 'fail', failure: unreachable(limits, reason) }
      : { kind: 'fail', failure: failure('unexpected-answer', { operation, reason }).failure };
  }
  const { tries, waitMs } = next;
  return {
    kind: 'wait',
    state: { phase: 'waiting', tries, lastReason: reason, mayBeDone },
    reason,
    waitMs,
    pauseAccountMs: reason.kind === 'rate-limited' ? (retryAfterMs ?? waitMs) : null,
    isUnanswered: outcome.kind !== 'answer',
  };
}

function abortedFailure(limits: RequestLimits, state: RequestState, by: 'signal' | 'deadline'): Failure {
  const { operation, repeat, isChange } = limits;
  const isSending = state.phase === 'sending';
  const isUnsafe = isSending && repeat === 'unsafe';
  // Who stops what is safe to repeat says that it may have been carried out, and makes it again.
  if (by === 'signal') return isUnsafe ? unknown(operation, { kind: 'stopped' }) : failure('stopped').failure;
  const mayBeDone = isUnsafe || (isChange === true && (isSending || state.mayBeDone));
  return mayBeDone ? unknown(operation, state.lastReason) : unreachable(limits, state.lastReason);
}

/** Whether it may have been carried out after such an outcome. */
function leavesDoubt(outcome: RequestOutcome): boolean {
  if (outcome.kind !== 'answer') return outcome.kind !== 'not-sent';
  return outcome.status !== 429 || outcome.foreign !== undefined;
}

function unknown(operation: string, reason: WaitReason): Failure {
  return failure('outcome-unknown', { operation, reason }).failure;
}

function unreachable({ host, operation }: RequestLimits, reason: WaitReason): Failure {
  return failure('unreachable', { host, operation, reason }).failure;
}
