import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { LogEventType } from '../../../../preload/contract/texts/log-event-text.ts';
import { isJsonObject, type JsonObject, wellFormedObject } from '../../types/canonical-json.ts';
import { type ChainedEvent, nextEvent } from '../../types/hash-chain.ts';
import type { UploadId } from '../../types/ids.ts';
import { noTime, storedJsonOr, storedTime } from '../stored-value.ts';

interface EventRow {
  seq: number;
  at: string;
  type: string;
  data: string;
  previous_hash: string;
  hash: string;
}

/**
 * The hash-chained log of each upload. Append in the transaction that makes the change the event describes: outside of
 * one, a full disk would be taken for a bug. Take its time in there, too: times that run backwards say that the clock did.
 */
export function createEventRepository(db: Database) {
  const last = db.prepare<[UploadId], { seq: number; hash: string }>(
    'SELECT seq, hash FROM events WHERE upload_id = ? ORDER BY seq DESC LIMIT 1',
  );
  const latestAt = db
    .prepare<[UploadId], string | null>('SELECT max(at) FROM events WHERE upload_id = ?')
    .pluck();
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const page = db.prepare<[UploadId, number], EventRow>(
    'SELECT seq, at, type, data, previous_hash, hash FROM events WHERE upload_id = ? AND seq > ? ORDER BY seq LIMIT 500',
  );
  const selectOfType = db
    .prepare<[UploadId, LogEventType], string>(
      'SELECT data FROM events WHERE upload_id = ? AND type = ? ORDER BY seq DESC',
    )
    .pluck();
  /** Read page by page, so that events can be appended meanwhile. */
  function* events(uploadId: UploadId, from: number): Generator<ChainedEvent> {
    for (let after = from; ; ) {
      const rows = page.all(uploadId, after);
      yield* rows.map(toEvent);
      if (rows.length < 500) return;
      after = rows.at(-1)?.seq ?? 0;
    }
  }

  return {
    append(uploadId: UploadId, at: string, type: LogEventType, data: JsonObject): ChainedEvent {
      if (!db.inTransaction) throw new Error(`The event ${type} was appended outside of a transaction`);
      const event = nextEvent(last.get(uploadId) ?? null, at, type, data);
      insert.run(
        uploadId,
        event.seq,
        event.at,
        event.type,
        JSON.stringify(event.data),
        event.previousHash,
        event.hash,
      );
      return event;
    },
    /** The number of the last event; 0 if there is none. */
    lastSeq: (uploadId: UploadId): number => last.get(uploadId)?.seq ?? 0,
    /** The latest time of an event, which need not be the last one's. Null if there is none. */
    latestAt: (uploadId: UploadId): string | null => latestAt.get(uploadId) ?? null,
    /** The data of the events of one type, the last first. No statement may change the store meanwhile. */
    *ofType(uploadId: UploadId, type: LogEventType): Generator<JsonObject> {
      for (const data of selectOfType.iterate(uploadId, type)) yield storedJsonOr(data, json, () => ({}));
    },
    /** What follows an event. */
    after: (uploadId: UploadId, seq: number): Generator<ChainedEvent> => events(uploadId, seq),
    /** From the first to `until`, inclusive. */
    *all(uploadId: UploadId, until = Number.POSITIVE_INFINITY): Generator<ChainedEvent> {
      for (const event of events(uploadId, 0)) {
        if (event.seq > until) return;
        yield event;
      }
    },
  };
}

const json = z.custom<JsonObject>(isJsonObject);
/** What can't be read breaks the chain of hashes: no receipt of it is intact. */
function toEvent({ seq, at, type, data, previous_hash: previousHash, hash }: EventRow): ChainedEvent {
  return {
    seq,
    at: at.length === noTime.length ? (storedTime(at) ?? noTime) : noTime,
    type,
    data: wellFormedObject(storedJsonOr(data, json, () => ({}))),
    previousHash,
    hash,
  };
}

export type EventRepository = ReturnType<typeof createEventRepository>;
