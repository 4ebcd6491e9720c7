import { Notification } from 'electron';
import type { UploadView } from '../../preload/contract/views.ts';
import { noticeOf } from '../words.ts';

/** Held until they are gone: a collected notification no longer hears its click. */
const shown = new Set<Notification>();

export function notify(upload: UploadView, needsPerson: boolean, open: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(noticeOf(upload, needsPerson));
  shown.add(notification);
  notification.on('click', open);
  notification.on('close', () => shown.delete(notification));
  notification.show();
}
