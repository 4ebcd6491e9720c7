import { create } from 'zustand';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import { useConnections } from './selectors.ts';

/** The connection whose platform the screens about it show. One choice for all of them, until the window closes. */
const useChoice = create<{ readonly connectionId: string | null }>(() => ({ connectionId: null }));

export function chooseConnection(connectionId: string): void {
  useChoice.setState({ connectionId });
}

/** Returns null if there is no connection. */
export function useChosenConnection(): ConnectionView | null {
  const connections = useConnections();
  const { connectionId } = useChoice();
  return connections.find(({ id }) => id === connectionId) ?? defaultConnection(connections);
}

/** A connection that works, and a real one rather than the sandbox. */
export function defaultConnection(connections: readonly ConnectionView[]): ConnectionView | null {
  const ready = connections.filter(({ state }) => state.kind === 'ready');
  const [first] = [ready.filter(isReal), connections.filter(isReal), ready, connections].flat();
  return first ?? null;
}

function isReal({ isSandbox }: ConnectionView): boolean {
  return !isSandbox;
}
