import type { Database } from 'better-sqlite3';

/** What one connection to a platform's part host gave last, by the platform's address. */
export function createLineSpeedRepository(db: Database) {
  const select = db
    .prepare<[string], number>('SELECT bytes_per_second FROM line_speeds WHERE server_url = ?')
    .pluck();
  const save = db.prepare(
    `INSERT INTO line_speeds (server_url, bytes_per_second) VALUES (?, ?)
     ON CONFLICT (server_url) DO UPDATE SET bytes_per_second = excluded.bytes_per_second`,
  );
  return {
    get: (serverUrl: string): number | null => select.get(serverUrl) ?? null,
    save: (serverUrl: string, bytesPerSecond: number): void => void save.run(serverUrl, bytesPerSecond),
  };
}
