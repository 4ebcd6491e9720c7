import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ActivityFilter } from '../../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { call } from '../../state/bridge.ts';
import type { RowSource } from '../../state/use-paged-list.ts';
import { type ActivityList, type ActivityState, createActivityList } from './activity-list.ts';
import type { OrganizationTarget } from './use-organizations.ts';

export interface Activity extends ActivityState, Pick<ActivityList, 'loadUntil' | 'loadNewer' | 'stop'> {
  readonly rows: RowSource<OrganizationEventRecord>;
}

/** Fills a high window, so that there is something to scroll. */
const firstEvents = 60;
/** Earlier events are loaded before the end of the list is in view. */
const marginRows = 40;

/** The activity log of an organization. The filter is memoized by the caller: a new one is a new list. */
export function useActivity({ connectionId, orgId }: OrganizationTarget, filter: ActivityFilter): Activity {
  const list = useMemo(
    () =>
      createActivityList({
        earlier: (cursor) => call('activity.list', { connectionId, orgId, filter, cursor }),
        newer: (eventId) => call('activity.newer', { connectionId, orgId, filter, eventId }),
      }),
    [connectionId, orgId, filter],
  );
  const state = useSyncExternalStore(list.subscribe, list.state);
  useEffect(() => {
    list.loadUntil(firstEvents);
    return list.stop;
  }, [list]);
  const { events } = state;
  const rows = useMemo(
    () => ({
      count: events.length,
      at: (index: number) => events[index] ?? null,
      // A list that a failure ended is continued by a person, not by drawing it.
      request: (_: number, last: number) => {
        if (list.state().failure === null && last + marginRows >= events.length)
          list.loadUntil(last + marginRows + 1);
      },
    }),
    [events, list],
  );
  return { ...state, rows, loadUntil: list.loadUntil, loadNewer: list.loadNewer, stop: list.stop };
}
