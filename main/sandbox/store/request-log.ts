import type { SandboxDatabase } from './database.ts';

/** Logged before the request is handled, so that a request that kills the process is recorded too. */
export interface IncomingRequest {
  readonly atMs: number;
  /** A user id, 'unauthenticated', or null for a part, whose URL is its only credential. */
  readonly account: string | null;
  readonly method: string;
  readonly operation: string;
  /** Without its query: a part URL's query is a secret. */
  readonly path: string;
  readonly isPut: boolean;
  readonly sourceFileId: number | null;
  readonly partNumber: number | null;
}

export interface RequestRow {
  readonly id: number;
  readonly atMs: number;
  readonly finishedMs: number | null;
  readonly account: string | null;
  readonly method: string;
  readonly operation: string;
  readonly path: string;
  readonly isPut: number;
  /** It is null if no complete response was sent. */
  readonly status: number | null;
  readonly bodyBytes: number;
  readonly fault: string | null;
  readonly sourceFileId: number | null;
  readonly partNumber: number | null;
}

export interface RequestTotals {
  readonly operation: string;
  readonly status: number | null;
  readonly requests: number;
  readonly bodyBytes: number;
}

export interface PartTraffic {
  readonly partNumber: number;
  readonly puts: number;
  readonly acceptedPuts: number;
  readonly receivedBytes: number;
}

const maxRows = 2_000_000;
const trimInterval = 10_000;

export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog(db: SandboxDatabase) {
  const insert = db.prepare(
    `INSERT INTO requests (atMs, account, method, operation, path, isPut, bodyBytes, sourceFileId, partNumber)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
  );
  const finish = db.prepare(
    'UPDATE requests SET finishedMs = ?, status = ?, bodyBytes = ?, fault = ? WHERE id = ?',
  );
  const trim = db.prepare<[number]>('DELETE FROM requests WHERE id <= ?');
  const rows = db.prepare<[number, number], RequestRow>(
    'SELECT * FROM requests WHERE id > ? ORDER BY id LIMIT ?',
  );
  const incoming = db.prepare<[], { atMs: number; account: string }>(
    'SELECT atMs, account FROM requests WHERE isPut = 0 AND account IS NOT NULL ORDER BY atMs',
  );
  const totals = db.prepare<[], RequestTotals>(
    `SELECT operation, status, count(*) AS requests, sum(bodyBytes) AS bodyBytes
     FROM requests GROUP BY operation, status ORDER BY operation, status`,
  );
  const traffic = db.prepare<[number], PartTraffic>(
    `SELECT partNumber, count(*) AS puts, sum(status = 200) AS acceptedPuts, sum(bodyBytes) AS receivedBytes
     FROM requests WHERE isPut = 1 AND sourceFileId = ? GROUP BY partNumber ORDER BY partNumber`,
  );
  return {
    started(a: IncomingRequest): number {
      const id = Number(
        insert.run(
          a.atMs,
          a.account,
          a.method,
          a.operation,
          a.path,
          a.isPut ? 1 : 0,
          a.sourceFileId,
          a.partNumber,
        ).lastInsertRowid,
      );
      if (id % trimInterval === 0) trim.run(id - maxRows);
      return id;
    },
    finished(
      id: number,
      end: {
        readonly atMs: number;
        readonly status: number | null;
        readonly bodyBytes: number;
        readonly fault: string | null;
      },
    ): void {
      finish.run(end.atMs, end.status, end.bodyBytes, end.fault, id);
    },
    rows: (after: number, limit: number) => rows.all(after, limit),
    totals: () => totals.all(),
    traffic: (sourceFileId: number) => traffic.all(sourceFileId),
    /** The most API requests of one account in any second (platform-interface 8: parts don't count). */
    maxPerSecond(): number {
      const byAccount = new Map<string, number[]>();
      for (const { atMs, account } of incoming.iterate()) {
        const times = byAccount.get(account);
        if (times === undefined) byAccount.set(account, [atMs]);
        else times.push(atMs);
      }
      return [...byAccount.values()].reduce((most, times) => Math.max(most, maxInWindow(times)), 0);
    },
  };
}

/** The maximum number of the ascending times in any half-open window. */
export function maxInWindow(timesMs: readonly number[], windowMs = 1000): number {
  let most = 0;
  let from = 0;
  for (const [index, time] of timesMs.entries()) {
    while ((timesMs[from] ?? time) <= time - windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
