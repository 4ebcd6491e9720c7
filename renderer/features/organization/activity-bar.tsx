import type { ReactNode } from 'react';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import type { Activity } from './use-activity.ts';

/** How far the log was read, and how to read on. `children` are the actions on the right. */
export function ActivityBar({
  activity,
  children,
}: {
  readonly activity: Activity;
  readonly children: ReactNode;
}) {
  const { events, isLoading, hasEarlier } = activity;
  return (
    <div className="record-table-bar">
      <span className="muted" role="status">
        {statusText(activity)}
      </span>
      {isLoading ? (
        <Button small onPress={activity.stop}>
          {words.activity.stop}
        </Button>
      ) : hasEarlier ? (
        <Button small onPress={() => activity.loadUntil(events.length + 200)}>
          {words.activity.loadEarlier}
        </Button>
      ) : null}
      <span className="spacer" />
      <Button
        icon="refresh"
        label={words.activity.checkNew}
        busy={isLoading}
        onPress={() => void activity.loadNewer()}
      />
      {children}
    </div>
  );
}

function statusText({ events, isLoading, hasEarlier, searchedToMs }: Activity): string {
  const found = words.activity.events(events.length);
  if (searchedToMs === null) return isLoading ? words.common.loading : '';
  if (!hasEarlier) return words.activity.allShown(found);
  const until = new Date(searchedToMs);
  if (Number.isNaN(until.getTime())) return found;
  const text = time(until.toISOString());
  return isLoading ? words.activity.searching(found, text) : words.activity.shownBackTo(found, text);
}
