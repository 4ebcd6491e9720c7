import { type Failure, type FailureOf, failure } from '../../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import { type CompletionAnswer, completionTimeoutMs } from '../../platform/completion-answer.ts';
import { backoffMs } from '../../platform/retry-policy.ts';

/** What follows the answer to a completion. A file counts as accepted only once that is proved. */

export interface CompletionState {
  /** Answers that proved nothing. */
  readonly unconfirmed: number;
  readonly polls: number;
  /** Since when the platform says that it assembles the file. */
  readonly assemblingSinceMs: number | null;
}

export const firstCompletion: CompletionState = { unconfirmed: 0, polls: 0, assemblingSinceMs: null };

export type CompletionStep =
  | { readonly kind: 'accepted'; readonly state: string | null }
  | {
      readonly kind: 'repeat';
      readonly state: CompletionState;
      readonly waitMs: number;
      readonly reason: WaitReason;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'held';
      readonly failure: FailureOf<'completion-unconfirmed'> | FailureOf<'source-file-complete'>;
    };

export interface CompletionFacts {
  readonly partCount: number;
  readonly nowMs: number;
  readonly random: () => number;
  /**
   * A request of this data folder may have completed the source file: an earlier one, or this one, which something on the
   * way repeated. Else a copy of the data folder may have, or did long ago.
   */
  readonly mayBeOurs: boolean;
}

/** About two minutes of waiting. */
const unconfirmedLimit = 10;
const longestPollMs = 30_000;
const shortestAssemblyMs = 60 * 60_000;

/** How long to ask whether the parts are put together. */
export function assemblyLimitMs(partCount: number): number {
  return Math.max(shortestAssemblyMs, 10 * completionTimeoutMs(partCount));
}

export function nextCompletionStep(
  before: CompletionState,
  answer: CompletionAnswer,
  { partCount, nowMs, random, mayBeOurs }: CompletionFacts,
): CompletionStep {
  switch (answer.kind) {
    case 'complete':
      return { kind: 'accepted', state: answer.state };
    case 'already-complete':
      return mayBeOurs
        ? { kind: 'accepted', state: null }
        : { kind: 'held', failure: { code: 'source-file-complete' } };
    case 'failed': {
      const { state, platformMessage } = answer;
      return { kind: 'failed', failure: failure('assembly-failed', { state, platformMessage }).failure };
    }
    case 'assembling': {
      const reason = { kind: 'assembling', state: answer.state } as const;
      const assemblingSinceMs = before.assemblingSinceMs ?? nowMs;
      const polls = before.polls + 1;
      if (nowMs - assemblingSinceMs >= assemblyLimitMs(partCount)) return held(polls, reason);
      const waitMs = Math.min(longestPollMs, 500 * 2 ** before.polls);
      return { kind: 'repeat', state: { ...before, polls, assemblingSinceMs }, waitMs, reason };
    }
    case 'unconfirmed': {
      const { status, problem } = answer;
      const reason = { kind: 'unconfirmed', status, problem } as const;
      const unconfirmed = before.unconfirmed + 1;
      if (unconfirmed >= unconfirmedLimit) return held(unconfirmed, reason);
      const waitMs = backoffMs(before.unconfirmed, random);
      return { kind: 'repeat', state: { ...before, unconfirmed }, waitMs, reason };
    }
  }
}

function held(attempts: number, reason: WaitReason): CompletionStep {
  return { kind: 'held', failure: { code: 'completion-unconfirmed', attempts, reason } };
}
