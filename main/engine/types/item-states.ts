import type { ItemState, Totals } from './uploads.ts';

/** What can happen to an item. */
export type ItemEvent =
  | 'started'
  | 'completed' // the platform confirmed it
  | 'handed-over' // the platform confirmed that it has the link, and fetches the file itself
  | 'failed'
  | 'withheld' // the rule of a watched folder keeps it for a person
  | 'unknown' // no answer says whether the platform accepted it
  | 'retried' // a person asked for it: it starts over
  | 'resumed' // a person asked for it: its source file and parts are kept
  | 'skipped' // a person decided so, or its file is gone from its watched folder
  | 'cancelled' // its upload was, before the platform had it
  | 'rescanned'; // a folder that could not be read was read: its files are items of their own

const transitions: Readonly<Record<ItemState, Partial<Readonly<Record<ItemEvent, ItemState>>>>> = {
  queued: { started: 'uploading', failed: 'failed', withheld: 'held', cancelled: 'skipped' },
  uploading: {
    completed: 'accepted',
    'handed-over': 'handedOver',
    failed: 'failed',
    unknown: 'held',
    cancelled: 'skipped',
  },
  accepted: {},
  handedOver: {},
  skipped: {},
  failed: { retried: 'queued', resumed: 'uploading', rescanned: 'skipped', skipped: 'skipped' },
  held: { retried: 'queued', skipped: 'skipped' },
};

/** Whether anything of an upload is still to be sent. Of a new one: whether there is anything to send. */
export function hasOpenItems({ queued, uploading }: Pick<Totals, 'queued' | 'uploading'>): boolean {
  return queued.items + uploading.items > 0;
}

/** The next state, or null where the event can't happen: accepted evidence is never sent again. */
export function afterEvent(state: ItemState, event: ItemEvent): ItemState | null {
  return transitions[state][event] ?? null;
}
