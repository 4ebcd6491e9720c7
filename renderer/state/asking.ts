import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';

export interface Command<Name extends CallName> {
  /** Resolves with the result too, for what is to happen next; the failure is kept here for showing it in place. */
  readonly run: (argument: Argument<Name>) => Promise<Result<Answer<Name>>>;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly dismiss: () => void;
}

/** One command of one place of a screen: whether it runs, and what went wrong the last time. */
export function useCommand<Name extends CallName>(name: Name): Command<Name> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = useCallback(
    async (argument: Argument<Name>) => {
      setBusy(true);
      setFailure(null);
      const answer = await call(name, argument);
      setBusy(false);
      if (!answer.ok) setFailure(answer.failure);
      return answer;
    },
    [name],
  );
  const dismiss = useCallback(() => setFailure(null), []);
  return { run, busy, failure, dismiss };
}

export type Asked<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A null wish asks nothing yet. */
export type Wish<Name extends CallName> = { readonly argument: Argument<Name> } | null;

export interface OneAtATime {
  readonly want: () => void;
  /** What is still under way is not shown any more. */
  readonly end: () => void;
}

/**
 * Asks the same thing again and again, one at a time: what is wished for while an answer is on its way is asked after
 * it, once. So a question that takes longer than the wishes come apart is answered all the same, and nothing piles up.
 */
export function oneAtATime<T>(ask: () => Promise<T>, show: (answer: T) => void): OneAtATime {
  let asking = false;
  let again = false;
  let over = false;

  async function run(): Promise<void> {
    asking = true;
    do {
      again = false;
      const answer = await ask();
      if (over) return;
      show(answer);
    } while (again);
    asking = false;
  }

  return {
    want() {
      if (asking) again = true;
      else void run();
    },
    end() {
      over = true;
    },
  };
}

/**
 * Asks a query, and again whenever the argument (by content) or `version` changes. The last answer stays visible until
 * the next is in, so that nothing flickers.
 */
export function useQuery<Name extends CallName>(
  name: Name,
  wish: Wish<Name>,
  version: string | number = 0,
): Asked<Answer<Name>> & { readonly again: () => void } {
  const [asked, setAsked] = useState<Asked<Answer<Name>>>({ kind: 'waiting' });
  const [turn, setTurn] = useState(0);
  const [settled, setSettled] = useState(wish);
  if (JSON.stringify(settled) !== JSON.stringify(wish)) setSettled(wish);
  const question = useMemo(() => ({ name, wish: settled, version, turn }), [name, settled, version, turn]);

  const asker = useRef<OneAtATime | null>(null);
  useEffect(() => {
    if (settled === null) return;
    const { argument } = settled;
    const questions = oneAtATime(
      () => call(name, argument),
      (answer) =>
        setAsked(
          answer.ok ? { kind: 'here', value: answer.value } : { kind: 'failed', failure: answer.failure },
        ),
    );
    asker.current = questions;
    return () => {
      questions.end();
      asker.current = null;
    };
  }, [name, settled]);

  useEffect(() => {
    if (question.wish !== null) asker.current?.want();
  }, [question]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { ...asked, again };
}
