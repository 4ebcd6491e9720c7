import { useCallback, useEffect, useMemo, useState } from 'react';
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

  useEffect(() => {
    if (question.wish === null) return;
    let wanted = true;
    void call(question.name, question.wish.argument).then((answer) => {
      if (!wanted) return;
      setAsked(
        answer.ok ? { kind: 'here', value: answer.value } : { kind: 'failed', failure: answer.failure },
      );
    });
    return () => {
      wanted = false;
    };
  }, [question]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { ...asked, again };
}
