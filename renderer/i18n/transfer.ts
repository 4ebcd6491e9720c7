import { failureKind } from '../../preload/contract/failure.ts';
import { reasonText, waitingText } from '../../preload/contract/failure-text.ts';
import type { ItemView, ProgressView, UploadView } from '../../preload/contract/views.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Tone } from '../ui/status-pill.tsx';
import { failures } from './words/common.ts';
import { transfer } from './words/transfer.ts';

export interface Status {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly word: string;
  /** Why, where that is known: told beside the word, and whole where there is room. */
  readonly why: string | null;
}

const status = (tone: Tone, icon: IconName, word: string, why: string | null = null): Status => ({
  tone,
  icon,
  word,
  why,
});

export function filesOf({ totals }: Pick<UploadView, 'totals'>): number {
  return Object.values(totals).reduce((sum, tally) => sum + tally.items, 0);
}

/** What was received, in bytes, but for what is left out. */
export function bytesToSend({ totals }: Pick<UploadView, 'totals'>): number {
  const { queued, uploading, accepted, failed, held } = totals;
  return [queued, uploading, accepted, failed, held].reduce((sum, tally) => sum + tally.bytes, 0);
}

/** What keeps an upload from moving at all: while other parts flow, one that is tried again is no halt. */
export function waitingFor(progress: ProgressView | null): ProgressView['waiting'] {
  return progress !== null && progress.bytesPerSecond === 0 ? progress.waiting : null;
}

/** How the transfer of an upload stands. */
export function uploadTransfer(upload: UploadView, progress: ProgressView | null): Status {
  const { totals, stoppedBy } = upload;
  switch (upload.state) {
    case 'scanning':
      return status('info', 'search', transfer.scanning);
    case 'ready':
      return status('plain', 'file', transfer.draft);
    case 'uploading': {
      const waiting = waitingFor(progress);
      if (waiting !== null) return status('warn', 'clock', transfer.waiting, waitingText(waiting));
      if (
        progress !== null &&
        progress.active.length > 0 &&
        progress.active.every((item) => item.activity === 'hashing')
      ) {
        return status('info', 'hash', transfer.hashing);
      }
      return status('info', 'arrowUp', transfer.uploading);
    }
    case 'paused':
      return stoppedBy === null
        ? status('plain', 'pause', transfer.paused)
        : status('warn', 'alert', transfer.stopped, failures[failureKind(stoppedBy)]);
    case 'cancelled':
      return status('plain', 'skip', transfer.cancelled);
    case 'finished':
      if (totals.failed.items > 0) return status('bad', 'alert', transfer.failedFiles(totals.failed.items));
      if (totals.held.items > 0) return status('warn', 'hold', transfer.decideItems(totals.held.items));
      if (totals.accepted.items === 0 && totals['skipped'].items > 0)
        return status('plain', 'skip', transfer.skipped);
      return upload.sha1 ? status('ok', 'check', transfer.verified) : status('ok', 'check', transfer.sent);
  }
}

/** What the platform has accepted: the completions it answered. Nothing is known of what it does afterwards. */
export function uploadAccepted(upload: UploadView): Status | null {
  const { totals, state } = upload;
  const accepted = totals.accepted.items;
  if (accepted === 0) return null;
  if (accepted + totals['skipped'].items === filesOf(upload)) return status('ok', 'check', transfer.accepted);
  const word = transfer.acceptedCount(accepted);
  return state === 'finished' || state === 'cancelled'
    ? status('warn', 'alert', word)
    : status('info', 'arrowUp', word);
}

/** Whether all that was to be sent has arrived, once an upload has ended; null before. */
export function arrival(upload: UploadView): {
  readonly complete: boolean;
  readonly arrived: number;
  readonly files: number;
  readonly verdict: string;
} | null {
  const { totals, state } = upload;
  if (state !== 'finished' && state !== 'cancelled') return null;
  const files = filesOf(upload) - totals['skipped'].items;
  const arrived = totals.accepted.items;
  const { failed, held } = totals;
  const unsent = totals.queued.items + totals.uploading.items;
  const missing = [
    ...(failed.items > 0 ? [transfer.notArrived(failed.items)] : []),
    ...(held.items > 0 ? [transfer.notDecided(held.items)] : []),
    ...(unsent > 0 ? [transfer.notSent(unsent)] : []),
  ];
  const whole = files === 0 ? transfer.nothingToArrive : transfer.allArrived(files);
  const verdict = missing.length === 0 ? whole : `${missing.join(', ')}.`;
  return { complete: missing.length === 0 && files > 0, arrived, files, verdict };
}

type ActiveItem = ProgressView['active'][number];

/** How the transfer of one file stands; `active` is what moves of it right now. */
export function itemTransfer(
  item: ItemView,
  active: ActiveItem | null,
  upload: Pick<UploadView, 'state'>,
): Status {
  switch (item.state) {
    case 'queued':
      return status('plain', 'clock', transfer.queued);
    case 'uploading':
      if (upload.state !== 'uploading') return status('plain', 'pause', transfer.paused);
      switch (active?.activity) {
        case 'hashing':
          return status('info', 'hash', transfer.hashing);
        case 'waiting':
          return status('warn', 'clock', transfer.waiting);
        case 'completing':
          return status('info', 'arrowUp', transfer.completing);
        case 'uploading':
          return status(
            'info',
            'arrowUp',
            active.partsInFlight > 0 ? transfer.uploadingParts(active.partsInFlight) : transfer.uploading,
          );
        case undefined:
          return status('info', 'arrowUp', transfer.uploading);
      }
      break;
    case 'accepted':
      return status('ok', 'check', item.sha1 === null ? transfer.sent : transfer.verified);
    case 'skipped':
      return status('plain', 'skip', transfer.skipped, textOf(item.reason));
    case 'failed':
      return status('bad', 'alert', transfer.failed, textOf(item.reason));
    case 'held':
      return status('warn', 'hold', transfer.decide, textOf(item.reason));
  }
}

function textOf(reason: ItemView['reason']): string | null {
  return reason === null ? null : reasonText(reason);
}
