import type { Database } from 'better-sqlite3';
import type {
  FileEntry,
  FolderEntry,
  InnerFolderEntry,
  TreeEntry,
  TreeParent,
} from '../../../preload/contract/calls/tree-calls.ts';
import type { SkipReason } from '../../../preload/contract/failures/failure.ts';
import { skipReason } from '../../../preload/contract/failures/failure-table.ts';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import { custodianInContainer } from '../intake/custodians/custodian-of.ts';
import { unnamedFolders } from '../intake/custodians/match-map.ts';
import { rulesOf } from '../intake/custodians/upload-rules.ts';
import { type ContainerFolderRow, nearestAbove } from '../store/items/container-folder-repository.ts';
import { type InnerCustodian, innerCustodian, itemCustodian } from '../store/items/custodian-columns.ts';
import { type Folder, subtreeRange, withinSubtree } from '../store/items/folder-repository.ts';
import { type Item, type ItemRow, itemColumns, itemTables, toItem } from '../store/items/item-repository.ts';
import { type Choice, isSelectionSkip } from '../store/items/selection-repository.ts';
import { byPath, maxSorted, naturalOrder } from '../store/natural-order.ts';
import type { Repositories } from '../store/repositories.ts';
import { storedJson } from '../store/stored-value.ts';
import type { ItemId, UploadId } from '../types/ids.ts';
import { searchItems } from './item-search.ts';

export interface TreeQuery {
  readonly uploadId: UploadId;
  readonly parent: TreeParent;
  readonly view: 'selection' | 'custodians';
  readonly offset: number;
  readonly limit: number;
}

export interface TreePage {
  readonly total: number;
  readonly entries: TreeEntry[];
}

interface FileRow extends ItemRow {
  readonly assigned: string | null;
  readonly choice: Choice | null;
  readonly folder_choice: Choice | null;
}

const noPage: TreePage = { total: 0, entries: [] };
/** Scrolling through a folder or through what a search found asks for page after page. */
const keptMs = 3_000;

