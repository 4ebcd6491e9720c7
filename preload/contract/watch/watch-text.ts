/** What a watched folder waits for and why a file is where it is, in plain English: one text for window, tray, and command line. */
import { errnoText } from '../failures/errno-text.ts';
import { failureText, reasonText } from '../failures/failure-table.ts';
import { unavailableReasonText } from '../texts/unavailable-source-text.ts';
import { waitReasonText } from '../texts/wait-reason-text.ts';
import { type BandwidthPlan, sendingHoursText } from '../views/bandwidth-schedule.ts';
import { weeklyHoursText } from '../views/weekly-hours.ts';
import type {
  LedgerEntryView,
  WatchedFolderView,
  WatchReason,
  WatchSchedule,
  WatchWait,
} from './watched-folder.ts';

/** A sentence without a full stop. `time` writes an ISO time as its reader wants it. */
export function watchWaitText(wait: WatchWait, time: (iso: string) => string): string {
  switch (wait.kind) {
    case 'folder':
      return `Waiting for the folder: ${unavailableReasonText(wait.reason)} since ${time(wait.since)}`;
    case 'schedule':
      return `Uploads from ${time(wait.until)}`;
    case 'key':
      return 'API key refused: enter a new one';
    case 'connection':
      return 'Waiting for the connection';
    case 'platform':
      return `Waiting for the platform: ${wait.reason === null ? "it can't be reached" : waitReasonText(wait.reason)}`;
    case 'custodian-map':
      return `Waiting for the list of custodians: ${wait.path}`;
    case 'password-file':
      return `Waiting for the file of passwords: ${wait.path}`;
    case 'disk-full':
      return 'Waiting for space on the disk of the data folder';
    case 'store':
      return `${wait.failure.code === 'bug' ? '' : 'Waiting for the data folder: '}${failureText(wait.failure).replace(/\.$/, '')}`;
    case 'upload':
      return wait.failure?.code === 'server-not-connected'
        ? `Upload ${wait.uploadId} goes to ${wait.failure.serverUrl}, which isn't connected: connect to it, or cancel the upload`
        : `Upload ${wait.uploadId} needs review: resume it`;
  }
}

/** A clause without a full stop; a reason of an upload is whole sentences. */
export function watchReasonText(reason: WatchReason): string {
  switch (reason.code) {
    case 'changing':
      return 'still changing';
    case 'temporary-name':
      return 'the name of a temporary or partial file or folder';
    case 'marker-missing':
      return `no ${reason.marker} in its folder yet`;
    case 'in-use':
      return 'open in another program';
    case 'unreadable':
      return `not readable (${errnoText(reason.errno)})`;
    case 'earlier-sending':
      return `waiting for the upload of ${reason.earlierPath}, which may be the same file`;
    case 'excluded':
      return `excluded by ${reason.pattern}`;
    case 'not-included':
      return 'not included';
    case 'same-content':
      return `same content as ${reason.earlierPath}`;
    case 'not-a-file':
      return 'not a file';
    case 'not-moved':
      return `sent, but not moved (${reason.errno === null ? 'it was touched since and may have changed' : errnoText(reason.errno)})`;
    case 'not-sent':
      return reasonText(reason.reason);
  }
}

/**
 * Whether an upload failed to send it and it has left its path since: its receipt has it as failed, but nobody has to look at
 * it in the folder.
 */
export function hasFailedAndLeft({
  state,
  uploadId,
  reason,
}: Pick<LedgerEntryView, 'state' | 'uploadId' | 'reason'>): boolean {
  if (state !== 'gone' || uploadId === null || reason?.code !== 'not-sent') return false;
  return reason.reason.code !== 'left-watched-folder';
}

/** "Every day, 18:00 to 08:00 the next day; Saturday and Sunday, all day" */
export function watchScheduleText(schedule: WatchSchedule): string {
  return schedule.map(weeklyHoursText).join('; ');
}

/** In which hours a rule sends: its own, and of these only those in which Settings send anything. */
export function watchHoursText(schedule: WatchSchedule | null, { schedule: usual }: BandwidthPlan): string {
  const own = schedule === null ? 'any hour' : watchScheduleText(schedule);
  if (usual === null || usual.days.length === 0 || usual.sends === 'limited') return own;
  return `${own}, but ${sendingHoursText({ ...usual, sends: usual.sends })} (bandwidth schedule in Settings)`;
}

/** Whether an active rule can't send now, other than by its schedule. */
export function isHeldUp({ state, waitingFor }: Pick<WatchedFolderView, 'state' | 'waitingFor'>): boolean {
  return state === 'active' && waitHealth(waitingFor) !== 'healthy';
}

/**
 * What most needs a person, the worst first: a refused key holds up every rule. Exit codes go in the same order, but for
 * failed files, which `main/cli/outcome.ts` explains.
 */
export const watchHealths = [
  'key-refused',
  'broken',
  'failures',
  'not-taken',
  'paused',
  'waiting',
  'healthy',
] as const;
export type WatchHealth = (typeof watchHealths)[number];

/** How it is with what a rule waits for. Hours in which nothing is sent are healthy. */
export function waitHealth(wait: WatchWait | null): WatchHealth {
  switch (wait?.kind) {
    case undefined:
    case 'schedule':
      return 'healthy';
    case 'upload':
      return 'broken';
    case 'store':
      return wait.failure.code === 'bug' ? 'broken' : 'waiting';
    case 'key':
      return 'key-refused';
    default:
      return 'waiting';
  }
}

type HealthFields = Pick<WatchedFolderView, 'state' | 'waitingFor' | 'counts' | 'lastScan'>;

export function watchHealth({ state, waitingFor, counts, lastScan }: HealthFields): WatchHealth {
  if (state === 'broken') return 'broken';
  return worstHealth([
    state === 'active' ? waitHealth(waitingFor) : state === 'paused' ? 'paused' : 'healthy',
    counts.failed + counts.held > 0 ? 'failures' : 'healthy',
    // A fresh temporary name is a file that is still being written.
    (lastScan?.unreadable ?? 0) + (lastScan?.overdue ?? 0) > 0 ? 'not-taken' : 'healthy',
  ]);
}

export function worstHealth(healths: readonly WatchHealth[]): WatchHealth {
  return watchHealths.find((each) => healths.includes(each)) ?? 'healthy';
}

/** Whether nothing more happens, or files stay behind, until a person does something. */
export function needsPerson(folder: Omit<HealthFields, 'lastScan'>): boolean {
  return ['broken', 'key-refused', 'failures'].includes(watchHealth({ ...folder, lastScan: null }));
}
