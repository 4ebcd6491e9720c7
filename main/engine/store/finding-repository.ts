import type { Database } from 'better-sqlite3';
import {
  type FindingCode,
  type NewFinding,
  severities,
  severityOf,
} from '../../../preload/contract/finding.ts';
import type { UploadId } from '../types/ids.ts';
import type { ItemId } from './item-repository.ts';

/** Four times as fast as one row per statement. */
const rowsPerStatement = 50;

export interface FindingGroup {
  readonly code: FindingCode;
  readonly findings: number;
  /** Of the files, without what was skipped since. */
  readonly bytes: number;
  /** Findings about files that are skipped. */
  readonly skipped: number;
}

type FindingColumns = readonly [number, number | null, string | null, string, number, string];

export function createFindingRepository(db: Database) {
  const insertRows = (rows: number) =>
    db.prepare<unknown[]>(
      `INSERT INTO findings (upload_id, item_id, path, code, severity, details)
       VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join(', ')}`,
    );
  const insertMany = insertRows(rowsPerStatement);
  const insertOne = insertRows(1);
  const removeCode = db.prepare<[UploadId, number, FindingCode, number]>(
    `DELETE FROM findings WHERE id IN (
       SELECT id FROM findings WHERE upload_id = ? AND severity = ? AND code = ? LIMIT ?)`,
  );
  const removeAll = db.prepare<[UploadId]>('DELETE FROM findings WHERE upload_id = ?');
  const selectGroups = db.prepare<[UploadId], FindingGroup>(`
    SELECT code, count(*) AS findings,
      coalesce(sum(size_bytes) FILTER (WHERE state <> 'skipped'), 0) AS bytes,
      count(*) FILTER (WHERE state = 'skipped') AS skipped
    FROM findings LEFT JOIN items ON items.id = item_id
    WHERE findings.upload_id = ? GROUP BY severity, code ORDER BY severity, findings DESC`);
  const selectOfItem = db.prepare<[ItemId], { code: FindingCode; details: string }>(
    'SELECT code, details FROM findings WHERE item_id = ? ORDER BY severity, id',
  );

  return {
    /** In bulk. The caller opens the transaction. */
    add(uploadId: UploadId, findings: Iterable<NewFinding>): void {
      let pending: FindingColumns[] = [];
      for (const { code, itemId, path, details } of findings) {
        const severity = severities.indexOf(severityOf(code));
        pending.push([uploadId, itemId, path, code, severity, JSON.stringify(details)]);
        if (pending.length < rowsPerStatement) continue;
        insertMany.run(pending.flat());
        pending = [];
      }
      for (const row of pending) insertOne.run(row);
    },
    /** Removes up to `limit` findings of a code, before it is checked again. Returns how many were removed. */
    removeCode: (uploadId: UploadId, code: FindingCode, limit: number): number =>
      removeCode.run(uploadId, severities.indexOf(severityOf(code)), code, limit).changes,
    /** Before a scan starts over. */
    clear: (uploadId: UploadId): void => void removeAll.run(uploadId),
    /** Worst first. */
    groups: (uploadId: UploadId): readonly FindingGroup[] => selectGroups.all(uploadId),
    /** Worst first. */
    ofItem: (itemId: ItemId): readonly { readonly code: FindingCode; readonly details: unknown }[] =>
      selectOfItem
        .all(itemId)
        .map(({ code, details }) => ({ code, details: JSON.parse(details) as unknown })),
  };
}

export type FindingRepository = ReturnType<typeof createFindingRepository>;
