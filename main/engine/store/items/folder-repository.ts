import type { Database } from 'better-sqlite3';
import type { CustodianOrigin } from '../../../../preload/contract/views/custodian-rule.ts';
import type { RuleCustodian } from '../../types/custodian-rule.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { defineNaturalOrder, maxSorted, naturalOrder } from '../natural-order.ts';
import {
  folderCustodian,
  folderCustodianFrom,
  itemCustodian,
  namedFolderCustodian,
  ownCustodianColumns,
} from './custodian-columns.ts';
import { isUnreadFolder } from './item-repository.ts';

export type RootIdentity = Pick<FileIdentity, 'device' | 'fileId'> & {
  /** When it was created. 0 where the file system can't tell. */
  readonly bornNs: bigint;
};

export interface Folder {
  readonly id: number;
  readonly rootId: number;
  readonly rootPath: string;
  /** Below the root, with `/`; '' for the root itself. */
  readonly path: string;
  /** The bytes of the path: they, not the text, identify the folder. */
  readonly key: Uint8Array;
  /** By hand, by a rule, or by default. */
  readonly custodian: string | null;
  /** It is null where nobody is named. */
  readonly custodianFrom: CustodianOrigin | null;
  /** Overrides the rules. */
  readonly manualCustodian: string | null;
  /** What a person assigned to this very folder. */
  readonly assignedCustodian: string | null;
}

export type FolderKey = Pick<Folder, 'rootId' | 'key'>;

