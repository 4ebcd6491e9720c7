/**
 * Folders inside containers, and whose they are. A container that was not listed has those alone that a person or a CSV
 * named: without entries, because nobody knows whether they are there.
 */
import type { Database } from 'better-sqlite3';
import { severities, severityOf } from '../../../../preload/contract/views/finding.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { innerCustodianIn, itemCustodian } from './custodian-columns.ts';

export interface ListedFolder {
  /** Ends with a slash; '' is the top, which always has the container's custodian. */
  readonly path: string;
  /** As programs spell it that don't guess the encoding of its name. It is null where nothing is guessed. */
  readonly otherPath: string | null;
  /** Whether its name can be read in several ways: no rule goes by it. */
  readonly isDoubtful: boolean;
  readonly entries: number;
  readonly bytes: number;
}

export interface ContainerFolderRow extends ListedFolder {
  readonly ruleCustodian: string | null;
  /** Overrides the rule: of this folder, or else of the nearest one above it. */
  readonly manualCustodian: string | null;
}

/** What is inside containers, for each custodian that isn't the container's own. */
export interface InnerCustodianTally {
  readonly custodian: string;
  /** Files inside containers. */
  readonly items: number;
  /** Expanded. */
  readonly bytes: number;
  /** Folders that were named inside containers that were not listed: what is in them isn't counted. */
  readonly uncheckedFolders: number;
}

/** Somebody else than the container's custodian has folders in it. */
export interface CustodianInside {
  readonly itemId: ItemId;
  readonly custodian: string;
  /** Otherwise it is skipped for its own custodian. */
  readonly isSent: boolean;
}
type StoredCustodianInside = Omit<CustodianInside, 'isSent'> & { readonly isSent: number };

/** By hand, to this very folder. */
export type InnerAssignment = readonly [itemId: number, path: string, custodian: string | null];

export interface ListedContainer {
  readonly itemId: ItemId;
  readonly root: string;
  /** Below the root. */
  readonly path: string;
}

const containerColumns = `items.id AS itemId, roots.path AS root,
  CASE WHEN folders.path = '' THEN name ELSE folders.path || '/' || name END AS path`;
/** What the inspection found of a container whose entries it couldn't list. */
const isUnlisted = "code = 'container' AND findings.details ->> '$.entries' IS NULL";

/** The first text behind every path that begins with `above.path`, which ends with a slash: "0" is the next character. */
const afterSubtree = "substr(above.path, 1, length(above.path) - 1) || '0'";

