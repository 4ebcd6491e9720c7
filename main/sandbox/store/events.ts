import type { SandboxDatabase } from './database.ts';

/** platform-interface 6.3 shows no types. These are the sandbox's own; a client must not rely on them. */
export type EventType =
  | 'API_KEY_CREATED'
  | 'DATABASE_PERMISSIONS_CHANGED'
  | 'DATABASE_PERMISSIONS_REMOVED'
  | 'DATASET_CREATED'
  | 'DIRECTORY_SYNCED'
  | 'INVITATION_DELETED'
  | 'INVITATION_RESENT'
  | 'INVITATION_SENT'
  | 'MEMBER_ADDED'
  | 'MEMBER_IDENTIFIERS_CHANGED'
  | 'MEMBER_PERMISSIONS_CHANGED'
  | 'MEMBER_REMOVED'
  | 'USER_LOGGED_IN';

export interface EventRow {
  readonly id: number;
  readonly organizationId: number;
  readonly timestampMs: number;
  readonly type: string;
  /** Who did it. */
  readonly userId: number;
  readonly description: string;
  /** JSON. */
  readonly data: string;
}

export interface NewEvent {
  readonly organizationId: number;
  readonly type: EventType;
  readonly userId: number;
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventPage {
  readonly rows: readonly EventRow[];
  readonly hasMore: boolean;
}

export type EventRepository = ReturnType<typeof createEventRepository>;

/** The activity log of organizations (platform-interface 2.10). */
export function createEventRepository(db: SandboxDatabase) {
  const insert = db.prepare(
    `INSERT INTO events (organizationId, timestampMs, type, userId, description, data)
     VALUES (:organizationId, :timestampMs, :type, :userId, :description, :data)`,
  );
  // Ends with the last event that shares its time with the event number `limit`.
  const inRange = db.prepare<{ organizationId: number; begin: number; end: number; limit: number }, EventRow>(
    `SELECT * FROM events WHERE organizationId = :organizationId AND timestampMs >= :begin AND timestampMs < :end
       AND timestampMs <= coalesce(
         (SELECT timestampMs FROM events WHERE organizationId = :organizationId AND timestampMs >= :begin
          ORDER BY timestampMs LIMIT 1 OFFSET :limit - 1), :end)
     ORDER BY timestampMs, id`,
  );
  const hasEvent = db.prepare<[number, number, number]>(
    'SELECT 1 FROM events WHERE organizationId = ? AND timestampMs > ? AND timestampMs < ? LIMIT 1',
  );
  const afterId = db.prepare<[number, number, number], EventRow>(
    'SELECT * FROM events WHERE organizationId = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const recent = db.prepare<[number, number], EventRow>(
    'SELECT * FROM events WHERE organizationId = ? ORDER BY id DESC LIMIT ?',
  );

  return {
    record(event: NewEvent): void {
      insert.run({ ...event, timestampMs: Date.now(), data: JSON.stringify(event.data) });
    },
    /** From `begin` to before `end`, both in ms, oldest first. More than `limit` rows if the last ones share a time. */
    inRange(organizationId: number, begin: number, end: number, limit: number): EventPage {
      const rows = inRange.all({ organizationId, begin, end, limit });
      const last = rows.at(-1);
      const hasMore = last !== undefined && hasEvent.get(organizationId, last.timestampMs, end) !== undefined;
      return { rows, hasMore };
    },
    /** In the order of their ids. */
    after(organizationId: number, eventId: number, limit: number): EventPage {
      const rows = afterId.all(organizationId, eventId, limit + 1);
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    /** Newest first. */
    recent: (organizationId: number, limit: number) => recent.all(organizationId, limit),
  };
}
