import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Answer, Argument, CallName } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';
import { createSerialFetcher, type SerialFetcher } from './serial-fetcher.ts';
import { useStableValue } from './use-stable-value.ts';

export type QueryState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** With null, nothing is fetched yet. */
export type QueryInput<Name extends CallName> = { readonly argument: Argument<Name> } | null;

/**
 * Fetches when it mounts, and again whenever the argument (by content) or `version` changes. The last answer stays
 * visible until the next one arrives, so nothing flickers.
 */
export function useQuery<Name extends CallName>(
  name: Name,
  input: QueryInput<Name>,
  version: string | number = 0,
): QueryState<Answer<Name>> & { readonly refetch: () => void } {
  const [state, setState] = useState<QueryState<Answer<Name>>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const stableInput = useStableValue(input);
  const request = useMemo(
    () => ({ name, input: stableInput, version, attempt }),
    [name, stableInput, version, attempt],
  );

  const current = useRef<SerialFetcher | null>(null);
  useEffect(() => {
    if (stableInput === null) return;
    const { argument } = stableInput;
    const fetcher = createSerialFetcher(
      () => call(name, argument),
      (answer) =>
        setState(
          answer.ok ? { kind: 'loaded', value: answer.value } : { kind: 'failed', failure: answer.failure },
        ),
    );
    current.current = fetcher;
    return () => {
      fetcher.cancel();
      current.current = null;
    };
  }, [name, stableInput]);

  useEffect(() => {
    if (request.input !== null) current.current?.request();
  }, [request]);

  const refetch = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, refetch };
}
