/**
 * The event log of an upload. Each event contains the hash of the one before, so changing, removing or moving one
 * changes every later hash. The whole log can still be rewritten: compare its head with a copy kept elsewhere.
 */
import type { ChainProblem } from '../../../preload/contract/texts/verify-text.ts';
import { canonicalJson, type JsonObject, sha256Hex, wellFormedObject } from './canonical-json.ts';

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
    data: wellFormedObject(data),
    previousHash: previous?.hash ?? chainStart,
  };
  return { ...event, hash: hashOf(event) };
}

export interface ChainChecker {
  /** Takes the next event. Returns null if it follows from the ones before it. */
  next(event: ChainedEvent): ChainProblem | null;
  /** The hash of the last event that followed. Events cut off at the end show in it. */
  head(): string;
}

export function createChainChecker(): ChainChecker {
  let count = 0;
  let head = chainStart;
  return {
    next(event) {
      const seq = count + 1;
      if (event.seq !== seq) return { code: 'event-missing', seq, foundSeq: event.seq };
      if (event.previousHash !== head) return { code: 'event-unlinked', seq };
      if (event.hash !== hashOf(event)) return { code: 'event-changed', seq };
      count = seq;
      head = event.hash;
      return null;
    },
    head: () => head,
  };
}

function hashOf({ seq, at, type, data, previousHash }: Omit<ChainedEvent, 'hash'>): string {
  return sha256Hex(canonicalJson({ seq, at, type, data, previousHash }));
}
