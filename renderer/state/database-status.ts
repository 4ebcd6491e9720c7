import { useEffect } from 'react';
import { create } from 'zustand';
import type { DatabaseStatus } from '../../preload/contract/views/database-status.ts';
import { call } from './bridge.ts';

/** By connection and database, until the window closes or a person reloads. */
const useStatuses = create<{ readonly known: ReadonlyMap<string, DatabaseStatus> }>(() => ({
  known: new Map(),
}));

const keyOf = (connectionId: string, databaseId: number) => `${connectionId} ${databaseId}`;
const untold: DatabaseStatus = { upload: 'unknown', state: null, billableGb: null, lastUpload: null };

/**
 * What the platform says of databases, null until it is known. Asks for one after the other, because each costs requests that
 * uploads need too.
 */
export function useDatabaseStatuses(
  connectionId: string,
  databaseIds: readonly number[],
): (databaseId: number) => DatabaseStatus | null {
  const { known } = useStatuses();
  useEffect(() => {
    let isCurrent = true;
    async function ask() {
      for (const databaseId of databaseIds) {
        const key = keyOf(connectionId, databaseId);
        if (useStatuses.getState().known.has(key)) continue;
        const answer = await call('databases.status', { connectionId, databaseId });
        if (!isCurrent) return;
        const status = answer.ok ? answer.value : untold;
        useStatuses.setState((before) => ({ known: new Map(before.known).set(key, status) }));
      }
    }
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [connectionId, databaseIds]);
  return (databaseId) => known.get(keyOf(connectionId, databaseId)) ?? null;
}

export function forgetDatabaseStatuses(): void {
  useStatuses.setState({ known: new Map() });
}
