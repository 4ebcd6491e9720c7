import { useCallback, useEffect, useMemo, useState } from 'react';
import { loadMonths, type Months, type MonthsRequest } from '../../state/billing/monthly-cache.ts';

export interface LoadingMonths<Value> extends Months<Value> {
  readonly isLoading: boolean;
  /** Loads the current month again, and what is missing. */
  readonly reload: () => void;
}

interface Loaded<Value> {
  readonly scope: string;
  readonly attempt: object;
  readonly state: Months<Value>;
}

/** The request is memoized by the caller. With null, there is nothing to load yet. */
export function useMonths<Value>(request: MonthsRequest<Value> | null): LoadingMonths<Value> {
  const [reloads, setReloads] = useState(0);
  const attempt = useMemo(() => ({ request, reloads }), [request, reloads]);
  const [loaded, setLoaded] = useState<Loaded<Value> | null>(null);

  useEffect(() => {
    const { request: wanted } = attempt;
    if (wanted === null) return;
    const states = loadMonths(wanted);
    let isCurrent = true;
    async function load(scope: string) {
      for await (const state of states) {
        if (!isCurrent) return;
        setLoaded({ scope, attempt, state });
      }
    }
    void load(wanted.scope);
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  const reload = useCallback(() => setReloads((before) => before + 1), []);
  const isShown = request !== null && loaded?.scope === request.scope;
  const state = isShown ? loaded.state : noMonths;
  const isArriving = loaded?.attempt !== attempt || (!state.isComplete && state.failure === null);
  return { ...state, isLoading: request !== null && isArriving, reload };
}

const noMonths = { values: new Map(), isComplete: false, failure: null } as const;
