import type { Database } from 'better-sqlite3';

/** The servers of links that a person confirmed here, by origin: a name on another port may be another service. */
export function createLinkHostRepository(db: Database) {
  const find = db.prepare<[string], number>('SELECT 1 FROM confirmed_link_hosts WHERE origin = ?').pluck();
  const insert = db.prepare(
    'INSERT OR IGNORE INTO confirmed_link_hosts (origin, confirmed_at) VALUES (?, ?)',
  );
  return {
    isConfirmed: (origin: string): boolean => find.get(origin) !== undefined,
    confirm: (origin: string, at: string): void => void insert.run(origin, at),
  };
}

export type LinkHostRepository = ReturnType<typeof createLinkHostRepository>;
