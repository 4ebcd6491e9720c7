import type { Database } from 'better-sqlite3';

/** See request-slots.ts. */
export const requestSlotsSchema = `
CREATE TABLE IF NOT EXISTS slots (
  id INTEGER PRIMARY KEY, account TEXT NOT NULL, answered_at REAL NOT NULL, process INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS slots_of_account ON slots (account, answered_at);
CREATE INDEX IF NOT EXISTS slots_by_time ON slots (answered_at);
CREATE TABLE IF NOT EXISTS pauses (account TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS processes (id INTEGER PRIMARY KEY AUTOINCREMENT, pid INTEGER NOT NULL, seen_at REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS accounts (fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export function prepareStatements(db: Database) {
  return {
    add: db.prepare('INSERT INTO slots (account, answered_at, process) VALUES (?, ?, ?)'),
    set: db.prepare('UPDATE slots SET answered_at = ?, process = ? WHERE id = ?'),
    countHeld: db
      .prepare<[string, number], number>('SELECT count(*) FROM slots WHERE account = ? AND answered_at > ?')
      .pluck(),
    free: db
      .prepare<[string, number], number>(
        'SELECT id FROM slots WHERE account = ? AND answered_at <= ? LIMIT 1',
      )
      .pluck(),
    nthHeld: db
      .prepare<[string, number, number], number>(
        'SELECT answered_at FROM slots WHERE account = ? AND answered_at > ? ORDER BY answered_at LIMIT 1 OFFSET ?',
      )
      .pluck(),
    clampFuture: db.prepare('UPDATE slots SET answered_at = ? WHERE answered_at > ? AND answered_at < ?'),
    answerAll: db.prepare('UPDATE slots SET answered_at = ?, process = NULL WHERE process = ?'),
    answerOrphans: db.prepare(
      `UPDATE slots SET answered_at = ?, process = NULL
       WHERE answered_at >= ? AND (process IS NULL OR process NOT IN (SELECT id FROM processes))`,
    ),
    forget: db.prepare('DELETE FROM slots WHERE answered_at < ?'),
    addProcess: db.prepare('INSERT INTO processes (pid, seen_at) VALUES (?, ?)'),
    seen: db.prepare('INSERT OR REPLACE INTO processes (id, pid, seen_at) VALUES (?, ?, ?)'),
    removeProcess: db.prepare('DELETE FROM processes WHERE id = ?'),
    others: db.prepare<[number], { id: number; pid: number; seenAt: number }>(
      'SELECT id, pid, seen_at AS seenAt FROM processes WHERE id <> ?',
    ),
    pause: db.prepare<[string], number>('SELECT until FROM pauses WHERE account = ?').pluck(),
    setPause: db.prepare(
      `INSERT INTO pauses VALUES (?, ?)
       ON CONFLICT (account) DO UPDATE SET until = max(until, excluded.until)`,
    ),
    forgetPauses: db.prepare('DELETE FROM pauses'),
    accountsLike: db
      .prepare<[string, string], string>(
        'SELECT DISTINCT account FROM accounts WHERE substr(account, 1, length(?)) = ?',
      )
      .pluck(),
    account: db.prepare<[string], string>('SELECT account FROM accounts WHERE fingerprint = ?').pluck(),
    setAccount: db.prepare('INSERT OR REPLACE INTO accounts VALUES (?, ?)'),
    forgetAccount: db.prepare('DELETE FROM accounts WHERE fingerprint = ?'),
  };
}
