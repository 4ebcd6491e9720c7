/** What the uploads are doing, as far as the shell cares: is one sending, how far, and which go on after an interruption. */
import { z } from 'zod';
import type { ProgressView, UploadView } from '../preload/contract/views.ts';
import type { DeskEvent } from './engine/index.ts';
import type { JsonFile } from './json-file.ts';

export interface Busy {
  readonly sending: number;
  /** Of what the sending uploads have to send; null while nothing is sent. */
  readonly fraction: number | null;
  /** Every sending upload waits for the network or the platform. */
  readonly isWaiting: boolean;
}

export const runningSchema = z.object({ uploadIds: z.array(z.int()) });
type Running = z.infer<typeof runningSchema>;

export interface Activity {
  readonly busy: Busy;
  upload(uploadId: number): UploadView | undefined;
  uploads(): readonly UploadView[];
  /** What the engine told at its start; nothing once it has ended. */
  reset(uploads: readonly UploadView[]): void;
  see(event: DeskEvent): void;
  /** A person or Lading asked for it: it is to go on after a crash, a restart, a wake-up. */
  wanted(uploadId: number): void;
  /** Those that should be sending and are not. */
  interrupted(): readonly UploadView[];
  /** From here on the engine pauses everything because Lading ends: what runs is remembered as running. */
  freeze(): void;
}

export function createActivity(running: JsonFile<Running>, onBusy: (busy: Busy) => void): Activity {
  const uploads = new Map<number, UploadView>();
  const progress = new Map<number, ProgressView>();
  let isFrozen = false;
  let busy = busyOf([], progress);

  function remember(uploadId: number, runs: boolean): void {
    if (isFrozen || running.value.uploadIds.includes(uploadId) === runs) return;
    const others = running.value.uploadIds.filter((id) => id !== uploadId);
    void running.set({ uploadIds: runs ? [...others, uploadId] : others });
  }

  function tell(): void {
    busy = busyOf([...uploads.values()], progress);
    onBusy(busy);
  }

  return {
    get busy() {
      return busy;
    },
    upload: (uploadId) => uploads.get(uploadId),
    uploads: () => [...uploads.values()],
    reset(found) {
      uploads.clear();
      progress.clear();
      for (const upload of found) uploads.set(upload.id, upload);
      tell();
    },
    see(event) {
      switch (event.event) {
        case 'upload.changed': {
          const upload = event.data;
          const before = uploads.get(upload.id)?.state;
          uploads.set(upload.id, upload);
          if (upload.state !== 'sending') progress.delete(upload.id);
          if (goesOn(upload)) remember(upload.id, true);
          else if (isEnd(before, upload.state)) remember(upload.id, false);
          break;
        }
        case 'upload.removed':
          uploads.delete(event.data.uploadId);
          progress.delete(event.data.uploadId);
          remember(event.data.uploadId, false);
          break;
        case 'progress':
          progress.set(event.data.uploadId, event.data);
          break;
        case 'upload.ended':
          return;
      }
      tell();
    },
    wanted: (uploadId) => remember(uploadId, true),
    interrupted() {
      return running.value.uploadIds
        .map((id) => uploads.get(id))
        .filter((upload) => upload !== undefined)
        .filter((upload) => upload.state === 'paused' || upload.state === 'ready');
    },
    freeze() {
      isFrozen = true;
    },
  };
}

/** Sending, or stopped by a network that will be there again. */
function goesOn(upload: UploadView): boolean {
  if (upload.state === 'sending') return true;
  return upload.state === 'paused' && upload.stoppedBy?.code === 'unreachable';
}

/** A pause that was not seen to begin is what a crash left: no person asked for it. */
function isEnd(before: UploadView['state'] | undefined, now: UploadView['state']): boolean {
  return now === 'finished' || now === 'cancelled' || (now === 'paused' && before === 'sending');
}

/** Pure. */
export function busyOf(uploads: readonly UploadView[], progress: ReadonlyMap<number, ProgressView>): Busy {
  const sending = uploads.filter(({ state }) => state === 'sending');
  if (sending.length === 0) return { sending: 0, fraction: null, isWaiting: false };
  let done = 0;
  let all = 0;
  let waiting = 0;
  for (const upload of sending) {
    const latest = progress.get(upload.id);
    const { totals, acknowledgedBytes } = latest ?? upload;
    const settled = totals.uploaded.bytes + totals.failed.bytes;
    done += settled + acknowledgedBytes;
    all += settled + totals.queued.bytes + totals.sending.bytes;
    if (latest?.waiting) waiting += 1;
  }
  return {
    sending: sending.length,
    fraction: all === 0 ? 0 : Math.min(1, done / all),
    isWaiting: waiting === sending.length,
  };
}
