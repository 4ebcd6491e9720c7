import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrganizationEventRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useStableValue } from '../../state/use-stable-value.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ActivityBar } from './activity-bar.tsx';
import { activityColumns, detailHeightPx, EventDetail, eventText } from './activity-events.tsx';
import { ActivityExport } from './activity-export.tsx';
import { activityFilter, type FilterForm, isFiltered, noFilters } from './activity-filter.ts';
import { ActivityFilters } from './activity-filters.tsx';
import type { NameOf } from './member-facts.ts';
import type { Notify } from './notify.ts';
import { useActivity } from './use-activity.ts';
import type { OrganizationTarget } from './use-organizations.ts';

/** The organization's activity, newest first, for as many years as there are. */
export function ActivityTab({
  target,
  members,
  nameOf,
  ...notify
}: {
  readonly target: OrganizationTarget;
  readonly members: readonly UserRecord[];
  readonly nameOf: NameOf;
} & Notify) {
  const [form, setForm] = useState<FilterForm>(noFilters);
  // Each letter of a search would otherwise start a search through years.
  const settledForm = useSettledValue(form);
  const [setAtMs, setSetAtMs] = useState(Date.now);
  const filter = useStableValue(activityFilter(settledForm, members, setAtMs));
  const activity = useActivity(target, filter);
  const types = useSeenTypes(activity.events, form.type);
  const columns = useMemo(() => activityColumns(nameOf), [nameOf]);
  const { events, isLoading, failure } = activity;
  const change = (changed: FilterForm) => {
    setForm(changed);
    setSetAtMs(Date.now());
  };
  const hasDetails = events.some(({ description, data }) => (description ?? data ?? null) !== null);
  if (failure !== null && events.length === 0) {
    return (
      <div className="record-table-notice">
        <PlatformFailure
          operation="GetRecentOrganizationEvents"
          failure={failure}
          subject={words.activity.list}
          onRetry={() => activity.loadUntil(1)}
        />
      </div>
    );
  }
  return (
    <>
      <ActivityFilters form={form} onChange={change} types={types} />
      <ActivityBar activity={activity}>
        <ActivityExport target={target} filter={filter} {...notify} />
      </ActivityBar>
      {events.length > 0 && !hasDetails ? (
        <div className="record-table-notice">
          <Notice tone="info" title={words.activity.noDetails} />
        </div>
      ) : null}
      {failure === null ? null : (
        <div className="record-table-notice">
          <PlatformFailure
            operation="GetOrganizationEvents"
            failure={failure}
            subject={words.activity.list}
            onRetry={() => activity.loadUntil(events.length + 1)}
          />
        </div>
      )}
      {events.length > 0 ? (
        <DataGrid
          label={words.activity.list}
          columns={columns}
          rows={activity.rows}
          rowPx={32}
          renderDetail={EventDetail}
          detailPx={detailHeightPx}
          rowText={eventText}
          listKey={JSON.stringify(filter)}
        />
      ) : isLoading || activity.hasEarlier ? null : isFiltered(form) ? (
        <EmptyState
          icon="search"
          title={words.activity.noMatches}
          actions={<Button onPress={() => change(noFilters)}>{words.activity.clearFilters}</Button>}
        />
      ) : (
        <EmptyState icon="list" title={words.activity.empty}>
          {words.activity.emptyDescription}
        </EmptyState>
      )}
    </>
  );
}

/** The types of all events that were shown so far: a list that is filtered by one type must still offer the others. */
function useSeenTypes(events: readonly OrganizationEventRecord[], chosen: string | null): readonly string[] {
  const seen = useRef(new Set<string>());
  return useMemo(() => {
    for (const { type } of events) seen.current.add(type);
    if (chosen !== null) seen.current.add(chosen);
    return [...seen.current].sort();
  }, [events, chosen]);
}

/** The value once it has stayed the same for a moment, e.g. what a person has stopped typing. */
function useSettledValue<T>(value: T, waitMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
