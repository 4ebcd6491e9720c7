/**
 * The event log of an upload: each event carries the hash of the one before, so that none can be changed, removed or
 * moved without every later hash changing too. Whoever rewrites the whole log can still forge it: compare the head with
 * one that was kept elsewhere.
 */
import { canonicalJson, type JsonObject, sha256Hex } from './canonical-json.ts';

export type ChainedEvent = {
  /** 1 for the first event. */
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly type: string;
  readonly data: JsonObject;
  /** SHA-256 in hex; of the first event, 64 zeros. */
  readonly previousHash: string;
  /** SHA-256 in hex over the canonical JSON of all other fields. */
  readonly hash: string;
};

export const chainStart = '0'.repeat(64);

export type ChainCheck =
  | { readonly ok: true; readonly count: number; readonly head: string }
  /** `seq`: where the log stops to be what was written. */
  | { readonly ok: false; readonly seq: number; readonly why: string };

export function nextEvent(
  previous: Pick<ChainedEvent, 'seq' | 'hash'> | null,
  at: string,
  type: string,
  data: JsonObject,
): ChainedEvent {
  const event = {
    seq: (previous?.seq ?? 0) + 1,
    at: new Date(at).toISOString(),
    type,
    data,
    previousHash: previous?.hash ?? chainStart,
  };
  return { ...event, hash: hashOf(event) };
}

/** Takes events one by one; answers why an event does not follow the ones before it, or null. */
export function chainChecker(): {
  readonly next: (event: ChainedEvent) => string | null;
  readonly count: () => number;
  readonly head: () => string;
} {
  let count = 0;
  let head = chainStart;
  return {
    next: (event) => {
      const seq = count + 1;
      if (event.seq !== seq)
        return `Event ${seq} is missing or out of place: event ${event.seq} stands there.`;
      if (event.previousHash !== head) return `Event ${seq} does not follow from the event before it.`;
      if (event.hash !== hashOf(event)) return `Event ${seq} was changed after it was written.`;
      count = seq;
      head = event.hash;
      return null;
    },
    count: () => count,
    head: () => head,
  };
}

/** With `expectedHead`, events cut off at the end are found as well. */
export function verifyChain(events: Iterable<ChainedEvent>, expectedHead?: string): ChainCheck {
  const checker = chainChecker();
  for (const event of events) {
    const why = checker.next(event);
    if (why !== null) return { ok: false, seq: checker.count() + 1, why };
  }
  if (expectedHead !== undefined && expectedHead !== checker.head()) {
    const seq = checker.count() + 1;
    return {
      ok: false,
      seq,
      why: `The log ends too early or too late: event ${seq} and later are not as written.`,
    };
  }
  return { ok: true, count: checker.count(), head: checker.head() };
}

function hashOf({ seq, at, type, data, previousHash }: Omit<ChainedEvent, 'hash'>): string {
  return sha256Hex(canonicalJson({ seq, at, type, data, previousHash }));
}