/** The tree of a draft, level by level, page by page. */
export function createTreeQueries(db: Database, repositories: Repositories) {
  const { folders, containerFolders, uploads } = repositories;
  const isShown = {
    custodians: "items.state = 'queued'",
    selection: `(items.state = 'queued' OR ${isSelectionSkip})`,
  };
  const countIn = (condition: string) =>
    db.prepare<[number], number>(`SELECT count(*) FROM items WHERE folder_id = ? AND ${condition}`).pluck();
  const fileColumns = `${itemColumns}, items.custodian AS assigned, items.choice AS choice,
    folders.choice AS folder_choice`;
  const selectIn = (condition: string, order: string) =>
    db
      .prepare<[number, number], number>(
        `SELECT items.id FROM items WHERE +items.upload_id = ? AND items.folder_id = ? AND ${condition}
         ORDER BY ${order}`,
      )
      .pluck();
  const countFiles = { custodians: countIn(isShown.custodians), selection: countIn(isShown.selection) };
  const byName = `${naturalOrder('items.name')}, items.id`;
  const selectFiles = {
    custodians: selectIn(isShown.custodians, byName),
    selection: selectIn(isShown.selection, byName),
  };
  const selectMany = {
    custodians: selectIn(isShown.custodians, 'items.id'),
    selection: selectIn(isShown.selection, 'items.id'),
  };
  const selectFile = db
    .prepare<[number], FileRow>(`SELECT ${fileColumns} FROM ${itemTables} WHERE items.id = ?`)
    .safeIntegers();
  const hasDeselected = db
    .prepare<unknown[], number>(
      `SELECT EXISTS (SELECT 1 FROM folders WHERE root_id = @rootId AND ${withinSubtree} AND choice = 'deselected')
         OR EXISTS (SELECT 1 FROM folders JOIN items ON items.folder_id = folders.id AND items.choice IS NOT NULL
           WHERE root_id = @rootId AND ${withinSubtree} AND items.choice = 'deselected')`,
    )
    .pluck();
  const kept = new Map<string, { readonly ids: readonly number[]; readonly until: number }>();

  function folderEntry(folder: Folder): FolderEntry {
    const sums = folders.totals(folder);
    const isDeselected = sums.skippedItems > 0 && hasDeselected.get(subtreeRange(folder)) === 1;
    return {
      kind: 'folder',
      id: folder.id,
      name:
        folder.path === '' ? (folder.rootPath.split(/[\\/]/).at(-1) ?? folder.rootPath) : lastOf(folder.path),
      path: folder.path,
      items: sums.items,
      bytes: sums.bytes,
      skipped: { items: sums.skippedItems, bytes: sums.skippedBytes },
      choiceToSend: isDeselected || sums.skippedItems === 0 ? null : 'selected',
      unreadFolders: sums.unreadFolders,
      itemsWithoutCustodian: sums.withoutCustodian,
      hasFolders: sums.folders > 1,
      hasChildren: sums.folders > 1 || sums.items > 0 || sums.skippedItems > 0,
      custodian: folder.custodian,
      custodianFrom: folder.custodianFrom ?? 'none',
      isAssigned: folder.assignedCustodian !== null,
    };
  }

  function fileEntry(row: FileRow, view: TreeQuery['view']): FileEntry {
    const item = toItem(row);
    const reason: SkipReason | null =
      item.state === 'skipped' && row.reason !== null
        ? storedJson(row.reason, skipReason, ['items.reason', row.id])
        : null;
    const isOwnChoice = reason?.code === 'deselected' && row.folder_choice !== 'deselected';
    return {
      kind: 'file',
      id: item.id,
      name: item.name,
      path: pathOf(item),
      bytes: reason === null ? item.sizeBytes : 0,
      skipped: reason === null ? { items: 0, bytes: 0 } : { items: 1, bytes: item.sizeBytes },
      choiceToSend: reason === null || isOwnChoice ? null : 'selected',
      reason,
      hasChildren: view === 'custodians' && containerFolders.isListed(item.id),
      isUnlisted: view === 'custodians' && containerFolders.isUnlisted(item.uploadId, item.id),
      custodian: item.custodian,
      custodianFrom: item.custodianFrom ?? 'none',
      isAssigned: row.assigned !== null,
    };
  }

  function innerFolders(uploadId: UploadId, itemId: ItemId, parent: string): InnerFolderEntry[] {
    const row = selectFile.get(itemId);
    const request = uploads.get(uploadId)?.request;
    if (row === undefined || request === undefined) return [];
    const item = toItem(row);
    if (item.uploadId !== uploadId) return [];
    const rules = rulesOf(repositories, uploadId, request);
    return innerFoldersOf(containerFolders.ofItem(item.id), parent, {
      itemId,
      custodian: item.custodian,
      from: item.custodianFrom ?? 'none',
      assigned: new Map(
        containerFolders
          .assignments(uploadId)
          .flatMap(([of, path, name]) => (of === itemId && name !== null ? [[path, name] as const] : [])),
      ),
      ruleFrom: (path) => custodianInContainer(rules, pathOf(item), path, item.root ?? '')?.from ?? 'none',
    });
  }

  function keep(key: unknown, read: () => readonly number[]): readonly number[] {
    for (const [each, { until }] of kept) if (until <= Date.now()) kept.delete(each);
    const text = JSON.stringify(key);
    const known = kept.get(text);
    if (known !== undefined) return known.ids;
    const ids = read();
    kept.set(text, { ids, until: Date.now() + keptMs });
    return ids;
  }

  function filesIn(uploadId: UploadId, folderId: number, view: TreeQuery['view']): readonly number[] {
    return keep([uploadId, folderId, view], () => {
      const isLong = (countFiles[view].get(folderId) ?? 0) > maxSorted;
      return (isLong ? selectMany : selectFiles)[view].all(uploadId, folderId);
    });
  }

  function fileEntries(
    ids: readonly number[],
    offset: number,
    limit: number,
    view: TreeQuery['view'],
  ): FileEntry[] {
    const rows = ids.slice(offset, offset + limit).flatMap((id) => selectFile.get(id) ?? []);
    return rows.map((row) => fileEntry(row, view));
  }

  function foldersThenFiles(
    { uploadId, view, offset, limit }: TreeQuery,
    folderIds: readonly number[],
    fileIds: readonly number[],
  ): TreePage {
    const shown = folderIds
      .slice(offset, offset + limit)
      .flatMap((each) => folders.get(uploadId, each) ?? []);
    const first = Math.max(0, offset - folderIds.length);
    return {
      total: folderIds.length + fileIds.length,
      entries: [...shown.map(folderEntry), ...fileEntries(fileIds, first, limit - shown.length, view)],
    };
  }

  function search(uploadId: UploadId, text: string, view: TreeQuery['view']): readonly number[] {
    return keep([uploadId, text, view], () => {
      const { tables, condition, parameters } = searchItems(text);
      const found = db
        .prepare<unknown[], number>(
          `${tables} SELECT items.id FROM items WHERE items.upload_id = @uploadId AND items.folder_id IS NOT NULL
             AND ${isShown[view]} AND (${condition}) ORDER BY items.id`,
        )
        .pluck();
      return inOrderOfPaths(found.all({ uploadId, ...parameters }));
    });
  }

  const sortByPath = db
    .prepare<[string], number>(
      `SELECT items.id FROM json_each(?) CROSS JOIN items ON items.id = value CROSS JOIN folders ON folders.id = folder_id
       ORDER BY ${byPath}, items.id`,
    )
    .pluck();
  const inOrderOfPaths = (ids: readonly number[]): readonly number[] =>
    ids.length > maxSorted ? ids : sortByPath.all(JSON.stringify(ids));

  /** Folders whose own name has what is searched for, or the end of it. */
  function searchFolders(uploadId: UploadId, text: string): readonly number[] {
    return keep([uploadId, text, 'folders'], () => {
      const wanted = foldText(text.trim());
      return selectFoldersWith
        .all({ uploadId, wanted })
        .flatMap(({ id, path }) =>
          path.lastIndexOf(wanted) + wanted.length > path.lastIndexOf('/') + 1 ? [id] : [],
        );
    });
  }

  const selectFoldersWith = db.prepare<unknown[], { id: number; path: string }>(
    `SELECT folders.id, folded(folders.path) AS path FROM roots CROSS JOIN folders ON folders.root_id = roots.id
     WHERE roots.upload_id = @uploadId AND folders.path <> '' AND instr(folded(folders.path), @wanted) > 0
     ORDER BY ${naturalOrder('folders.path')}, folders.id`,
  );
  const selectWithoutCustodian = db
    .prepare<[UploadId], number>(
      `SELECT items.id FROM roots CROSS JOIN folders ON folders.root_id = roots.id
         CROSS JOIN items ON items.folder_id = folders.id
       WHERE roots.upload_id = ? AND ${itemCustodian} IS NULL AND ${isShown.custodians}
       ORDER BY items.id`,
    )
    .pluck();

  return {
    tree(query: TreeQuery): TreePage {
      const { uploadId: id, parent, view, offset, limit } = query;
      switch (parent.kind) {
        case 'sources':
          return pageOf(folders.roots(id), offset, limit, folderEntry);
        case 'folder': {
          const folder = folders.get(id, parent.id);
          if (folder === null) return noPage;
          return foldersThenFiles(
            query,
            keep([id, folder.id], () => folders.children(folder)),
            filesIn(id, folder.id, view),
          );
        }
        case 'container':
          return pageOf(innerFolders(id, parent.itemId, parent.path), offset, limit, (entry) => entry);
        case 'search': {
          const found = foldersThenFiles(
            query,
            searchFolders(id, parent.text),
            search(id, parent.text, view),
          );
          // A folder isn't opened here: its files may be among those that were found.
          const entries = found.entries.map((one) =>
            one.kind === 'folder' ? { ...one, hasChildren: false } : one,
          );
          return { ...found, entries };
        }
        case 'without-custodian': {
          const select = () => inOrderOfPaths(selectWithoutCustodian.all(id));
          return foldersThenFiles(query, [], keep([id, parent.kind], select));
        }
        case 'not-in-csv':
          return foldersThenFiles(
            query,
            keep([id, parent.kind], () => unnamedFolders(repositories, id)),
            [],
          );
      }
    },
  };
}

