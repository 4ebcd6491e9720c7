import { useCallback, useEffect, useMemo, useState } from 'react';
import type { OperationData } from '../../preload/contract/platform/operations.ts';
import type { ListTarget, WindowList } from './bridge.ts';
import { listSource, type RemoteRows, type RemoteSource, remoteRows } from './remote-rows.ts';
import { useStableValue } from './use-stable-value.ts';

export interface RemoteList<Element> extends RemoteRows<Element> {
  readonly isLoading: boolean;
  /** Loads it again. What is there stays visible until the first page arrives. */
  readonly reload: () => void;
}

export interface StoppableList<Element> extends RemoteList<Element> {
  /** Loads no more, and keeps what has arrived. */
  readonly stop: () => void;
}

interface Loaded<Element> {
  readonly request: { readonly source: RemoteSource<Element> | null };
  readonly rows: RemoteRows<Element>;
}

const nothing = { elements: [], isComplete: false, failure: null } as const;

/** Loads all pages of a list. The source is memoized by the caller: a new one is a new list. With null, there is nothing to load yet. */
export function useRemoteList<Element>(source: RemoteSource<Element> | null): StoppableList<Element> {
  const [attempt, setAttempt] = useState(0);
  const request = useMemo(() => ({ source, attempt }), [source, attempt]);
  const [loaded, setLoaded] = useState<Loaded<Element>>({ request, rows: nothing });
  const [stopped, setStopped] = useState<object | null>(null);

  useEffect(() => {
    if (request.source === null || stopped === request) return;
    const pages = remoteRows(request.source);
    let isCurrent = true;
    async function load() {
      for await (const rows of pages) {
        if (!isCurrent) return;
        setLoaded({ request, rows });
      }
    }
    void load();
    return () => {
      isCurrent = false;
    };
  }, [request, stopped]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const stop = useCallback(() => setStopped(request), [request]);
  const rows = loaded.request.source === source ? loaded.rows : nothing;
  const isArriving =
    stopped !== request && (loaded.request !== request || (!rows.isComplete && rows.failure === null));
  return { ...rows, isLoading: source !== null && isArriving, reload, stop };
}

/** All pages of one of the platform's lists. */
export function usePlatformList<Name extends WindowList>(
  operation: Name,
  target: ListTarget<Name> | null,
): StoppableList<OperationData<Name>> {
  const wanted = useStableValue(target);
  const source = useMemo(() => (wanted === null ? null : listSource(operation, wanted)), [operation, wanted]);
  return useRemoteList(source);
}
