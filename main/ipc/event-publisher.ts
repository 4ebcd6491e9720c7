/** The one place where events leave for the window: it counts them, so that the window knows when it missed one. */
import type { EventData, EventName, WindowEvent } from '../../preload/contract/index.ts';

export type News = {
  [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> };
}[EventName];

export interface Mirror {
  readonly revision: number;
  push(news: News): void;
  /** Leaves a gap: at the next event the window takes a new snapshot. */
  outdate(): void;
}

export function createMirror(send: (event: WindowEvent) => void): Mirror {
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    push(news) {
      revision += 1;
      send({ revision, ...news });
    },
    outdate() {
      revision += 1;
    },
  };
}