export interface StoredFolderEntry {
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

export interface FolderTotals {
  readonly items: number;
  readonly bytes: number;
  readonly folders: number;
  /** Folders that could not be read: what they hold is unknown and not counted. */
  readonly unreadFolders: number;
  /** Items that nobody is named for. */
  readonly withoutCustodian: number;
  /** Files that the selection skips. */
  readonly skippedItems: number;
  readonly skippedBytes: number;
}

const columns = `folders.id, root_id AS rootId, roots.path AS rootPath, folders.path AS path, path_key AS key,
  ${folderCustodian} AS custodian, ${folderCustodianFrom} AS custodianFrom,
  manual_custodian AS manualCustodian, assigned_custodian AS assignedCustodian`;
/** Files of a folder without a custodian that have one of their own. */
const filesWithCustodian = `SELECT count(*) FROM (${ownCustodianColumns
  .map(
    (own) =>
      `SELECT id FROM items WHERE folder_id = folders.id AND ${own} IS NOT NULL AND state <> 'skipped'`,
  )
  .join(' UNION ')})`;
const below = '(path_key > @from AND path_key < @to)';
/** The folder and everything below it: one range of the index, without names that only share the prefix. */
export const withinSubtree = `(path_key >= @key AND path_key < @to AND (path_key = @key OR path_key > @from))`;

/** After every path: no file system has names of so many bytes. */
const afterAllKeys = Buffer.alloc(8192, 0xff);

/** Everything below a folder as a range of the index on paths: `0` is the byte after `/`. */
function rangeBelow(key: Uint8Array): { readonly from: Buffer; readonly to: Buffer } {
  return key.length === 0
    ? { from: Buffer.alloc(0), to: afterAllKeys }
    : { from: Buffer.concat([key, Buffer.from('/')]), to: Buffer.concat([key, Buffer.from('0')]) };
}

/** The parameters of `withinSubtree`. */
export const subtreeRange = ({ rootId, key }: FolderKey) => ({ rootId, key, ...rangeBelow(key) });

/** The folder tree of an inventory: its roots, the folders below them and their custodians. */
export function createFolderRepository(db: Database) {
  defineNaturalOrder(db);
  const byId = db.prepare<[number, UploadId], Folder>(
    `SELECT ${columns} FROM folders JOIN roots ON roots.id = root_id WHERE folders.id = ? AND upload_id = ?`,
  );
  const insertRoot = db.prepare(
    'INSERT INTO roots (upload_id, path, device, file_id, born) VALUES (?, ?, ?, ?, ?)',
  );
  const selectRootRows = db.prepare<[UploadId], { readonly id: number; readonly path: string }>(
    'SELECT id, path FROM roots WHERE upload_id = ? ORDER BY id',
  );
  const updateRootIdentity = db.prepare(
    'UPDATE roots SET device = ?, file_id = ?, born = ? WHERE upload_id = ? AND path = ?',
  );
  const selectRootIdentity = db
    .prepare<[UploadId, string], RootIdentity>(
      'SELECT device, file_id AS fileId, born AS bornNs FROM roots WHERE upload_id = ? AND path = ? AND device IS NOT NULL LIMIT 1',
    )
    .safeIntegers();
  const insertFolder = db.prepare(
    'INSERT INTO folders (root_id, path, path_bytes, rule_custodian, rule_from) VALUES (?, ?, ?, ?, ?)',
  );
  const findFolder = db
    .prepare<[number, Uint8Array], number>('SELECT id FROM folders WHERE root_id = ? AND path_key = ?')
    .pluck();
  const addToTotals = db.prepare('UPDATE folders SET items = items + ?, bytes = bytes + ? WHERE id = ?');
  const emptyRoots = db
    .prepare<[UploadId], string>(
      `SELECT path FROM roots WHERE upload_id = ? AND NOT EXISTS
         (SELECT 1 FROM folders JOIN items ON items.folder_id = folders.id WHERE folders.root_id = roots.id)
       ORDER BY id`,
    )
    .pluck();
  const roots = db.prepare<[UploadId], Folder>(
    `SELECT ${columns} FROM folders JOIN roots ON roots.id = root_id
     WHERE upload_id = ? AND folders.path = '' ORDER BY roots.id`,
  );
  const selectChildren = (order: string) =>
    db
      .prepare<unknown[], number>(
        `SELECT id FROM folders
         WHERE root_id = @rootId AND ${below} AND instr(substr(path_key, @skip), x'2f') = 0 ORDER BY ${order}`,
      )
      .pluck();
  const children = selectChildren(`${naturalOrder('path')}, path_key`);
  const manyChildren = selectChildren('path_key');
  const childCount = db
    .prepare<unknown[], number>(
      `SELECT count(*) FROM folders
       WHERE root_id = @rootId AND ${below} AND instr(substr(path_key, @skip), x'2f') = 0`,
    )
    .pluck();
  const selectTotals = db.prepare<unknown[], Omit<FolderTotals, 'unreadFolders'>>(
    `SELECT coalesce(sum(items), 0) AS items, coalesce(sum(bytes), 0) AS bytes, count(*) AS folders,
       coalesce(sum(items - (${filesWithCustodian}))
         FILTER (WHERE ${folderCustodian} IS NULL), 0) AS withoutCustodian,
       coalesce(sum(skipped_items), 0) AS skippedItems, coalesce(sum(skipped_bytes), 0) AS skippedBytes
     FROM folders
     WHERE root_id = @rootId AND ${withinSubtree}`,
  );
  const countUnread = db
    .prepare<unknown[], number>(
      `SELECT count(*) FROM items JOIN folders ON folders.id = items.folder_id
       WHERE items.upload_id = (SELECT upload_id FROM roots WHERE id = @rootId) AND ${isUnreadFolder}
         AND root_id = @rootId AND ${withinSubtree}`,
    )
    .pluck();
  const ofItem = db.prepare<[ItemId], Folder>(
    `SELECT ${columns} FROM items JOIN folders ON folders.id = items.folder_id JOIN roots ON roots.id = root_id
     WHERE items.id = ?`,
  );
  const contents = db.prepare<unknown[], StoredFolderEntry>(
    `SELECT folders.path AS folder, path_bytes AS folderBytes, name, name_bytes AS nameBytes
     FROM folders JOIN items ON items.folder_id = folders.id
     WHERE root_id = @rootId AND ${withinSubtree}`,
  );
  const updateManualCustodian = db.prepare(
    `UPDATE folders SET manual_custodian = @custodian WHERE root_id = @rootId AND ${withinSubtree}`,
  );
  const ofFiles = (where: string): string =>
    ownCustodianColumns
      .map(
        (own) => `SELECT roots.upload_id, ${itemCustodian} AS custodian
          FROM roots CROSS JOIN folders ON folders.root_id = roots.id CROSS JOIN items ON items.folder_id = folders.id
          WHERE ${where} AND ${own} IS NOT NULL`,
      )
      .join(' UNION ');
  const selectCustodians = db
    .prepare<[{ uploadId: UploadId }], string>(
      `SELECT ${namedFolderCustodian} AS custodian FROM folders JOIN roots ON roots.id = root_id
       WHERE upload_id = @uploadId AND items > 0 AND ${namedFolderCustodian} IS NOT NULL
       UNION SELECT custodian FROM (${ofFiles('roots.upload_id = @uploadId')})`,
    )
    .pluck();
  const selectCustodianUses = db.prepare<[{ names: string }], { uploadId: UploadId; custodian: string }>(
    `SELECT DISTINCT upload_id AS uploadId, ${namedFolderCustodian} AS custodian FROM folders JOIN roots ON roots.id = root_id
     WHERE items > 0 AND ${namedFolderCustodian} IN (SELECT value FROM json_each(@names))
     UNION SELECT upload_id, custodian FROM (${ofFiles('true')})
       WHERE custodian IN (SELECT value FROM json_each(@names))`,
  );

  const childRange = ({ rootId, key }: FolderKey) => ({
    rootId,
    ...rangeBelow(key),
    skip: key.length === 0 ? 1 : key.length + 2,
  });
  const subtree = subtreeRange;

  return {
    /** Those of an interrupted scan are there already, and keep their identities: they show whether the same volumes are back. */
    addRoots(
      uploadId: UploadId,
      roots: readonly { readonly path: string; readonly identity: RootIdentity | null }[],
    ): readonly { readonly id: number; readonly path: string }[] {
      const known = selectRootRows.all(uploadId);
      return roots.map(({ path, identity }, index) => {
        const row = known[index];
        if (row?.path === path) return row;
        return { id: Number(insertRoot.run(uploadId, path, ...valuesOf(identity)).lastInsertRowid), path };
      });
    },
    setRootIdentity: (uploadId: UploadId, path: string, identity: RootIdentity | null): void =>
      void updateRootIdentity.run(...valuesOf(identity), uploadId, path),
    /** The root's identity at the scan, or null if it was not recorded. */
    rootIdentity: (uploadId: UploadId, path: string): RootIdentity | null =>
      selectRootIdentity.get(uploadId, path) ?? null,
    add: (rootId: number, path: string, pathBytes: Uint8Array | null, rule: RuleCustodian | null): number =>
      Number(
        insertFolder.run(rootId, path, pathBytes, rule?.custodian ?? null, rule?.from ?? null)
          .lastInsertRowid,
      ),
    find: ({ rootId, key }: FolderKey): number | null => findFolder.get(rootId, key) ?? null,
    addToTotals: (id: number, items: number, bytes: number): void => void addToTotals.run(items, bytes, id),
    get: (uploadId: UploadId, id: number): Folder | null => byId.get(id, uploadId) ?? null,
    /** The folder that contains an item; null for a link. */
    ofItem: (id: ItemId): Folder | null => ofItem.get(id) ?? null,
    /** The inventory's items in the folder and everything below it. */
    contents: (folder: FolderKey): Iterable<StoredFolderEntry> => contents.iterate(subtree(folder)),
    /** Sources in which the scan found nothing, such as a mount point without its volume. */
    emptyRoots: (id: UploadId): readonly string[] => emptyRoots.all(id),
    roots: (uploadId: UploadId): readonly Folder[] => roots.all(uploadId),
    children(parent: FolderKey): readonly number[] {
      const range = childRange(parent);
      return ((childCount.get(range) ?? 0) > maxSorted ? manyChildren : children).all(range);
    },
    /** Totals of the sendable files in the folder and everything below it; `folders` includes the folder itself. */
    totals(folder: FolderKey): FolderTotals {
      const range = subtree(folder);
      const sums = selectTotals.get(range) ?? {
        items: 0,
        bytes: 0,
        folders: 0,
        withoutCustodian: 0,
        skippedItems: 0,
        skippedBytes: 0,
      };
      return { ...sums, unreadFolders: countUnread.get(range) ?? 0 };
    },
    /** What was assigned to a folder above, for folders that are new. */
    inheritCustodian(folder: FolderKey, custodian: string): void {
      updateManualCustodian.run({ ...subtree(folder), custodian });
    },
    /** The custodians of folders with sendable files. */
    custodians: (uploadId: UploadId): readonly string[] => selectCustodians.all({ uploadId }),
    /** The uploads that have folders of these custodians. */
    custodianUses: (names: readonly string[]): readonly { uploadId: UploadId; custodian: string }[] =>
      names.length === 0 ? [] : selectCustodianUses.all({ names: JSON.stringify(names) }),
  };
}

const valuesOf = (root: RootIdentity | null) => [
  root?.device ?? null,
  root?.fileId ?? null,
  root?.bornNs ?? 0n,
];
