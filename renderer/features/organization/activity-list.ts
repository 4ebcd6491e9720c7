import type { Failure, Result } from '../../../preload/contract/failures/failure.ts';
import type { ActivityCursor, ActivityPage } from '../../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';

type Events = readonly OrganizationEventRecord[];

export interface ActivityState {
  /** Newest first. */
  readonly events: Events;
  readonly isLoading: boolean;
  /** Whether there may be earlier events. */
  readonly hasEarlier: boolean;
  /** Events before this time weren't looked at yet; null before the first answer. */
  readonly searchedToMs: number | null;
  readonly failure: Failure | null;
}

export interface ActivityList {
  readonly state: () => ActivityState;
  /** Loads earlier events until there are this many, or until it is stopped. */
  readonly loadUntil: (count: number) => void;
  readonly stop: () => void;
  /** Events that happened since. Loads the list again if there are too many. */
  readonly loadNewer: () => Promise<void>;
  readonly subscribe: (onChange: () => void) => () => void;
}

export interface ActivityFetchers {
  readonly earlier: (cursor: ActivityCursor | null) => Promise<Result<ActivityPage>>;
  /** Returns null if there are too many. */
  readonly newer: (eventId: number) => Promise<Result<Events | null>>;
}

const empty: ActivityState = {
  events: [],
  isLoading: false,
  hasEarlier: true,
  searchedToMs: null,
  failure: null,
};

/** The activity log as far as it was scrolled. A filter may need many pages to find anything: each is shown as it comes. */
export function createActivityList({ earlier, newer }: ActivityFetchers): ActivityList {
  const listeners = new Set<() => void>();
  let state = empty;
  let cursor: ActivityCursor | null = null;
  let wanted = 0;
  /** Counts the times the list started again, so that an answer for an earlier one is dropped. */
  let generation = 0;

  function update(changes: Partial<ActivityState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    const current = generation;
    update({ isLoading: true, failure: null });
    while (state.hasEarlier && state.events.length < wanted) {
      const page = await earlier(cursor);
      if (current !== generation) return;
      if (!page.ok) return update({ isLoading: false, failure: page.failure });
      cursor = page.value.next;
      update({
        events: [...state.events, ...page.value.events],
        hasEarlier: cursor !== null,
        searchedToMs: page.value.searchedToMs,
      });
    }
    update({ isLoading: false });
  }

  function loadUntil(count: number): void {
    wanted = Math.max(wanted, count);
    if (!state.isLoading && state.hasEarlier && state.events.length < wanted) void load();
  }

  return {
    state: () => state,
    loadUntil,
    stop() {
      // The page under way still arrives.
      wanted = 0;
    },
    async loadNewer() {
      const newest = state.events.reduce((id, event) => Math.max(id, event.id), -1);
      const answer = newest < 0 || state.isLoading ? null : await newer(newest);
      if (answer?.ok === false) return update({ failure: answer.failure });
      if (answer !== null && answer.value !== null) {
        const known = new Set(state.events.map(({ id }) => id));
        const added = answer.value.filter(({ id }) => !known.has(id));
        return update({ events: [...added, ...state.events], failure: null });
      }
      generation += 1;
      cursor = null;
      wanted = Math.max(1, Math.min(wanted, 200));
      update(empty);
      return load();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
