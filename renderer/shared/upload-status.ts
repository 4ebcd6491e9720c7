/** The status of an upload or a file, as the window shows it: an icon, a label and the reason. */

import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { type EndKind, endOfUpload } from '../../preload/contract/texts/delivery-text.ts';
import { exceptionLabels } from '../../preload/contract/texts/exception-text.ts';
import { formatDate } from '../../preload/contract/texts/format-date.ts';
import { timeLeftText } from '../../preload/contract/texts/time-forecast-text.ts';
import { unavailableReasonText } from '../../preload/contract/texts/unavailable-source-text.ts';
import { waitReasonText } from '../../preload/contract/texts/wait-reason-text.ts';
import { countExceptions, countFound, exceptionGroups } from '../../preload/contract/views/exception.ts';
import { handedOverText } from '../../preload/contract/views/handed-over.ts';
import { totalToUpload } from '../../preload/contract/views/upload-progress.ts';
import { isUnfinished, stateAtRest } from '../../preload/contract/views/upload-stage.ts';
import { currentWait, isAway, isWaiting } from '../../preload/contract/views/upload-wait.ts';
import type { ItemView, ProgressView, UploadView } from '../../preload/contract/views/views.ts';
import { capitalize, clockTime, count, time, zoneName } from '../i18n/format.ts';
import { failureHeading } from '../i18n/words/common.ts';
import { words } from '../i18n/words.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Tone } from '../ui/status-pill.tsx';

export interface Status {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly label: string;
  /** Shown beside the label, shortened where there is no room. */
  readonly reason: string | null;
}

function status(tone: Tone, icon: IconName, label: string, reason: string | null = null): Status {
  return { tone, icon, label, reason };
}

/** When what waits is tried again, or continues. */
export function retryText({ reason, retryAtMs }: NonNullable<ProgressView['waiting']>): string {
  const at = new Date(retryAtMs);
  if (reason.kind === 'hours') return words.common.continuesAt(time(at.toISOString()));
  return words.common.nextRetry(`${clockTime(at, undefined, 'seconds')} ${zoneName(at)}`);
}

const dayMs = 24 * 60 * 60 * 1000;

/** The same where there is little room: the time of the next 24 hours, or the day. */
export function shortRetryText(wait: NonNullable<ProgressView['waiting']>, nowMs: number): string {
  if (wait.reason.kind !== 'hours') return retryText(wait);
  const at = new Date(wait.retryAtMs);
  return wait.retryAtMs - nowMs < dayMs
    ? words.common.continuesAt(`${clockTime(at)} ${zoneName(at)}`)
    : words.common.continuesOn(formatDate(at, { day: 'numeric', month: 'short' }));
}

/** When it continues; where it waits for its hours, also when it ends, which only they put off. */
export function waitText(
  wait: NonNullable<ProgressView['waiting']>,
  left: ProgressView['timeLeft'],
  nowMs: number,
): string {
  if (wait.reason.kind !== 'hours' || left === null) return retryText(wait);
  return `${retryText(wait)} · ${timeLeftText(left, { nowMs })}`;
}

/** Where a scan reports no progress, no process works on it. */
export function shownState(upload: UploadView, progress: ProgressView | null): UploadView['state'] {
  return upload.state === 'scanning' && progress === null ? stateAtRest(upload) : upload.state;
}

/** What Lading has done with an upload so far. */
export function uploadStatus(upload: UploadView, progress: ProgressView | null): Status {
  const { stoppedBy } = upload;
  switch (shownState(upload, progress)) {
    case 'scanning':
      return status('info', 'search', words.status.scanning);
    case 'ready':
      return status('plain', 'file', words.status.draft);
    case 'uploading': {
      if (progress?.partsUnderWay.isFinishing) {
        const text = words.upload.finishingParts(progress.partsUnderWay.secondsLeft);
        return status('info', 'pause', words.status.pausing, text);
      }
      const away = progress?.unavailableSources.map(unavailableText).join(' · ') || null;
      if (isAway(progress)) return status('warn', 'clock', words.status.waiting, away);
      const wait = currentWait(progress);
      if (wait !== null) {
        const reason = capitalize(waitReasonText(wait.reason));
        // Its dataset is created in these hours, which is when the platform may refuse it.
        const isUnasked = wait.reason.kind === 'hours' && upload.datasetId === null;
        const text = isUnasked ? `${reason}. ${words.upload.acceptedOnceSending}` : reason;
        return status('warn', 'clock', words.status.waiting, text);
      }
      const [activity, ...others] = new Set(progress?.active.map((item) => item.activity));
      if (others.length === 0 && activity === 'hashing') return status('info', 'hash', words.status.hashing);
      if (others.length === 0 && activity === 'assembling')
        return status('info', 'clock', words.status.assembling);
      return status('info', 'arrowUp', words.status.uploading, away);
    }
    case 'paused':
      return stoppedBy === null
        ? status('plain', 'pause', words.status.paused)
        : status('warn', 'alert', words.status.paused, failureHeading(stoppedBy));
    case 'cancelled':
      return status('plain', 'skip', words.status.cancelled);
    case 'finished':
      return endStatus(upload);
  }
}

