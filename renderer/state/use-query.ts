import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../preload/contract/failures/failure.ts';
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

export interface Query {
  /** Why the last answer is none. */
  readonly failure: Failure | null;
  readonly refetch: () => void;
  /** The last answer is to the argument of now. */
  readonly isCurrent: boolean;
}

/**
 * Fetches when it mounts, and again whenever the argument (by content) or `version` changes. The last answer stays
 * visible until the next one arrives, so nothing flickers. `oneByOne` is for answers that take the engine seconds: while
 * it works on one, only the newest argument waits.
 */
export function useQuery<Name extends CallName>(
  name: Name,
  input: QueryInput<Name>,
  version: string | number = 0,
  { oneByOne = false }: { readonly oneByOne?: boolean } = {},
): QueryState<Answer<Name>> & Query {
  const [{ state, answered }, setAnswer] = useState<{
    readonly state: QueryState<Answer<Name>>;
    readonly answered: QueryInput<Name>;
  }>({ state: { kind: 'loading' }, answered: null });
  const [attempt, setAttempt] = useState(0);
  const stableInput = useStableValue(input);
  const request = useMemo(
    () => ({ name, input: stableInput, version, attempt }),
    [name, stableInput, version, attempt],
  );

  const current = useRef<SerialFetcher<NonNullable<QueryInput<Name>>> | null>(null);
  // The answer to another argument isn't waited for, unless that would make the engine work on both.
  const abandonedWith = oneByOne ? null : stableInput;
  const fetching = useMemo(() => ({ name, abandonedWith }), [name, abandonedWith]);
  useEffect(() => {
    const fetcher = createSerialFetcher(
      ({ argument }: NonNullable<QueryInput<Name>>) => call(fetching.name, argument),
      (answer, of) =>
        setAnswer({
          state: answer.ok
            ? { kind: 'loaded', value: answer.value }
            : { kind: 'failed', failure: answer.failure },
          answered: of,
        }),
    );
    current.current = fetcher;
    return () => {
      fetcher.cancel();
      current.current = null;
    };
  }, [fetching]);

  useEffect(() => {
    if (request.input !== null) current.current?.request(request.input);
  }, [request]);

  const refetch = useCallback(() => setAttempt((before) => before + 1), []);
  return { failure: null, ...state, refetch, isCurrent: answered !== null && answered === stableInput };
}
