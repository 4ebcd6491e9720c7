import { Notification } from 'electron';
import type { NotificationText } from '../words.ts';

/** Referenced while they are shown: a notification that is garbage-collected loses its click. */
const shown = new Set<Notification>();

export function showNotification(text: NotificationText, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(text);
  shown.add(notification);
  notification.on('click', onClick);
  notification.on('close', () => shown.delete(notification));
  notification.show();
}
