/** Folders inside containers, and whose they are. The table of a container that was not listed is empty. */
import type { Database } from 'better-sqlite3';
import type { UploadId } from '../types/ids.ts';
import { type ItemId, itemCustodian } from './item-repository.ts';

export interface ListedFolder {
  /** Ends with a slash; '' is the top, which always has the container's custodian. */
  readonly path: string;
  /** As programs spell it that don't guess the encoding of its name. Null where nothing is guessed. */
  readonly otherPath: string | null;
  readonly entries: number;
  readonly bytes: number;
}

export interface ContainerFolderRow extends ListedFolder {
  readonly ruleCustodian: string | null;
  /** Overrides the rule. */
  readonly manualCustodian: string | null;
}

/** What is inside containers, for each custodian that isn't the container's own. */
export interface InnerCustodianTally {
  readonly custodian: string;
  /** Files inside containers. */
  readonly items: number;
  /** Expanded. */
  readonly bytes: number;
}

export interface ListedContainer {
  readonly itemId: ItemId;
  readonly root: string;
  /** Below the root. */
  readonly path: string;
}

export function createContainerFolderRepository(db: Database) {
  const insert = db.prepare(
    'INSERT INTO container_folders (item_id, path, other_path, entries, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM container_folders WHERE item_id = ?');
  const select = db.prepare<[ItemId], ContainerFolderRow>(
    `SELECT path, other_path AS otherPath, entries, bytes, rule_custodian AS ruleCustodian,
       manual_custodian AS manualCustodian
     FROM container_folders WHERE item_id = ? ORDER BY path`,
  );
  // From the table of folders inside containers: most items are none.
  const selectContainers = db.prepare<[number, UploadId, number], ListedContainer>(
    `SELECT items.id AS itemId, roots.path AS root,
       CASE WHEN folders.path = '' THEN name ELSE folders.path || '/' || name END AS path
     FROM container_folders CROSS JOIN items ON items.id = container_folders.item_id
       CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = root_id
     WHERE container_folders.item_id > ? AND items.upload_id = ?
     GROUP BY container_folders.item_id ORDER BY container_folders.item_id LIMIT ?`,
  );
  // As childCustodiansOf (child-custodians.ts).
  const tally = db.prepare<[{ uploadId: UploadId; fallback: string | null }], InnerCustodianTally>(
    `SELECT custodian, sum(entries) AS items, sum(inner_bytes) AS bytes FROM (
       SELECT entries, container_folders.bytes AS inner_bytes, coalesce(${itemCustodian}, @fallback) AS own,
         coalesce(container_folders.manual_custodian,
           CASE WHEN coalesce(items.custodian, folders.manual_custodian) IS NULL
             THEN container_folders.rule_custodian END) AS custodian
       FROM (SELECT DISTINCT item_id FROM container_folders) AS listed
         CROSS JOIN items ON items.id = listed.item_id CROSS JOIN folders ON folders.id = items.folder_id
         CROSS JOIN container_folders ON container_folders.item_id = listed.item_id
       WHERE items.upload_id = @uploadId AND items.state NOT IN ('skipped', 'failed'))
     WHERE custodian IS NOT NULL AND custodian IS NOT own GROUP BY 1 ORDER BY 1`,
  );
  const updateRule = db.prepare(
    'UPDATE container_folders SET rule_custodian = ? WHERE item_id = ? AND path = ?',
  );
  const updateManual = db.prepare(
    `UPDATE container_folders SET manual_custodian = @custodian
     WHERE item_id = @itemId AND path >= @path AND substr(path, 1, length(@path)) = @path`,
  );

  return {
    /** Replaces what was listed before. */
    add(itemId: number, folders: Iterable<ListedFolder>): void {
      remove.run(itemId);
      for (const { path, otherPath, entries, bytes } of folders)
        if (path !== '') insert.run(itemId, path, otherPath, entries, bytes);
    },
    ofItem: (itemId: ItemId): readonly ContainerFolderRow[] => select.all(itemId),
    /** Containers with listed folders, after an ID, in the order of their IDs. */
    containers: (uploadId: UploadId, after: number, limit: number): readonly ListedContainer[] =>
      selectContainers.all(after, uploadId, limit),
    /** `fallback`: the upload's default. */
    tallies: (uploadId: UploadId, fallback: string | null): readonly InnerCustodianTally[] =>
      tally.all({ uploadId, fallback }),
    /** Null where the rules say nothing. */
    setRule: (itemId: ItemId, path: string, custodian: string | null): void =>
      void updateRule.run(custodian, itemId, path),
    /** For a folder and everything below it. Null takes the assignment back. */
    assign: (itemId: ItemId, path: string, custodian: string | null): void =>
      void updateManual.run({ itemId, path, custodian }),
  };
}

export type ContainerFolderRepository = ReturnType<typeof createContainerFolderRepository>;
