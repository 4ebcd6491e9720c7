import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { findingText } from '../../../../preload/contract/texts/finding-text.ts';
import type { ListedContainers } from '../../../../preload/contract/views/database-growth.ts';
import {
  type Finding,
  type FindingCode,
  type NewFinding,
  parseFinding,
  type Severity,
  severities,
  severityOf,
} from '../../../../preload/contract/views/finding.ts';
import { isJsonObject, type JsonObject } from '../../types/canonical-json.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { joinPath } from '../../types/source-path.ts';
import type { ItemState, Tally } from '../../types/uploads.ts';
import { defineNaturalOrder, maxSorted, naturalOrder } from '../natural-order.ts';
import { StoreError } from '../sqlite-failure.ts';
import { type DamagedValue, damagedValue, parsedJson, storedJsonOr } from '../stored-value.ts';
import type { Found } from './inspection-repository.ts';
import { hasIssue, isOpened, updateIssues } from './item-issues.ts';

/** Four times as fast as one row per statement. */
const rowsPerStatement = 50;
const rowsPerPage = 500;

export interface StoredFindingGroup {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly findings: number;
  /** Findings about files, and not about folders or what is missing. */
  readonly ofFiles: number;
  /** The size of the files, without those that are skipped. */
  readonly bytes: number;
  /** Findings about files that are skipped. */
  readonly skipped: number;
  /** Findings about files that are sent, and that one of the passwords opens. */
  readonly opened: number;
}

/** A finding with what is shown beside it. */
export interface ListedFinding {
  readonly finding: Finding;
  /** It is null where it is about no file. */
  readonly sizeBytes: number | null;
  readonly state: ItemState | null;
}

/** For the log and the receipt. */
export interface StoredFinding {
  readonly itemId: number | null;
  readonly code: string;
  /** Nothing for what can't be read. */
  readonly details: JsonObject;
  /** In plain English. */
  readonly text: string;
}

const jsonObject = z.custom<JsonObject>(isJsonObject);

type FindingColumns = readonly [number, number | null, string | null, string, number, string];

interface FindingRow {
  id: number;
  code: FindingCode;
  severity: number;
  itemId: number | null;
  ownPath: string | null;
  link: string | null;
  folder: string | null;
  name: string | null;
  details: string;
  sizeBytes: number | null;
  state: ItemState | null;
  isOpened: number;
}

const findingColumns = `findings.id, code, severity, item_id AS itemId, findings.path AS ownPath, details,
  items.link, folders.path AS folder, items.name, items.size_bytes AS sizeBytes, items.state,
  code = 'encrypted' AND ${isOpened} AS isOpened`;
const findingTables = `findings LEFT JOIN items ON items.id = item_id
  LEFT JOIN folders ON folders.id = items.folder_id`;

export const findingPath = naturalOrder(
  "coalesce(findings.path, items.link, iif(folders.path = '', '', folders.path || '/') || items.name)",
);
/** The worst first, and by path. `isLong`: in the order of the index, because sorting a million paths takes seconds. */
export const worstFirst = (isLong: boolean): string =>
  `findings.severity, ${isLong ? '' : `${findingPath}, `}findings.code, findings.id`;

/** Tallies of the files that one upload sent earlier. */
export interface SentEarlier {
  readonly upload: string;
  readonly items: number;
  readonly bytes: number;
  readonly at: string;
}

export interface KeptList {
  readonly id: ItemId;
  /** As findings of other files name it. */
  readonly path: string;
}

