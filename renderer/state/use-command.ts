import { useCallback, useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';

export interface Command<Name extends CallName> {
  /** Resolves with the result; the failure is also kept here, to be shown in place. */
  readonly run: (argument: Argument<Name>) => Promise<Result<Answer<Name>>>;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly dismiss: () => void;
}

/** A command that one control of a screen runs: whether it is running, and how it last failed. */
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
