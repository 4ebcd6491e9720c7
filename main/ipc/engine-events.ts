import type { EngineEvent } from '../engine/index.ts';
import type { EventPublisher, PublishedEvent } from './event-publisher.ts';

/** Passes the engine's events on to the window. The end of an upload is for main only. */
export function publishEngineEvent(events: Pick<EventPublisher, 'publish'>, event: EngineEvent): void {
  const published = eventForWindow(event);
  if (published !== null) events.publish(published);
}

function eventForWindow(event: EngineEvent): PublishedEvent | null {
  switch (event.event) {
    case 'upload.changed':
      return { name: 'upload.changed', data: event.data };
    case 'upload.removed':
      return { name: 'upload.removed', data: event.data };
    case 'progress':
      return { name: 'progress', data: event.data };
    case 'receipts.progress':
      return { name: 'receipts.progress', data: event.data };
    case 'directories.progress':
      return { name: 'directories.progress', data: event.data };
    case 'watch.changed':
      return { name: 'watch.changed', data: event.data };
    case 'watch.removed':
      return { name: 'watch.removed', data: event.data };
    case 'upload.ended':
      return null;
  }
}
