import { useCallback, useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';

export interface Action<Argument, Value> {
  /** Resolves with the result; the failure is also kept here, to be shown in place. */
  readonly run: (argument: Argument) => Promise<Result<Value>>;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly dismiss: () => void;
}

/** What a control or a notice shows of an action. */
export type ActionState = Pick<Action<never, unknown>, 'busy' | 'failure' | 'dismiss'>;

/** Several actions of one place, as one: the first failure, until it is dismissed. */
export function together(...actions: readonly ActionState[]): ActionState {
  return {
    busy: actions.some(({ busy }) => busy),
    failure: actions.find(({ failure }) => failure !== null)?.failure ?? null,
    dismiss() {
      for (const { dismiss } of actions) dismiss();
    },
  };
}

export type Command<Name extends CallName> = Action<Argument<Name>, Answer<Name>>;

/** A command that one control of a screen runs: whether it is running, and how it last failed. */
export function useCommand<Name extends CallName>(name: Name): Command<Name> {
  const perform = useCallback((argument: Argument<Name>) => call(name, argument), [name]);
  return useAction(perform);
}

/** As `useCommand`, of more than one call. The function must be the same at every render. */
export function useAction<Argument, Value>(
  perform: (argument: Argument) => Promise<Result<Value>>,
): Action<Argument, Value> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = useCallback(
    async (argument: Argument) => {
      setBusy(true);
      setFailure(null);
      const answer = await perform(argument);
      setBusy(false);
      if (!answer.ok) setFailure(answer.failure);
      return answer;
    },
    [perform],
  );
  const dismiss = useCallback(() => setFailure(null), []);
  return { run, busy, failure, dismiss };
}
