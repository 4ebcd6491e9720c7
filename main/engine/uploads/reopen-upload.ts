import type { Repositories } from '../store/repositories.ts';
import type { UploadId } from '../types/ids.ts';

/** What is queued again in a finished upload is sent when it is resumed. Call in the transaction that queues it. */
export function reopen({ uploads, events }: Pick<Repositories, 'uploads' | 'events'>, id: UploadId): void {
  if (uploads.get(id)?.state !== 'finished') return;
  uploads.setState(id, 'paused');
  events.append(id, new Date().toISOString(), 'upload-paused', {});
}
