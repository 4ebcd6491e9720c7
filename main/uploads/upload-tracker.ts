/** What the uploads are doing, as far as the shell cares: is one sending, how far, and which go on after an interruption. */
import { z } from 'zod';
import type { ProgressView, UploadView } from '../../preload/contract/views.ts';
import type { JsonFile } from '../app/json-store.ts';
import type { DeskEvent } from '../engine/index.ts';

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
  /**
   * Links in full, for as long as main lives: the engine's own memory of them ends with a crash. What is given anew takes
   * the place of what leads to the same: its signature may have run out.
   */
  keepLinks(uploadId: number, links: readonly string[]): void;
  linksOf(uploadId: number): readonly string[];
  /** Those that should be sending and are not. */
  interrupted(): readonly UploadView[];
  /** Those that stopped because their connection's key was refused. */
  refused(): readonly UploadView[];
  /** From here on the engine pauses everything because Lading ends: what runs is remembered as running. */
  freeze(): void;
}

export function createActivity(running: JsonFile<Running>, onBusy: (busy: Busy) => void): Activity {
  const uploads = new Map<number, UploadView>();
  /** Of those above; there may be thousands that are not. */
  const sending = new Map<number, UploadView>();
  const progress = new Map<number, ProgressView>();
  const links = new Map<number, readonly string[]>();
  let isFrozen = false;
  let busy = busyOf([], progress);

  function remember(uploadId: number, runs: boolean): void {
    if (isFrozen || running.value.uploadIds.includes(uploadId) === runs) return;
    const others = running.value.uploadIds.filter((id) => id !== uploadId);
    void running.set({ uploadIds: runs ? [...others, uploadId] : others });
  }

  function tell(): void {
    busy = busyOf([...sending.values()], progress);
    onBusy(busy);
  }

  function take(upload: UploadView): void {
    uploads.set(upload.id, upload);
    if (upload.state === 'uploading') sending.set(upload.id, upload);
    else drop(upload.id);
  }

  function drop(uploadId: number): void {
    sending.delete(uploadId);
    progress.delete(uploadId);
  }

  return {
    get busy() {
      return busy;
    },
    upload: (uploadId) => uploads.get(uploadId),
    uploads: () => [...uploads.values()],
    reset(found) {
      uploads.clear();
      sending.clear();
      for (const upload of found) take(upload);
      for (const id of progress.keys()) if (!sending.has(id)) progress.delete(id);
      tell();
    },
    see(event) {
      switch (event.event) {
        case 'upload.changed': {
          const upload = event.data;
          const before = uploads.get(upload.id)?.state;
          take(upload);
          if (goesOn(upload)) remember(upload.id, true);
          else if (isEnd(before, upload.state)) remember(upload.id, false);
          break;
        }
        case 'upload.removed':
          uploads.delete(event.data.uploadId);
          drop(event.data.uploadId);
          links.delete(event.data.uploadId);
          remember(event.data.uploadId, false);
          break;
        case 'progress': {
          const { uploadId, state } = event.data;
          const upload = uploads.get(uploadId);
          // Progress may be the first to tell that it sends.
          if (upload !== undefined && state === 'uploading' && upload.state !== state) {
            take({ ...upload, state });
            remember(uploadId, true);
          }
          if (!sending.has(uploadId)) return;
          progress.set(uploadId, event.data);
          break;
        }
        case 'upload.ended':
          return;
      }
      tell();
    },
    keepLinks: (uploadId, added) => {
      const anew = new Set(added.map(leadsTo));
      const others = (links.get(uploadId) ?? []).filter((link) => !anew.has(leadsTo(link)));
      links.set(uploadId, [...others, ...new Set(added)]);
    },
    linksOf: (uploadId) => links.get(uploadId) ?? [],
    interrupted() {
      return running.value.uploadIds
        .map((id) => uploads.get(id))
        .filter((upload) => upload !== undefined)
        .filter((upload) => upload.state === 'paused' || upload.state === 'ready');
    },
    refused: () => [...uploads.values()].filter(isRefused),
    freeze() {
      isFrozen = true;
    },
  };
}

/** Sending, or stopped by a network that will be there again. */
function goesOn(upload: UploadView): boolean {
  if (upload.state === 'uploading') return true;
  return upload.state === 'paused' && upload.stoppedBy?.code === 'unreachable';
}

/** A link without what may be a secret in it. */
function leadsTo(link: string): string {
  const url = URL.parse(link);
  return url === null ? link : `${url.protocol}//${url.host}${url.pathname}`;
}

function isRefused({ state, stoppedBy }: UploadView): boolean {
  return state === 'paused' && stoppedBy?.code === 'key-refused';
}

/** A pause that was not seen to begin is what a crash left: no person asked for it. */
function isEnd(before: UploadView['state'] | undefined, now: UploadView['state']): boolean {
  return now === 'finished' || now === 'cancelled' || (now === 'paused' && before === 'uploading');
}

/** Pure. */
export function busyOf(sending: readonly UploadView[], progress: ReadonlyMap<number, ProgressView>): Busy {
  if (sending.length === 0) return { sending: 0, fraction: null, isWaiting: false };
  let done = 0;
  let all = 0;
  let waiting = 0;
  for (const upload of sending) {
    const latest = progress.get(upload.id);
    const { totals, acknowledgedBytes } = latest ?? upload;
    done += acknowledgedBytes;
    all += totals.accepted.bytes + totals.uploading.bytes + totals.queued.bytes;
    if (latest?.waiting) waiting += 1;
  }
  return {
    sending: sending.length,
    fraction: all === 0 ? 0 : Math.min(1, done / all),
    isWaiting: waiting === sending.length,
  };
}
