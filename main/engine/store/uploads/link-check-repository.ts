import type { Database } from 'better-sqlite3';
import { type LinkCheck, linkCheck } from '../../../../preload/contract/views/link-check.ts';
import type { ItemId } from '../../types/ids.ts';
import { storedJson } from '../stored-value.ts';

interface LinkCheckRow {
  size_bytes: number | null;
  warnings: string;
}

export function createLinkCheckRepository(db: Database) {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO link_checks (item_id, checked_at, size_bytes, warnings) VALUES (?, ?, ?, ?)',
  );
  const select = db.prepare<[ItemId], LinkCheckRow>(
    'SELECT size_bytes, warnings FROM link_checks WHERE item_id = ?',
  );
  return {
    record(itemId: ItemId, at: string, { sizeBytes, warnings }: LinkCheck): void {
      insert.run(itemId, at, sizeBytes, JSON.stringify(warnings));
    },
    /** Returns null if the link was never checked. */
    of(itemId: ItemId): LinkCheck | null {
      const row = select.get(itemId);
      if (row === undefined) return null;
      const warnings = storedJson(row.warnings, linkCheck.shape.warnings, ['link_checks.warnings', itemId]);
      return { sizeBytes: row.size_bytes, warnings };
    },
  };
}