const endLooks: Readonly<Record<EndKind, readonly [Tone, IconName]>> = {
  failed: ['bad', 'alert'],
  'needs-review': ['warn', 'hold'],
  'handed-over': ['info', 'link'],
  'partly-handed-over': ['ok', 'check'],
  skipped: ['plain', 'skip'],
  uploaded: ['ok', 'check'],
};

function endStatus(upload: UploadView): Status {
  const { kind, label } = endOfUpload(upload);
  const reasons: { readonly [Kind in EndKind]?: string } = {
    'needs-review': upload.withheldFor.join(', '),
    'partly-handed-over': words.status.handedOverLinks(upload.totals.handedOver.items),
  };
  return status(...endLooks[kind], label, reasons[kind] || null);
}

/** "1 running · 1 waiting for its hours"; '' without any. */
export function activityText(inProgress: ReadonlyMap<number, ProgressView>): string {
  const activity = { running: 0, waitingForHours: 0, waiting: 0 };
  for (const progress of inProgress.values()) {
    const isWaitingForHours = currentWait(progress)?.reason.kind === 'hours';
    if (progress.partsUnderWay.isFinishing || !isWaiting(progress)) activity.running += 1;
    else if (isWaitingForHours) activity.waitingForHours += 1;
    else activity.waiting += 1;
  }
  return words.uploads.activity(activity);
}

/** "Not found: /mnt/ev". The reason is first because a long path is shortened. */
function unavailableText({ path, reason }: ProgressView['unavailableSources'][number]): string {
  return `${capitalize(unavailableReasonText(reason))}: ${path}`;
}

/** Which exceptions there are beside those that the status counts; null without. */
export function exceptionsNote({ state, totals, exceptions }: UploadView): string | null {
  const counted = state !== 'finished' ? null : totals.failed.items > 0 ? 'failed' : 'held';
  const others = counted === null ? exceptions : { ...exceptions, [counted]: 0 };
  return exceptionsText({ exceptions: others }) || null;
}

/** The status of an upload of a watched folder in one label: with its exceptions, and with what a person skipped of it. */
export function batchStatus(upload: UploadView, progress: ProgressView | null): Omit<Status, 'reason'> {
  const { tone, icon, label } = uploadStatus(upload, progress);
  const note = exceptionsNote(upload);
  const skipped = skippedNote(upload);
  const skippedPart = skipped === null ? '' : ` · ${skipped}`;
  // What is worse says itself how many there are.
  return note === null || tone === 'bad' || tone === 'warn'
    ? { tone, icon, label: `${label}${skippedPart}` }
    : { tone: 'warn', icon: 'alert', label: `${label} · ${shortNote(note, upload)}${skippedPart}` };
}

/** What of an upload wasn't sent, once the rest was. */
export function skippedNote({ state, totals }: UploadView): string | null {
  const isPartSkipped = state === 'finished' && totals.accepted.items > 0 && totals.skipped.items > 0;
  return isPartSkipped ? words.upload.skippedCount(totals.skipped.items) : null;
}

/** All of them, for a list: "20 damaged of 1,000 checked, 2 skipped". Returns null without any. */
export function notesText(upload: UploadView): string | null {
  const note = exceptionsNote(upload);
  const { inspection } = upload;
  const isPart = inspection !== null && checkedNote(upload) !== null;
  const found = isPart && note !== null ? words.uploads.ofChecked(note, inspection.checked) : note;
  return [found, skippedNote(upload)].filter((each) => each !== null).join(', ') || null;
}

/** With those that the status counts itself, and how many were to be checked. */
export const notesTitle = (upload: UploadView): string =>
  [exceptionsText(upload), checkedNote(upload) ?? '', skippedNote(upload) ?? '']
    .filter((note) => note !== '')
    .join(', ');

