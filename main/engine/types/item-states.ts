import type { ItemState } from './uploads.ts';

/** What can happen to an item. */
export type ItemEvent =
  | 'started'
  | 'completed' // the platform confirmed it
  | 'failed'
  | 'unknown' // a link was sent, and no answer says whether it arrived
  | 'retried' // a person wants it tried again
  | 'skipped' // a person says: leave it
  | 'read-again'; // a folder that could not be read is now: what is in it has items of its own

const transitions: Readonly<Record<ItemState, Partial<Readonly<Record<ItemEvent, ItemState>>>>> = {
  queued: { started: 'uploading', failed: 'failed' },
  uploading: { completed: 'accepted', failed: 'failed', unknown: 'held' },
  accepted: {},
  skipped: {},
  failed: { retried: 'queued', 'read-again': 'skipped' },
  held: { retried: 'queued', skipped: 'skipped' },
};

/** The next state, or null where the event cannot happen: evidence that arrived is never sent again. */
export function afterEvent(state: ItemState, event: ItemEvent): ItemState | null {
  return transitions[state][event] ?? null;
}