interface Container {
  readonly itemId: ItemId;
  readonly custodian: string | null;
  readonly from: InnerFolderEntry['custodianFrom'];
  /** By hand, to folders inside it. */
  readonly assigned: ReadonlyMap<string, string>;
  readonly ruleFrom: (path: string) => InnerFolderEntry['custodianFrom'];
}

/** The folders directly in a container's folder. Those between that hold no files aren't listed: they are made of paths. */
export function innerFoldersOf(
  rows: readonly ContainerFolderRow[],
  parent: string,
  container: Container,
): InnerFolderEntry[] {
  const below = new Map<string, ContainerFolderRow[]>();
  for (const row of rows) {
    if (!row.path.startsWith(parent) || row.path === parent) continue;
    const path = row.path.slice(0, row.path.indexOf('/', parent.length) + 1);
    const known = below.get(path);
    if (known === undefined) below.set(path, [row]);
    else known.push(row);
  }
  const isUnchecked = rows.every(({ entries }) => entries === 0);
  return [...below].map(([path, within]) => innerFolderOf(path, within, isUnchecked, container));
}

function innerFolderOf(
  path: string,
  within: readonly ContainerFolderRow[],
  isUnchecked: boolean,
  { itemId, custodian, from, assigned, ruleFrom }: Container,
): InnerFolderEntry {
  const container = { custodian, isManual: from === 'manual' };
  const custodianIn = (row: ContainerFolderRow) =>
    innerCustodian(row.manualCustodian, row.ruleCustodian, container).custodian;
  const own = within.find((row) => row.path === path && (row.entries > 0 || isUnchecked));
  // What else an unchecked folder holds isn't known.
  const shown = own ?? (isUnchecked ? undefined : within[0]);
  const manual = nearestAbove(assigned, path);
  const found = innerCustodian(manual, shown?.ruleCustodian ?? null, container);
  const fromOf = (source: InnerCustodian['from']): InnerFolderEntry['custodianFrom'] => {
    if (source === 'rule') return ruleFrom(shown?.path ?? path);
    return source === 'container' ? from : source;
  };
  const isOneCustodian = own !== undefined || isUnchecked || manual !== null;
  const varies = !isOneCustodian && new Set(within.map(custodianIn)).size > 1;
  return {
    kind: 'inner-folder',
    itemId,
    path,
    name: lastOf(path.slice(0, -1)),
    items: within.reduce((sum, { entries }) => sum + entries, 0),
    // A hostile container may claim any size.
    bytes: Math.min(
      Number.MAX_SAFE_INTEGER,
      within.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
    hasChildren: within.some((row) => row.path !== path),
    custodian: varies ? null : found.custodian,
    custodianFrom: varies ? 'none' : fromOf(found.from),
    isAssigned: assigned.has(path),
    isUnchecked,
    varies,
  };
}

function pageOf<T>(
  all: readonly T[],
  offset: number,
  limit: number,
  entryOf: (each: T) => TreeEntry,
): TreePage {
  return { total: all.length, entries: all.slice(offset, offset + limit).map(entryOf) };
}

function pathOf({ folder, name }: Item): string {
  return folder === null || folder === '' ? name : `${folder}/${name}`;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
