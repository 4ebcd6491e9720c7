import { success } from '../../../../preload/contract/failures/failure.ts';
import { fullName } from '../../../../preload/contract/platform/record-facts.ts';
import type { OrganizationEventRecord } from '../../../../preload/contract/platform/records.ts';
import {
  type ActivitySource,
  allActivity,
  matchesActivity,
  newestFirst,
  readActivity,
} from '../../platform/activity-log.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeActivityCsv } from '../export-activity.ts';
import { findPlatform, type HandlerContext, type HandlersOf } from '../handler-context.ts';

/** A person waits for these. */
const readOptions = { giveUpAfterMs: 60_000 } as const;
/** The platform's default. */
const eventsPerRequest = 1000;
const maxNewEvents = 10_000;

/** The activity log of an organization (platform-interface 4.2, operations 19 to 21). */
export function activityHandlers(
  context: HandlerContext,
): HandlersOf<'activity'> & Pick<HandlersOf<'exports'>, 'exports.activity' | 'exports.cancelActivity'> {
  let exporting: AbortController | null = null;
  return {
    'activity.list': async ({ connectionId, orgId, filter, cursor }) => {
      const platform = findPlatform(context, connectionId);
      if (!platform.ok) return platform;
      return readActivity(activitySource(platform.value, orgId, readOptions), filter, cursor);
    },
    'activity.newer': async ({ connectionId, orgId, filter, eventId }) => {
      const platform = findPlatform(context, connectionId);
      if (!platform.ok) return platform;
      let events: readonly OrganizationEventRecord[] = [];
      const input = { path: { orgId }, query: { eventId }, limit: eventsPerRequest };
      for await (const page of platform.value.pages('GetOrganizationEventsAfter', input, readOptions)) {
        if (!page.ok) return page;
        events = [...events, ...page.value];
        if (events.length > maxNewEvents) return success(null);
      }
      return success([...newestFirst(events.filter((event) => matchesActivity(event, filter)))]);
    },
    'exports.activity': async ({ connectionId, orgId, filter, path }) => {
      const platform = findPlatform(context, connectionId);
      if (!platform.ok) return platform;
      exporting?.abort();
      const stop = new AbortController();
      exporting = stop;
      const options = { signal: stop.signal };
      try {
        const names = await memberNames(platform.value, orgId, options);
        const source = activitySource(platform.value, orgId, options);
        return await context.engine.saveFile(path, (file) =>
          writeActivityCsv(allActivity(source, filter), (userId) => names.get(userId) ?? null, file),
        );
      } finally {
        if (exporting === stop) exporting = null;
      }
    },
    'exports.cancelActivity': () => {
      exporting?.abort();
      return success(undefined);
    },
  };
}

type ReadOptions = { readonly giveUpAfterMs?: number; readonly signal?: AbortSignal };

function activitySource(platform: Platform, orgId: number, options: ReadOptions): ActivitySource {
  const path = { orgId };
  return {
    async recent() {
      const answer = await platform.read(
        'GetRecentOrganizationEvents',
        { path, query: {}, limit: eventsPerRequest },
        options,
      );
      return answer.ok ? success(answer.value.events) : answer;
    },
    between: (begin, end) =>
      platform.pages(
        'GetOrganizationEvents',
        { path, query: { begin, end }, limit: eventsPerRequest },
        options,
      ),
  };
}

/** Empty where the account may not list the members: the IDs are in the file all the same. */
async function memberNames(
  platform: Platform,
  orgId: number,
  options: ReadOptions,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const page of platform.pages('GetOrganizationUsers', { path: { orgId }, query: {} }, options)) {
    if (!page.ok) break;
    for (const user of page.value) names.set(user.id, fullName(user));
  }
  return names;
}
