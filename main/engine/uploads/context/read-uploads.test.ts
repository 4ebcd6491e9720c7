import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFolder } from '../../store/files/data-folder.ts';
import { storeFileName } from '../../store/files/own-names.ts';
import { migrate, migrations } from '../../store/migrate.ts';
import { readSources } from './read-uploads.ts';

test('the sources of a store are known before it is upgraded, and the store stays as it is', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'lading-sources-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  openDataFolder(stateDir);
  expect(readSources(stateDir)).toEqual({ ok: true, value: [] });
  const db = new Sqlite(join(stateDir, storeFileName));
  onTestFinished(() => void db.close());
  migrate(db, migrations.slice(0, 1));
  const insert = db.prepare(`
    INSERT INTO uploads (uuid, state, created_at, server_url, is_sandbox, key_id, database_id, database_name, dataset_name,
      request, os_user, machine, version)
    VALUES (?, 'finished', 't', 's', 0, 'k', 1, 'd', 'n', ?, 'u', 'm', 'v')`);
  for (const sources of [['/ev'], ['/ev', '/mail.pst']])
    insert.run(sources.join(), JSON.stringify({ sources }));
  expect(readSources(stateDir)).toEqual({ ok: true, value: ['/ev', '/mail.pst'] });
  expect(db.pragma('user_version', { simple: true })).toBe(migrations[0]?.number);
});
