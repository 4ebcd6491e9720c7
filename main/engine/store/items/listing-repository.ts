import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { itemId, type UploadId } from '../../types/ids.ts';
import type { ItemState } from '../../types/uploads.ts';
import { storedJsonOr, storedReason } from '../stored-value.ts';
import { type Item, type ItemRow, itemColumns, itemTables, toItem } from './item-repository.ts';
import type { ScannedIdentity } from './listed-item.ts';

export interface ListedRow {
  readonly item: Item;
  /** As the log has it; null if it is as it was. */
  readonly scanned: ScannedIdentity | null;
}

/** Which items of an upload its log has in the inventory, and as what. */
export function createListingRepository(db: Database) {
  const selectPage = db
    .prepare<[UploadId, number, number], ItemRow & { scanned: string | null }>(
      `SELECT ${itemColumns}, items.scanned FROM ${itemTables}
       WHERE items.upload_id = ? AND items.id > ? ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const selectEnded = db.prepare<
    [number, number, UploadId],
    { id: number; state: ItemState; reason: string | null }
  >(
    `SELECT id, state, reason FROM items
     WHERE id BETWEEN ? AND ? AND +upload_id = ? AND +state IN ('skipped', 'failed', 'held') ORDER BY id`,
  );
  const selectLoggedTo = db.prepare<[UploadId], number>('SELECT logged_to FROM uploads WHERE id = ?').pluck();
  const updateLoggedTo = db.prepare('UPDATE uploads SET logged_to = ? WHERE id = ?');
  const keepScanned = db.prepare('UPDATE items SET scanned = ? WHERE id = ? AND scanned IS NULL');
  return {
    /** The ID of the last item in the log's inventory; 0 if there is none. */
    loggedTo: (id: UploadId): number => selectLoggedTo.get(id) ?? 0,
    setLoggedTo: (id: UploadId, itemId: number): void => void updateLoggedTo.run(itemId, id),
    /** In inventory order. */
    page: (id: UploadId, after: number, limit: number): readonly ListedRow[] =>
      selectPage.all(id, after, limit).map((row) => ({
        item: toItem(row),
        scanned: parseScanned(row.scanned),
      })),
    /** The items from one ID to another that aren't sent, as they are now. */
    ended: (id: UploadId, first: number, last: number): readonly Pick<Item, 'id' | 'state' | 'reason'>[] =>
      selectEnded
        .all(first, last, id)
        .map((row) => ({ ...row, id: itemId.parse(row.id), reason: storedReason(row.reason, row.id) })),
    /** Before an item gets another identity. The first one is the log's. */
    keepScanned: (itemId: number, scanned: ScannedIdentity): void =>
      void keepScanned.run(JSON.stringify(scanned), itemId),
  };
}

const scannedSchema = z.object({ sizeBytes: z.number().nullable(), modified: z.string().nullable() });

/** What can't be read is as little as what was never kept. */
export function parseScanned(json: string | null): ScannedIdentity | null {
  return json === null ? null : storedJsonOr(json, scannedSchema, () => null);
}
