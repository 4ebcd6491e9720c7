import { useEffect } from 'react';
import { create } from 'zustand';
import type { Answer } from '../../../preload/contract/index.ts';
import { call } from '../../state/bridge.ts';

export type UploadPermission = Answer<'databases.uploadPermission'>;

/** By connection and database, until the window closes or a person reloads. */
const usePermissions = create<{ readonly known: ReadonlyMap<string, UploadPermission> }>(() => ({
  known: new Map(),
}));

const keyOf = (connectionId: string, databaseId: number) => `${connectionId} ${databaseId}`;

/** Asks for one database after the other, because each costs requests that uploads need too. */
export function useUploadPermissions(
  connectionId: string,
  databaseIds: readonly number[],
): (databaseId: number) => UploadPermission | null {
  const { known } = usePermissions();
  useEffect(() => {
    let isCurrent = true;
    async function ask() {
      for (const databaseId of databaseIds) {
        const key = keyOf(connectionId, databaseId);
        if (usePermissions.getState().known.has(key)) continue;
        const answer = await call('databases.uploadPermission', { connectionId, databaseId });
        if (!isCurrent) return;
        const permission = answer.ok ? answer.value : 'unknown';
        usePermissions.setState((before) => ({ known: new Map(before.known).set(key, permission) }));
      }
    }
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [connectionId, databaseIds]);
  return (databaseId) => known.get(keyOf(connectionId, databaseId)) ?? null;
}

export function forgetUploadPermissions(): void {
  usePermissions.setState({ known: new Map() });
}
