import type { Database } from 'better-sqlite3';

/** What an upload measured of the line to a platform, while nothing else held it back. */
export interface LineMeasurement {
  readonly bytes: number;
  readonly seconds: number;
}

/** Older ones say nothing about the line of today. */
const keptMeasurements = 10;

/** What the line to a platform's part host gave, by the platform's address: one connection, and all of them together. */
export function createLineSpeedRepository(db: Database) {
  const select = db
    .prepare<[string], number>('SELECT bytes_per_second FROM line_speeds WHERE server_url = ?')
    .pluck();
  const save = db.prepare(
    `INSERT INTO line_speeds (server_url, bytes_per_second) VALUES (?, ?)
     ON CONFLICT (server_url) DO UPDATE SET bytes_per_second = excluded.bytes_per_second`,
  );
  const selectMeasurements = db.prepare<[string], LineMeasurement>(
    'SELECT bytes, seconds FROM line_measurements WHERE server_url = ? ORDER BY id',
  );
  const insertMeasurement = db.prepare(
    'INSERT INTO line_measurements (server_url, measured_at, bytes, seconds) VALUES (?, ?, ?, ?)',
  );
  const deleteOld = db.prepare(
    `DELETE FROM line_measurements WHERE server_url = ? AND id NOT IN
       (SELECT id FROM line_measurements WHERE server_url = ? ORDER BY id DESC LIMIT ?)`,
  );
  return {
    /** Measurements of the last uploads, the oldest first. */
    measurements: (serverUrl: string): readonly LineMeasurement[] => selectMeasurements.all(serverUrl),
    /** Call it in a transaction. */
    addMeasurement(serverUrl: string, at: string, { bytes, seconds }: LineMeasurement): void {
      insertMeasurement.run(serverUrl, at, bytes, seconds);
      deleteOld.run(serverUrl, serverUrl, keptMeasurements);
    },
    get: (serverUrl: string): number | null => select.get(serverUrl) ?? null,
    save: (serverUrl: string, bytesPerSecond: number): void => void save.run(serverUrl, bytesPerSecond),
  };
}
