import { useEffect } from 'react';
import { create } from 'zustand';
import type { DatabaseStatus } from '../../preload/contract/views/database-status.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { call } from './bridge.ts';
import { currentAppState } from './store.ts';

/** By connection and database, until the window closes, a person reloads, or an upload ended since. */
const useStatuses = create<{ readonly known: ReadonlyMap<string, Known> }>(() => ({
  known: new Map(),
}));

interface Known {
  readonly status: DatabaseStatus;
  readonly askedAtMs: number;
}

/** The platform bills what it accepted some time later. */
const billedWithinMs = 60_000;

/** Whether no upload can have changed the size of a database since it was asked for. */
export function isCurrentSize(
  askedAtMs: number,
  databaseId: number,
  uploads: Iterable<Pick<UploadView, 'databaseId' | 'finishedAt'>>,
): boolean {
  return [...uploads].every(
    (upload) =>
      upload.databaseId !== databaseId ||
      upload.finishedAt === null ||
      Date.parse(upload.finishedAt) + billedWithinMs < askedAtMs,
  );
}

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
        const before = useStatuses.getState().known.get(key);
        const uploads = currentAppState().uploads.values();
        if (before !== undefined && isCurrentSize(before.askedAtMs, databaseId, uploads)) continue;
        const askedAtMs = Date.now();
        const answer = await call('databases.status', { connectionId, databaseId });
        if (!isCurrent) return;
        const status = answer.ok ? answer.value : untold;
        useStatuses.setState(({ known }) => ({ known: new Map(known).set(key, { status, askedAtMs }) }));
      }
    }
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [connectionId, databaseIds]);
  return (databaseId) => known.get(keyOf(connectionId, databaseId))?.status ?? null;
}

export function forgetDatabaseStatuses(): void {
  useStatuses.setState({ known: new Map() });
}
