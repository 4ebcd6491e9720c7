import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestEnv } from './harness.ts';

/** "source file/part" of what the engine knows to be acknowledged, read from the store it left behind. */
export function acknowledgedParts({ stateDir }: TestEnv): ReadonlySet<string> {
  const db = new Sqlite(join(stateDir, 'lading.db'), { readonly: true });
  try {
    const rows = db
      .prepare<[], { id: number; number: number }>(
        'SELECT platform_id AS id, number FROM parts JOIN source_files ON source_files.id = source_file_id',
      )
      .all();
    return new Set(rows.map(({ id, number }) => `${id}/${number}`));
  } finally {
    db.close();
  }
}

/** Puts the store into a state that a kill at an exact moment leaves. */
export function changeStore({ stateDir }: Pick<TestEnv, 'stateDir'>, sql: string): void {
  const db = new Sqlite(join(stateDir, 'lading.db'));
  db.exec(sql);
  db.close();
}