/** Others may be damaged or locked where only some of the files were checked. Returns null where all were. */
export function checkedNote({
  inspection,
  exceptions,
}: Pick<UploadView, 'inspection' | 'exceptions'>): string | null {
  if (inspection === null || inspection.checked >= inspection.files || countFound(exceptions) === 0)
    return null;
  return words.uploads.checkedOnly(inspection.checked, inspection.files);
}

/** How many there are, of several kinds. */
function shortNote(note: string, { exceptions }: UploadView): string {
  return note.includes(', ') ? words.uploads.exceptions(countExceptions(exceptions)) : note;
}

/** What the platform accepted, by the answers to completions. It reports nothing afterwards. Returns null if nothing yet. */
export function acceptanceStatus(upload: UploadView): Status | null {
  const { totals } = upload;
  const accepted = totals.accepted.items;
  const handedOver = totals.handedOver.items;
  if (accepted === 0) {
    return handedOver === 0 ? null : status('info', 'link', words.status.handedOverLinks(handedOver));
  }
  if (accepted + handedOver === totalToUpload(upload).items) {
    return handedOver === 0
      ? status('ok', 'check', words.status.accepted)
      : status('ok', 'check', words.status.acceptedFiles(accepted));
  }
  const label = words.status.acceptedFiles(accepted);
  return isUnfinished(upload) ? status('info', 'arrowUp', label) : status('warn', 'alert', label);
}

type ActiveItem = ProgressView['active'][number];

/** The pack that is being sent: its files are at work all at once, so the list can't show which. */
export function packsText(progress: ProgressView | null): string | null {
  const packs = progress?.active.filter(({ pack }) => pack !== undefined) ?? [];
  const [first] = packs;
  if (first?.pack === undefined) return null;
  const { number, files } = first.pack;
  return words.uploadFiles.activePack(number, files, first.sizeBytes, packs.length - 1);
}

/** The status of one file; `active` is its progress while it is being worked on. */
export function itemStatus(
  item: Pick<ItemView, 'state' | 'reason'>,
  active: ActiveItem | null,
  upload: Pick<UploadView, 'state'> & { readonly isWaiting: boolean },
): Status {
  switch (item.state) {
    case 'queued':
      return status('plain', 'clock', words.status.queued);
    case 'uploading':
      // For a moment after the end, the list still has its last files as uploading.
      return upload.state === 'paused'
        ? status('plain', 'pause', words.status.paused)
        : upload.isWaiting && (active === null || active.activity === 'uploading')
          ? status('warn', 'clock', words.status.waiting)
          : activityStatus(active);
    case 'accepted':
      return status('ok', 'check', words.status.accepted);
    case 'handedOver':
      return status('info', 'link', words.status.handedOver, handedOverText);
    case 'skipped':
      return status('plain', 'skip', words.status.skipped, itemReasonText(item));
    case 'failed':
      return status('bad', 'alert', words.status.failed, itemReasonText(item));
    case 'held':
      return status('warn', 'hold', words.status.needsReview, itemReasonText(item));
  }
}

/** Why a file was not accepted. */
export function itemReasonText({ state, reason }: Pick<ItemView, 'state' | 'reason'>): string | null {
  if (state === 'handedOver') return handedOverText;
  return reason === null ? null : reasonText(reason);
}

function activityStatus(active: ActiveItem | null): Status {
  switch (active?.activity) {
    case 'hashing':
      return status('info', 'hash', words.status.hashing);
    case 'waiting':
      return status('warn', 'clock', words.status.waiting);
    case 'completing':
      return status('info', 'arrowUp', words.status.completing);
    case 'assembling':
      return status('info', 'clock', words.status.assembling);
    case 'uploading':
      return status(
        'info',
        'arrowUp',
        active.partsInFlight > 0 ? words.status.uploadingParts(active.partsInFlight) : words.status.uploading,
      );
    case undefined:
      return status('info', 'arrowUp', words.status.uploading);
  }
}

/** "3 failed, 8 locked": why files of an upload are exceptions. */
export function exceptionsText({ exceptions }: Pick<UploadView, 'exceptions'>): string {
  return exceptionGroups
    .filter((group) => group !== 'excluded' && exceptions[group] > 0)
    .map((group) =>
      group === 'held'
        ? words.status.needReview(exceptions.held)
        : `${count(exceptions[group])} ${exceptionLabels[group].toLowerCase()}`,
    )
    .join(', ');
}
