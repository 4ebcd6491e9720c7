import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLineSpeedRepository } from '../line-speed-repository.ts';
import { migrate, migrations } from '../migrate.ts';

test('the speed of a connection is kept, and the last ten measurements of a line are', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  migrate(
    db,
    migrations.filter(({ number }) => number < 43),
  );
  db.exec("INSERT INTO line_speeds (server_url, bytes_per_second) VALUES ('https://p/', 5)");
  migrate(
    db,
    migrations.filter(({ number }) => number <= 43),
  );
  const speeds = createLineSpeedRepository(db);
  expect(speeds.get('https://p/')).toBe(5);
  expect(speeds.measurements('https://p/')).toEqual([]);
  for (let n = 1; n <= 12; n += 1) speeds.addMeasurement('https://p/', 't', { bytes: n, seconds: 0.5 });
  speeds.addMeasurement('https://q/', 't', { bytes: 1, seconds: 2 });
  expect(speeds.measurements('https://p/').map(({ bytes }) => bytes)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect(speeds.measurements('https://q/')).toEqual([{ bytes: 1, seconds: 2 }]);
});