export function createContainerFolderRepository(db: Database) {
  const insert = db.prepare(
    `INSERT INTO container_folders (item_id, path, other_path, is_doubtful, entries, bytes)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM container_folders WHERE item_id = ?');
  const select = db.prepare<
    [ItemId],
    Omit<ContainerFolderRow, 'isDoubtful'> & { readonly isDoubtful: number }
  >(
    `SELECT path, other_path AS otherPath, is_doubtful AS isDoubtful, entries, bytes, rule_custodian AS ruleCustodian,
       manual_custodian AS manualCustodian
     FROM container_folders WHERE item_id = ? ORDER BY path`,
  );
  // From the table of folders inside containers: most items are none.
  const selectContainers = db.prepare<[number, UploadId, number], ListedContainer>(
    `SELECT ${containerColumns} FROM container_folders CROSS JOIN items ON items.id = container_folders.item_id
       CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = root_id
     WHERE container_folders.item_id > ? AND items.upload_id = ?
     GROUP BY container_folders.item_id ORDER BY container_folders.item_id LIMIT ?`,
  );
  // Few folders are assigned by hand: what is below them is looked up from above.
  const innerFolders = `
    WITH assigned AS MATERIALIZED (
      SELECT below.item_id, below.path, above.manual_custodian AS custodian, max(length(above.path))
      FROM container_folders AS above CROSS JOIN items ON items.id = above.item_id
        CROSS JOIN container_folders AS below ON below.item_id = above.item_id AND below.path >= above.path
          AND below.path < ${afterSubtree}
      WHERE above.manual_custodian IS NOT NULL AND items.upload_id = @uploadId GROUP BY 1, 2),
    inner_folders AS (
      SELECT items.id AS item_id, state, reason, entries, is_unlisted, container_folders.bytes AS inner_bytes,
        ${itemCustodian} AS own,
        ${innerCustodianIn('assigned.custodian')} AS custodian
      FROM (SELECT item_id, max(entries) = 0 AS is_unlisted FROM container_folders GROUP BY 1) AS listed
        CROSS JOIN items ON items.id = listed.item_id CROSS JOIN folders ON folders.id = items.folder_id
        CROSS JOIN container_folders ON container_folders.item_id = listed.item_id
        LEFT JOIN assigned ON assigned.item_id = container_folders.item_id
          AND assigned.path = container_folders.path
      WHERE items.upload_id = @uploadId)`;
  const tally = db.prepare<[{ uploadId: UploadId }], InnerCustodianTally>(
    `${innerFolders}
     SELECT custodian, sum(entries) AS items, sum(inner_bytes) AS bytes, sum(is_unlisted) AS uncheckedFolders
     FROM inner_folders
     WHERE custodian IS NOT NULL AND custodian IS NOT own AND state NOT IN ('skipped', 'failed') GROUP BY 1 ORDER BY 1`,
  );
  const selectInner = db.prepare<[{ uploadId: UploadId }], StoredCustodianInside>(
    `${innerFolders}
     SELECT DISTINCT item_id AS itemId, custodian, state = 'queued' AS isSent FROM inner_folders
     WHERE custodian IS NOT NULL AND custodian IS NOT own AND (state = 'queued'
       OR (state = 'skipped' AND reason ->> '$.code' = 'excluded-custodian')) ORDER BY 1, 2`,
  );
  const updateRule = db.prepare(
    'UPDATE container_folders SET rule_custodian = ? WHERE item_id = ? AND path = ?',
  );
  // A folder that holds no files itself isn't listed.
  const insertAssigned = db.prepare(
    `INSERT INTO container_folders (item_id, path, entries, bytes, manual_custodian) VALUES (?, ?, 0, 0, ?)
     ON CONFLICT (item_id, path) DO UPDATE SET manual_custodian = excluded.manual_custodian`,
  );
  const clearAssigned = db.prepare(
    'UPDATE container_folders SET manual_custodian = NULL WHERE item_id = ? AND path = ?',
  );
  const removeUnlisted = db.prepare(
    'DELETE FROM container_folders WHERE item_id = ? AND path = ? AND entries = 0 AND manual_custodian IS NULL',
  );
  const hasFolder = db
    .prepare<[{ uploadId: UploadId; itemId: number; path: string }], number>(
      `SELECT EXISTS (SELECT 1 FROM items JOIN container_folders ON item_id = items.id
         WHERE items.id = @itemId AND upload_id = @uploadId AND container_folders.path >= @path
           AND substr(container_folders.path, 1, length(@path)) = @path)`,
    )
    .pluck();
  const selectUnlisted = db.prepare<[UploadId, number], ListedContainer>(
    `SELECT ${containerColumns} FROM findings CROSS JOIN items ON items.id = findings.item_id
       CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = root_id
     WHERE findings.upload_id = ? AND severity = ? AND ${isUnlisted}`,
  );
  const isItemUnlisted = db
    .prepare<[number, UploadId], number>(
      `SELECT EXISTS (SELECT 1 FROM findings WHERE item_id = ? AND +upload_id = ? AND ${isUnlisted})`,
    )
    .pluck();
  const removeUnassigned = db.prepare<[ItemId]>(
    'DELETE FROM container_folders WHERE item_id = ? AND entries = 0 AND manual_custodian IS NULL',
  );
  const insertUnchecked = db.prepare<[ItemId, string]>(
    'INSERT OR IGNORE INTO container_folders (item_id, path, entries, bytes) VALUES (?, ?, 0, 0)',
  );
  const selectAssigned = db
    .prepare<[number, string], string | null>(
      'SELECT manual_custodian FROM container_folders WHERE item_id = ? AND path = ?',
    )
    .pluck();
  const selectAssignments = db
    .prepare<[UploadId], InnerAssignment>(
      `SELECT item_id, container_folders.path, manual_custodian FROM container_folders JOIN items ON items.id = item_id
       WHERE manual_custodian IS NOT NULL AND upload_id = ? ORDER BY item_id, container_folders.path`,
    )
    .raw();
  const hasAny = db
    .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM container_folders WHERE item_id = ?)')
    .pluck();

  return {
    /** Replaces what was listed before. */
    add(itemId: number, folders: Iterable<ListedFolder>): void {
      remove.run(itemId);
      for (const { path, otherPath, isDoubtful, entries, bytes } of folders)
        if (path !== '') insert.run(itemId, path, otherPath, isDoubtful ? 1 : 0, entries, bytes);
    },
    /** In the order of their paths. */
    ofItem: (itemId: ItemId): readonly ContainerFolderRow[] =>
      withInherited(select.all(itemId).map((row) => ({ ...row, isDoubtful: row.isDoubtful === 1 }))),
    isListed: (itemId: number): boolean => hasAny.get(itemId) === 1,
    /** Containers with listed folders, after an ID, in the order of their IDs. */
    containers: (uploadId: UploadId, after: number, limit: number): readonly ListedContainer[] =>
      selectContainers.all(after, uploadId, limit),
    /** Containers that were not listed. */
    unlisted: (uploadId: UploadId): readonly ListedContainer[] =>
      selectUnlisted.all(uploadId, severities.indexOf(severityOf('container'))),
    isUnlisted: (uploadId: UploadId, itemId: number): boolean => isItemUnlisted.get(itemId, uploadId) === 1,
    /** The folders that a CSV names inside a container that was not listed. Those that a person assigned stay. */
    setUnchecked(itemId: ItemId, paths: readonly string[]): void {
      removeUnassigned.run(itemId);
      for (const path of paths) insertUnchecked.run(itemId, path);
    },
    tallies: (uploadId: UploadId): readonly InnerCustodianTally[] => tally.all({ uploadId }),
    /** Of containers that are queued, or skipped for their custodian. */
    custodiansInside: (uploadId: UploadId): readonly CustodianInside[] =>
      selectInner.all({ uploadId }).map((row) => ({ ...row, isSent: row.isSent === 1 })),
    /** The custodian is null where the rules say nothing. */
    setRule: (itemId: ItemId, path: string, custodian: string | null): void =>
      void updateRule.run(custodian, itemId, path),
    /** What was assigned to this very folder. Undefined if it is in no container of the upload that was listed. */
    assignment(uploadId: UploadId, itemId: number, path: string): string | null | undefined {
      const isThere =
        isItemUnlisted.get(itemId, uploadId) === 1 || hasFolder.get({ uploadId, itemId, path }) === 1;
      if (!path.endsWith('/') || !isThere) return undefined;
      return selectAssigned.get(itemId, path) ?? null;
    },
    /** For a folder, and everything below it that has no assignment of its own. With null, the assignment is taken back. */
    assign(itemId: number, path: string, custodian: string | null): void {
      if (custodian !== null) return void insertAssigned.run(itemId, path, custodian);
      clearAssigned.run(itemId, path);
      removeUnlisted.run(itemId, path);
    },
    /** Every folder inside a container with an assignment of its own. */
    assignments: (uploadId: UploadId): readonly InnerAssignment[] => selectAssignments.all(uploadId),
  };
}

/** In the order of their paths: what is below a folder follows it. */
function withInherited(rows: readonly ContainerFolderRow[]): readonly ContainerFolderRow[] {
  const above: ContainerFolderRow[] = [];
  return rows.map((row) => {
    while (above.length > 0 && !row.path.startsWith(above.at(-1)?.path ?? '')) above.pop();
    if (row.manualCustodian !== null) above.push(row);
    return above.length === 0 ? row : { ...row, manualCustodian: above.at(-1)?.manualCustodian ?? null };
  });
}

/** What is kept for a path that ends with a slash, or for the nearest folder above it. */
export function nearestAbove<T>(kept: ReadonlyMap<string, T>, path: string): T | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 2) + 1) {
    const found = kept.get(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return null;
}

export type ContainerFolderRepository = ReturnType<typeof createContainerFolderRepository>;
