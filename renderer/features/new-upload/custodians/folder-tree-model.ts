import type { FolderView } from '../../../../preload/contract/views.ts';

/** How the files in a folder are assigned. A folder can have no custodian while all its subfolders do. */
export type CustodianCoverage =
  | { readonly kind: 'named'; readonly custodian: string }
  /** Nothing in it will be sent. */
  | { readonly kind: 'empty' }
  /** Every file gets a custodian from a subfolder. */
  | { readonly kind: 'below' }
  | { readonly kind: 'none' }
  | { readonly kind: 'partly'; readonly without: number };

export function custodianCoverage({
  custodian,
  items,
  unreadFolders,
  itemsWithoutCustodian: without,
}: FolderView): CustodianCoverage {
  if (custodian !== null) return { kind: 'named', custodian };
  if (items === 0) return unreadFolders === 0 ? { kind: 'empty' } : { kind: 'none' };
  if (without === 0) return { kind: 'below' };
  return without === items ? { kind: 'none' } : { kind: 'partly', without };
}

/** The loaded children of a folder. The sources themselves are the children of null. */
export interface Level {
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly FolderView[]>;
}

export interface FolderTree {
  readonly levels: ReadonlyMap<number | null, Level>;
  readonly open: ReadonlySet<number>;
}

export const emptyTree: FolderTree = { levels: new Map(), open: new Set() };
export const pageSize = 200;

export type TreeRow =
  | {
      readonly kind: 'folder';
      readonly folder: FolderView;
      readonly parentId: number | null;
      readonly depth: number;
      readonly position: number;
      readonly siblings: number;
      readonly isOpen: boolean;
    }
  /** A folder that isn't loaded yet. */
  | {
      readonly kind: 'loading';
      readonly parentId: number | null;
      readonly index: number;
      readonly depth: number;
    };

export interface FolderPage {
  readonly parentId: number | null;
  readonly page: number;
}

/** The rows from top to bottom. */
export function flattenTree({ levels, open }: FolderTree): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parentId: number | null, depth: number): void => {
    const level = levels.get(parentId);
    if (level === undefined) {
      rows.push({ kind: 'loading', parentId, index: 0, depth });
      return;
    }
    for (let index = 0; index < level.total; index += 1) {
      const folder = level.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
      if (folder === undefined) {
        rows.push({ kind: 'loading', parentId, index, depth });
        continue;
      }
      const isOpen = folder.hasChildren && open.has(folder.id);
      rows.push({
        kind: 'folder',
        folder,
        parentId,
        depth,
        position: index + 1,
        siblings: level.total,
        isOpen,
      });
      if (isOpen) add(folder.id, depth + 1);
    }
  };
  add(null, 1);
  return rows;
}

/** The pages to load for these rows, each once. */
export function missingPages(rows: readonly TreeRow[]): readonly FolderPage[] {
  const missing = new Map<string, FolderPage>();
  for (const row of rows) {
    if (row.kind !== 'loading') continue;
    const page = Math.floor(row.index / pageSize);
    const folderPage = { parentId: row.parentId, page };
    missing.set(pageKey(folderPage), folderPage);
  }
  return [...missing.values()];
}

export function pageKey({ parentId, page }: FolderPage): string {
  return `${parentId ?? 'top'}:${page}`;
}

export function withPage(
  tree: FolderTree,
  { parentId, page }: FolderPage,
  answer: { readonly total: number; readonly folders: readonly FolderView[] },
): FolderTree {
  const known = tree.levels.get(parentId)?.pages ?? new Map();
  const level = { total: answer.total, pages: new Map(known).set(page, answer.folders) };
  return { ...tree, levels: new Map(tree.levels).set(parentId, level) };
}

export function toggleFolder(tree: FolderTree, id: number): FolderTree {
  const open = new Set(tree.open);
  if (!open.delete(id)) open.add(id);
  return { ...tree, open };
}

/** All loaded pages, to reload after custodians changed. */
export function loadedPages({ levels }: FolderTree): readonly FolderPage[] {
  return [...levels].flatMap(([parentId, { pages }]) =>
    [...pages.keys()].map((page) => ({ parentId, page })),
  );
}

/** The folders of a range of rows, both ends included. */
export function foldersBetween(rows: readonly TreeRow[], from: number, to: number): ReadonlySet<number> {
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return new Set(range.flatMap((row) => (row.kind === 'folder' ? [row.folder.id] : [])));
}

export type TreeAction =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'edit' }
  | { readonly kind: 'clear-override' };

/** What a key does (ARIA treegrid pattern, rows first); null if the tree doesn't handle it. */
export function keyAction(
  key: string,
  rows: readonly TreeRow[],
  active: number,
  pageRows: number,
): TreeAction | null {
  const last = rows.length - 1;
  const row = rows[active];
  const to = (index: number): TreeAction => ({ kind: 'go', to: Math.min(last, Math.max(0, index)) });
  const folder = row?.kind === 'folder' ? row.folder : null;
  const isOpen = row?.kind === 'folder' && row.isOpen;
  switch (key) {
    case 'ArrowDown':
      return to(active + 1);
    case 'ArrowUp':
      return to(active - 1);
    case 'PageDown':
      return to(active + pageRows);
    case 'PageUp':
      return to(active - pageRows);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowRight':
      if (folder?.hasChildren !== true) return null;
      return isOpen ? to(active + 1) : { kind: 'toggle' };
    case 'ArrowLeft': {
      if (isOpen) return { kind: 'toggle' };
      const above = rows.findLastIndex(
        (other, index) => index < active && row !== undefined && other.depth < row.depth,
      );
      return above === -1 ? null : to(above);
    }
    case 'Enter':
    case 'F2':
      return folder === null ? null : { kind: 'edit' };
    case 'Delete':
      return folder?.isAssigned === true ? { kind: 'clear-override' } : null;
    default:
      return null;
  }
}
