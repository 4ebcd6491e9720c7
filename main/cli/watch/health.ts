/** What `lading watch --status` says of the service, from the file that the service keeps. Pure. */
import { z } from 'zod';
import { failureSchema } from '../../../preload/contract/failures/failure-table.ts';
import { type Clock, pendingTimeLines } from '../../../preload/contract/texts/time-forecast-text.ts';
import { storedBandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { foundInRule } from '../../../preload/contract/views/found-file.ts';
import { rangeSince, timeRange } from '../../../preload/contract/views/time-forecast.ts';
import {
  type WatchHealth,
  waitHealth,
  watchHealth,
  worstHealth,
} from '../../../preload/contract/watch/watch-text.ts';
import {
  type WatchedFolderView,
  watchedFolderView,
  watchWait,
} from '../../../preload/contract/watch/watched-folder.ts';
import type { outcomesOfHealth } from '../outcome.ts';

export const serviceStatus = z.object({
  format: z.literal(1),
  state: z.enum(['running', 'stopped']),
  pid: z.int().positive(),
  version: z.string(),
  server: z.string(),
  /** The path of the config file. */
  config: z.string(),
  /** They hold for all that it sends. A status of an earlier version has none. */
  limits: storedBandwidthPlan.nullable().default(null),
  startedAt: z.string(),
  updatedAt: z.string(),
  /** No rule sends: before the first connection to the platform, and while the key file has a key that is refused. */
  waitingFor: watchWait.nullable(),
  /** Rules of the config file that can't be run. */
  refused: z.array(z.object({ rule: z.string(), failure: failureSchema })),
  rules: z.array(watchedFolderView),
  /** What was found of files that were sent, of the rules that have any. A status of an earlier version has none. */
  found: z.array(foundInRule).default([]),
  /** What running uploads measured, at that time. */
  uploads: z.array(z.object({ uploadId: z.int(), left: timeRange, at: z.string() })),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

export const heartbeatMs = 15_000;
/** A service that wrote nothing for this long hangs, or the computer slept. */
const silentAfterMs = 4 * heartbeatMs;

export type ServiceHealth = keyof typeof outcomesOfHealth;

export function serviceHealth(
  status: ServiceStatus | null,
  nowMs: number,
  isAlive: (pid: number) => boolean,
): ServiceHealth {
  if (status === null || status.state === 'stopped' || !isAlive(status.pid)) return 'not-running';
  // A clock that was set back says nothing about the service.
  if (nowMs - Date.parse(status.updatedAt) > silentAfterMs) return 'not-responding';
  const { refused, waitingFor, rules } = status;
  return worstHealth([...refused.map(refusedHealth), waitHealth(waitingFor), ...rules.map(watchHealth)]);
}

/** How it is with a rule that can't be run. A password file is waited for, as where it goes missing later. */
export function refusedHealth({ failure }: ServiceStatus['refused'][number]): WatchHealth {
  return failure.code === 'password-file-unreadable' ? 'waiting' : 'broken';
}

/** How long sending what is in a rule's folder takes, as the window says it. Nothing where nothing waits. */
export function pendingTime(
  { uploads }: Pick<ServiceStatus, 'uploads'>,
  view: WatchedFolderView,
  clock: Clock,
): readonly string[] {
  const upload = uploads.find(({ uploadId }) => uploadId === view.uploadId);
  const left = upload === undefined ? null : rangeSince(upload.left, Date.parse(upload.at), clock.nowMs);
  return pendingTimeLines(view, left, clock);
}
