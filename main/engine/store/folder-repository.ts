import type { Database } from 'better-sqlite3';
import type { CustodianRule } from '../types/custodian-rule.ts';
import { custodianOfFolder } from '../types/custodian-rule.ts';
import type { UploadId } from '../types/ids.ts';
import type { ItemId } from './item-repository.ts';

export interface Folder {
  readonly id: number;
  readonly rootId: number;
  readonly rootPath: string;
  /** Below the root, with `/`; '' for the root itself. */
  readonly path: string;
  readonly ruleCustodian: string | null;
  readonly manualCustodian: string | null;
}

export interface FolderEntry {
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

export interface FolderTotals {
  readonly items: number;
  readonly bytes: number;
  readonly folders: number;
  /** Items that neither a hand nor the rule names a custodian for. */
  readonly withoutCustodian: number;
}

const columns = `folders.id, root_id AS rootId, roots.path AS rootPath, folders.path AS path, folders.custodian AS ruleCustodian,
  custodian_by_hand AS manualCustodian`;
const below = '(folders.path > @from AND folders.path < @to)';
/** The folder itself and everything below it: one range of the index, and in it not what only begins alike. */
const within = `(folders.path >= @path AND folders.path < @to AND (folders.path = @path OR folders.path > @from))`;

/** Everything below a folder, as a range of the index on paths: `/` comes before every name that goes on, `0` after. */
function rangeBelow(path: string): { readonly from: string; readonly to: string } {
  // A code point no name can have ends the range of a root.
  return path === '' ? { from: '', to: '\u{10ffff}' } : { from: `${path}/`, to: `${path}0` };
}

/** The folder tree of an inventory. */
export function createFolderRepository(db: Database) {
  const one = db.prepare<[number, UploadId], Folder>(
    `SELECT ${columns} FROM folders JOIN roots ON roots.id = root_id WHERE folders.id = ? AND upload_id = ?`,
  );
  const roots = db.prepare<[UploadId], Folder>(
    `SELECT ${columns} FROM folders JOIN roots ON roots.id = root_id
     WHERE upload_id = ? AND folders.path = '' ORDER BY roots.id`,
  );
  const children = db.prepare<unknown[], Folder>(
    `SELECT ${columns} FROM folders JOIN roots ON roots.id = root_id
     WHERE root_id = @rootId AND ${below} AND instr(substr(folders.path, @skip), '/') = 0
     ORDER BY folders.path LIMIT @limit OFFSET @offset`,
  );
  const childCount = db
    .prepare<unknown[], number>(
      `SELECT count(*) FROM folders
       WHERE root_id = @rootId AND ${below} AND instr(substr(folders.path, @skip), '/') = 0`,
    )
    .pluck();
  const selectTotals = db.prepare<unknown[], FolderTotals>(
    `SELECT coalesce(sum(items), 0) AS items, coalesce(sum(bytes), 0) AS bytes, count(*) AS folders,
       coalesce(sum(items) FILTER (WHERE coalesce(custodian_by_hand, custodian) IS NULL), 0) AS withoutCustodian FROM folders
     WHERE root_id = @rootId AND ${within}`,
  );
  const ofItem = db.prepare<[ItemId], Folder>(
    `SELECT ${columns} FROM items JOIN folders ON folders.id = items.folder_id JOIN roots ON roots.id = root_id
     WHERE items.id = ?`,
  );
  const contents = db.prepare<unknown[], FolderEntry>(
    `SELECT folders.path AS folder, path_bytes AS folderBytes, name, name_bytes AS nameBytes
     FROM folders JOIN items ON items.folder_id = folders.id
     WHERE root_id = @rootId AND ${within}`,
  );
  const updateManualCustodian = db.prepare(
    `UPDATE folders SET custodian_by_hand = @custodian WHERE root_id = @rootId AND ${within}`,
  );
  const all = db.prepare<[UploadId], { id: number; path: string }>(
    'SELECT folders.id, folders.path FROM folders JOIN roots ON roots.id = root_id WHERE upload_id = ?',
  );
  const updateRuleCustodian = db.prepare('UPDATE folders SET custodian = ? WHERE id = ?');

  const childrenOf = ({ rootId, path }: Folder) => ({
    rootId,
    ...rangeBelow(path),
    skip: path === '' ? 1 : [...path].length + 2,
  });

  return {
    get: (uploadId: UploadId, id: number): Folder | null => one.get(id, uploadId) ?? null,
    /** The folder that holds an item; null for a link. */
    ofItem: (id: ItemId): Folder | null => ofItem.get(id) ?? null,
    /** What the inventory has in the folder and everything below it. */
    contents: ({ rootId, path }: Pick<Folder, 'rootId' | 'path'>): Iterable<FolderEntry> =>
      contents.iterate({ rootId, path, ...rangeBelow(path) }),
    roots: (uploadId: UploadId): readonly Folder[] => roots.all(uploadId),
    children(
      parent: Folder,
      offset: number,
      limit: number,
    ): { readonly total: number; readonly folders: readonly Folder[] } {
      const of = childrenOf(parent);
      return { total: childCount.get(of) ?? 0, folders: children.all({ ...of, offset, limit }) };
    },
    /** Of the files to be sent: in the folder and everything below it; `folders` counts both. */
    totals({ rootId, path }: Folder): FolderTotals {
      return (
        selectTotals.get({ rootId, path, ...rangeBelow(path) }) ?? {
          items: 0,
          bytes: 0,
          folders: 0,
          withoutCustodian: 0,
        }
      );
    },
    assignCustodian({ rootId, path }: Pick<Folder, 'rootId' | 'path'>, custodian: string | null): void {
      updateManualCustodian.run({ rootId, path, ...rangeBelow(path), custodian });
    },
    applyCustodianRule(uploadId: UploadId, rule: CustodianRule): void {
      for (const { id, path } of all.all(uploadId))
        updateRuleCustodian.run(custodianOfFolder(rule, path), id);
    },
  };
}
