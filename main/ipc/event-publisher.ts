/** Sends every event to the window and numbers them, so that the window notices when it has missed one. */
import type { EventData, EventName, WindowEvent } from '../../preload/contract/index.ts';

export type PublishedEvent = {
  [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> };
}[EventName];

export interface EventPublisher {
  readonly revision: number;
  publish(event: PublishedEvent): void;
  /** Leaves a gap, so that the window takes a new snapshot at the next event. */
  invalidate(): void;
}

export function createEventPublisher(send: (event: WindowEvent) => void): EventPublisher {
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    publish(event) {
      revision += 1;
      send({ revision, ...event });
    },
    invalidate() {
      revision += 1;
    },
  };
}