export function createFindingRepository(db: Database) {
  defineNaturalOrder(db);
  const selectAlreadySent = db.prepare<[number], SentEarlier>(
    `SELECT details ->> '$.upload' AS upload, count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes,
       max(details ->> '$.at') AS at
     FROM findings JOIN items ON items.id = item_id
     WHERE findings.upload_id = ? AND severity IN (0, 1, 2) AND code = 'already-sent' GROUP BY 1`,
  );
  const removeSince = db.prepare<[Omit<Found, 'before'> & { readonly uploadId: UploadId }]>(
    `DELETE FROM findings WHERE upload_id = @uploadId AND (item_id > @item OR item_id IS NULL AND (
       code = 'not-checked' AND id > @notChecked OR path IN (
         SELECT folders.path || '/' FROM folders JOIN roots ON roots.id = root_id
         WHERE roots.upload_id = @uploadId AND folders.id > @folder)))`,
  );
  const tallySentAgain = db.prepare<[number], Tally>(
    `SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes FROM findings JOIN items ON items.id = item_id
     WHERE findings.upload_id = ? AND severity IN (0, 1, 2) AND code = 'already-sent' AND state = 'queued'`,
  );
  const insertRows = (rows: number) =>
    db.prepare<unknown[]>(
      `INSERT INTO findings (upload_id, item_id, path, code, severity, details)
       VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join(', ')}`,
    );
  const insertMany = insertRows(rowsPerStatement);
  const insertOne = insertRows(1);
  const rootOf = (item: string): string =>
    `(SELECT root_id FROM items JOIN folders ON folders.id = folder_id WHERE items.id = ${item})`;
  const removeCode = db
    .prepare<[UploadId, number, FindingCode, string, number], number | null>(
      `DELETE FROM findings WHERE id IN (
         SELECT id FROM findings WHERE upload_id = ? AND severity = ? AND code = ? AND NOT EXISTS (
           SELECT 1 FROM json_each(?) AS list WHERE list.value ->> 'id' = item_id
             OR (list.value ->> 'path' = details ->> '$.list'
               AND ${rootOf("list.value ->> 'id'")} = ${rootOf('findings.item_id')})) LIMIT ?) RETURNING item_id`,
    )
    .pluck();
  const removeOfItem = db.prepare<[ItemId, FindingCode, number]>(
    'DELETE FROM findings WHERE id IN (SELECT id FROM findings WHERE item_id = ? AND code = ? LIMIT ?)',
  );
  const removeCodesOfItem = db.prepare<[ItemId, string]>(
    'DELETE FROM findings WHERE item_id = ? AND code IN (SELECT value FROM json_each(?))',
  );
  const removeOfLog = db.prepare<[ItemId, string]>(
    "DELETE FROM findings WHERE item_id = ? AND code = 'image-hash-differs' AND details ->> '$.log' = ?",
  );
  const removeAll = db.prepare<[UploadId]>('DELETE FROM findings WHERE upload_id = ?');
  const insertKept = db.prepare<[UploadId, ItemId, string]>(
    `INSERT INTO findings (upload_id, item_id, code, severity, details)
     SELECT ?, ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
  );
  const updateIssue = db.prepare<[number]>(updateIssues('?'));
  const clearIssues = db.prepare<[UploadId]>(
    'UPDATE items SET issue = NULL WHERE upload_id = ? AND issue IS NOT NULL',
  );
  const selectGroups = db.prepare<[UploadId], Omit<StoredFindingGroup, 'severity'> & { severity: number }>(`
    SELECT code, severity, count(*) AS findings, count(items.folder_id) AS ofFiles,
      coalesce(sum(size_bytes) FILTER (WHERE state <> 'skipped'), 0) AS bytes,
      count(*) FILTER (WHERE state = 'skipped') AS skipped,
      count(*) FILTER (WHERE code = 'encrypted' AND state <> 'skipped' AND ${isOpened}) AS opened
    FROM findings LEFT JOIN items ON items.id = item_id
    WHERE findings.upload_id = ? GROUP BY severity, code ORDER BY severity, findings DESC, code`);
  // A hostile container may claim any size: total() never overflows. One that is locked isn't expanded.
  const selectContainers = db.prepare<[UploadId], ListedContainers>(
    `SELECT count(*) AS listed, coalesce(sum(size_bytes), 0) AS bytes,
       total(findings.details ->> '$.expandedBytes') AS expandedBytes
     FROM findings JOIN items ON items.id = findings.item_id
     WHERE findings.upload_id = ? AND code = 'container' AND state = 'queued'
       AND findings.details ->> '$.expandedBytes' IS NOT NULL
       AND (${isOpened} OR NOT EXISTS (SELECT 1 FROM findings AS locks
         WHERE locks.item_id = findings.item_id AND locks.code = 'encrypted'))`,
  );
  const selectOfItem = db.prepare<[ItemId, number], FindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables} WHERE item_id = ? ORDER BY severity, code, findings.id LIMIT ?`,
  );
  const countOfItem = db.prepare<[ItemId], number>('SELECT count(*) FROM findings WHERE item_id = ?').pluck();
  const selectOne = db.prepare<[number], FindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables} WHERE findings.id = ?`,
  );
  const selectOfItems = db.prepare<[UploadId, number, number], FindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables}
     WHERE +findings.upload_id = ? AND item_id BETWEEN ? AND ? ORDER BY item_id, severity, code, findings.id`,
  );
  const selectFirstItem = db
    .prepare<[UploadId, UploadId], number | null>(
      `SELECT min(item_id) FROM findings
       WHERE +upload_id = ? AND item_id >= (SELECT min(id) FROM items WHERE upload_id = ?)`,
    )
    .pluck();
  // In the order of the index.
  const selectPage = db.prepare<[UploadId, number, string, number, number], FindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables}
     WHERE findings.upload_id = ? AND (severity, code, findings.id) > (?, ?, ?)
     ORDER BY severity, code, findings.id LIMIT ?`,
  );
  const countAll = db
    .prepare<[UploadId], number>('SELECT count(*) FROM findings WHERE upload_id = ?')
    .pluck();
  const selectByPath = db
    .prepare<[UploadId], number>(
      `SELECT findings.id FROM ${findingTables} WHERE findings.upload_id = ? ORDER BY ${worstFirst(false)}`,
    )
    .pluck();
  const countOfCode = db
    .prepare<[UploadId, FindingCode], number>(
      'SELECT count(*) FROM findings WHERE upload_id = ? AND severity IN (0, 1, 2) AND code = ?',
    )
    .pluck();
  const selectOfCode = (isLong: boolean) =>
    db.prepare<[UploadId, FindingCode, number], FindingRow>(
      `SELECT ${findingColumns} FROM ${findingTables}
       WHERE findings.upload_id = ? AND severity IN (0, 1, 2) AND code = ? AND NOT isOpened
       ORDER BY ${worstFirst(isLong)} LIMIT ?`,
    );
  const selectFew = selectOfCode(false);
  const selectMany = selectOfCode(true);

  return {
    /** In bulk. The caller opens the transaction. */
    add(uploadId: UploadId, findings: Iterable<NewFinding>): void {
      let pending: FindingColumns[] = [];
      const changed = new Set<number>();
      for (const { code, itemId, path, details } of findings) {
        if (itemId !== null && hasIssue(code)) changed.add(itemId);
        const severity = severities.indexOf(severityOf(code));
        pending.push([uploadId, itemId, path, code, severity, JSON.stringify(details)]);
        if (pending.length < rowsPerStatement) continue;
        insertMany.run(pending.flat());
        pending = [];
      }
      for (const row of pending) insertOne.run(row);
      for (const itemId of changed) updateIssue.run(itemId);
    },
    /** What an examination found of what rescans added. The caller opens the transaction. */
    removeSince: (uploadId: UploadId, { item, folder, notChecked }: Found): void =>
      void removeSince.run({ uploadId, item, folder, notChecked }),
    /** `kept`: JSON of the code, severity, and details of each. The caller opens the transaction. */
    addKept(uploadId: UploadId, itemId: ItemId, kept: string): void {
      if (insertKept.run(uploadId, itemId, kept).changes > 0) updateIssue.run(itemId);
    },
    /**
     * Removes up to `limit` findings of a code, before it is checked again, but those of the kept lists of hashes: about the
     * list, and about files of its root that name it. Returns how many were removed.
     */
    removeCode(uploadId: UploadId, code: FindingCode, limit: number, kept: readonly KeptList[] = []): number {
      const lists = JSON.stringify(kept);
      const items = removeCode.all(uploadId, severities.indexOf(severityOf(code)), code, lists, limit);
      if (hasIssue(code)) for (const itemId of new Set(items)) if (itemId !== null) updateIssue.run(itemId);
      return items.length;
    },
    /** Removes findings of one file. Returns how many were removed. */
    remove(itemId: ItemId, code: FindingCode, limit: number): number {
      const { changes } = removeOfItem.run(itemId, code, limit);
      if (hasIssue(code)) updateIssue.run(itemId);
      return changes;
    },
    /** Removes findings of one file, before it is checked again. */
    removeCodes(itemId: ItemId, codes: readonly FindingCode[]): void {
      if (removeCodesOfItem.run(itemId, JSON.stringify(codes)).changes > 0) updateIssue.run(itemId);
    },
    /** Removes what an imaging log said of an image, before they are compared again. */
    removeOfLog(image: ItemId, log: string): void {
      if (removeOfLog.run(image, log).changes > 0) updateIssue.run(image);
    },
    /** Before a scan starts over. */
    clear(uploadId: UploadId): void {
      removeAll.run(uploadId);
      clearIssues.run(uploadId);
    },
    /** Worst first. */
    groups: (uploadId: UploadId): readonly StoredFindingGroup[] =>
      selectGroups
        .all(uploadId)
        .map(({ severity, ...group }) => ({ ...group, severity: severities[severity] ?? 'info' })),
    /** Among the files to send. */
    containers: (uploadId: UploadId): ListedContainers =>
      selectContainers.get(uploadId) ?? { listed: 0, bytes: 0, expandedBytes: 0 },
    /** Files that earlier uploads sent, by the upload's UUID. */
    alreadySent: (uploadId: UploadId): readonly SentEarlier[] => selectAlreadySent.all(uploadId),
    /** How many of them are queued nevertheless. */
    sentAgain: (uploadId: UploadId): Tally => tallySentAgain.get(uploadId) ?? { items: 0, bytes: 0 },
    /** Returns null if it is gone. */
    get(id: number): ListedFinding | null {
      const row = selectOne.get(id);
      return row === undefined ? null : toListed(row);
    },
    /** The worst ones first; all without a limit. */
    ofItem: (itemId: ItemId, limit = -1): readonly Finding[] =>
      selectOfItem.all(itemId, limit).map((row) => toListed(row).finding),
    countOfItem: (itemId: ItemId): number => countOfItem.get(itemId) ?? 0,
    /** The findings of the items of an upload with these IDs or one between them: by item, worst first, as they are stored. */
    ofItems: (uploadId: UploadId, first: number, last: number): readonly StoredFinding[] =>
      selectOfItems.all(uploadId, first, last).map((row) => ({
        ...row,
        details: storedJsonOr(row.details, jsonObject, () => ({})),
        text: textOf(row),
      })),
    /** The first item of an upload that has findings. */
    firstItem: (uploadId: UploadId): number | null => selectFirstItem.get(uploadId, uploadId) ?? null,
    /** The first `limit` of a code, without what one of the passwords opens. */
    ofCode(uploadId: UploadId, code: FindingCode, limit: number): readonly ListedFinding[] {
      const isLong = (countOfCode.get(uploadId, code) ?? 0) > maxSorted;
      return (isLong ? selectMany : selectFew).all(uploadId, code, limit).map(toListed);
    },
    /** Worst first, and by path; many are read page by page. */
    *all(uploadId: UploadId): Generator<ListedFinding> {
      if ((countAll.get(uploadId) ?? 0) <= maxSorted) {
        for (const id of selectByPath.all(uploadId)) {
          const row = selectOne.get(id);
          if (row !== undefined) yield toListed(row);
        }
        return;
      }
      for (let after: [number, string, number] = [-1, '', 0]; ; ) {
        const rows = selectPage.all(uploadId, ...after, rowsPerPage);
        for (const row of rows) yield toListed(row);
        const last = rows.at(-1);
        if (last === undefined || rows.length < rowsPerPage) return;
        after = [last.severity, last.code, last.id];
      }
    },
  };
}

function toListed(row: FindingRow): ListedFinding {
  const found = readFinding(row);
  if ('table' in found) throw new StoreError(found);
  return { finding: found, sizeBytes: row.link === null ? row.sizeBytes : null, state: row.state };
}

function readFinding(row: FindingRow): Finding | DamagedValue {
  const { id, code, severity, itemId, ownPath, link, folder, name, details, isOpened } = row;
  const found = parseFinding({
    ...{ id, code, itemId },
    severity: severities[severity] ?? 'info',
    path: ownPath ?? link ?? joinPath(folder ?? '', name ?? ''),
    details: isOpened === 0 ? parsedJson(details) : Object.assign({ isOpened: true }, parsedJson(details)),
  });
  return found ?? damagedValue(['findings.details', id]);
}

function textOf(row: FindingRow): string {
  const found = readFinding(row);
  return 'table' in found ? failureText(found) : findingText(found);
}

export type FindingRepository = ReturnType<typeof createFindingRepository>;
