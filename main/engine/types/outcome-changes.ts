/** How the log says what became of items: compactly, because an upload may skip a million of them for one reason. */
import type { Reason } from '../../../preload/contract/failures/failure.ts';
import { canonicalJson, type JsonObject, wellFormedObject } from './canonical-json.ts';

/** It is null for an item that waits, or that was accepted or handed over: events of their own say so. */
export type LoggedOutcome = {
  readonly outcome: 'skipped' | 'failed' | 'held';
  readonly reason: JsonObject | null;
} | null;

/** First and last ID of consecutive items. */
export type ItemRange = readonly [number, number];

/** `was` is absent for items that waited. */
type OutcomeChange = {
  readonly items: readonly ItemRange[];
  readonly now: LoggedOutcome;
  readonly was?: LoggedOutcome;
};

/** The outcome that a state and its reason, as they are stored, are logged as. */
export function loggedOutcome(state: string, reason: Reason | null): LoggedOutcome {
  if (state !== 'skipped' && state !== 'failed' && state !== 'held') return null;
  if (reason === null) return { outcome: state, reason: null };
  // Without members that are undefined, as it is stored.
  const stored: JsonObject = JSON.parse(JSON.stringify(reason));
  return { outcome: state, reason: wellFormedObject(stored) };
}

/** Collects changes by what changed. Add items by ID, so that their ranges are few. */
export class OutcomeChanges {
  readonly #groups = new Map<
    string,
    { readonly now: LoggedOutcome; readonly was: LoggedOutcome; readonly items: [number, number][] }
  >();

  add(id: number, now: LoggedOutcome, was: LoggedOutcome = null): void {
    const key = canonicalJson([now, was]);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { now, was, items: [] };
      this.#groups.set(key, group);
    }
    const last = group.items.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else group.items.push([id, id]);
  }

  /** The member `changes` of an event's data; nothing if nothing changed. */
  data(): { readonly changes?: readonly OutcomeChange[] } {
    if (this.#groups.size === 0) return {};
    return {
      changes: [...this.#groups.values()].map(({ now, was, items }) => ({
        items,
        now,
        ...(was === null ? {} : { was }),
      })),
    };
  }
}

/** The member `changes` of an event about one item. */
export function outcomeChange(id: number, now: LoggedOutcome, was: LoggedOutcome = null) {
  const changes = new OutcomeChanges();
  changes.add(id, now, was);
  return changes.data();
}
