import type { TreeEntry, TreeParent } from '../../../../preload/contract/calls/tree-calls.ts';

/** The loaded entries of a folder. */
interface Level {
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly TreeEntry[]>;
}

/** By the key of their parent. */
export interface FileTreeState {
  readonly top: TreeParent;
  readonly levels: ReadonlyMap<string, Level>;
  readonly open: ReadonlySet<string>;
}

export const pageSize = 200;

interface RowPosition {
  readonly parent: TreeParent;
  readonly depth: number;
  /** Among the entries of its parent, from 0. */
  readonly index: number;
  /** The row of the folder that it is in. */
  readonly above: number | null;
}

export type TreeRow =
  | (RowPosition & {
      readonly kind: 'entry';
      readonly entry: TreeEntry;
      readonly siblings: number;
      readonly isOpen: boolean;
    })
  /** An entry that isn't loaded yet. */
  | (RowPosition & { readonly kind: 'loading' });

/** The rows from top to bottom. A million take no more memory than what is loaded. */
export interface TreeRows {
  readonly count: number;
  readonly at: (index: number) => TreeRow | undefined;
}

export interface TreePage {
  readonly parent: TreeParent;
  readonly page: number;
}

export function emptyTree(top: TreeParent): FileTreeState {
  return { top, levels: new Map(), open: new Set() };
}

/** The same for the same folder or file, however often it is loaded. */
export function entryKey(entry: TreeEntry): string {
  return parentKey(parentOf(entry));
}

export function parentKey(parent: TreeParent): string {
  switch (parent.kind) {
    case 'sources':
      return 'sources';
    case 'folder':
      return `folder:${parent.id}`;
    case 'container':
      return `container:${parent.itemId}:${parent.path}`;
    case 'search':
      return `search:${parent.text}`;
    default:
      return parent.kind;
  }
}

/** What a search finds, or all sources without one. */
export function searchTop(text: string): TreeParent {
  return text === '' ? { kind: 'sources' } : { kind: 'search', text };
}

/** An entry as the parent of what is in it. */
export function parentOf(entry: TreeEntry): TreeParent {
  switch (entry.kind) {
    case 'folder':
      return { kind: 'folder', id: entry.id };
    case 'file':
      return { kind: 'container', itemId: entry.id, path: '' };
    case 'inner-folder':
      return { kind: 'container', itemId: entry.itemId, path: entry.path };
  }
}

/** The rows below a parent. `rows` includes those of open folders. */
interface Block {
  readonly parent: TreeParent;
  readonly level: Level | undefined;
  readonly depth: number;
  readonly rows: number;
  readonly open: readonly { readonly index: number; readonly block: Block }[];
}

export function treeRows(tree: FileTreeState): TreeRows {
  const top = blockOf(tree, tree.top, 1);
  return {
    count: top.rows,
    at: (index) => (index < 0 || index >= top.rows ? undefined : rowAt(tree, top, index, null, 0)),
  };
}

function blockOf(tree: FileTreeState, parent: TreeParent, depth: number): Block {
  const level = tree.levels.get(parentKey(parent));
  if (level === undefined) return { parent, level, depth, rows: 1, open: [] };
  const open: { readonly index: number; readonly block: Block }[] = [];
  if (tree.open.size > 0)
    for (const [page, entries] of [...level.pages].sort(([a], [b]) => a - b))
      for (const [offset, entry] of entries.entries())
        if (entry.hasChildren && tree.open.has(entryKey(entry)))
          open.push({ index: page * pageSize + offset, block: blockOf(tree, parentOf(entry), depth + 1) });
  const nested = open.reduce((sum, { block }) => sum + block.rows, 0);
  return { parent, level, depth, rows: level.total + nested, open };
}

function rowAt(tree: FileTreeState, of: Block, row: number, above: number | null, first: number): TreeRow {
  let nested = 0;
  for (const { index, block } of of.open) {
    const folderRow = index + nested;
    if (row <= folderRow) break;
    if (row <= folderRow + block.rows)
      return rowAt(tree, block, row - folderRow - 1, first + folderRow, first + folderRow + 1);
    nested += block.rows;
  }
  const { parent, level, depth } = of;
  const index = row - nested;
  const entry = level?.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  const position = { parent, depth, index, above };
  if (level === undefined || entry === undefined) return { kind: 'loading', ...position };
  const isOpen = entry.hasChildren && tree.open.has(entryKey(entry));
  return { kind: 'entry', ...position, entry, siblings: level.total, isOpen };
}

export function rowsBetween({ at }: TreeRows, first: number, last: number): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = at(index);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** The pages to load for these rows, each once. */
export function missingPages(rows: readonly TreeRow[]): readonly TreePage[] {
  const missing = new Map<string, TreePage>();
  for (const row of rows) {
    if (row.kind !== 'loading') continue;
    const page = { parent: row.parent, page: Math.floor(row.index / pageSize) };
    missing.set(pageKey(page), page);
  }
  return [...missing.values()];
}

export function pageKey({ parent, page }: TreePage): string {
  return `${page}:${parentKey(parent)}`;
}

export function withPage(
  tree: FileTreeState,
  { parent, page }: TreePage,
  answer: { readonly total: number; readonly entries: readonly TreeEntry[] },
): FileTreeState {
  const key = parentKey(parent);
  const known = tree.levels.get(key)?.pages ?? new Map();
  const level = { total: answer.total, pages: new Map(known).set(page, answer.entries) };
  return { ...tree, levels: new Map(tree.levels).set(key, level) };
}

export function toggleOpen(tree: FileTreeState, entry: TreeEntry): FileTreeState {
  const open = new Set(tree.open);
  const key = entryKey(entry);
  if (!open.delete(key)) open.add(key);
  return { ...tree, open };
}

/** All loaded pages, to reload after something changed. */
export function loadedPages(tree: FileTreeState): readonly TreePage[] {
  const parents = new Map([[parentKey(tree.top), tree.top]]);
  for (const entry of loadedEntries(tree)) parents.set(entryKey(entry), parentOf(entry));
  return [...tree.levels].flatMap(([key, { pages }]) => {
    const parent = parents.get(key);
    return parent === undefined ? [] : [...pages.keys()].map((page) => ({ parent, page }));
  });
}

export function* loadedEntries({ levels }: FileTreeState): Generator<TreeEntry> {
  for (const { pages } of levels.values()) for (const entries of pages.values()) yield* entries;
}

/** The keys of the loaded entries in a range of rows, both ends included. */
export function keysBetween(rows: TreeRows, from: number, to: number): ReadonlySet<string> {
  const range = rowsBetween(rows, Math.min(from, to), Math.max(from, to));
  return new Set(range.flatMap((row) => (row.kind === 'entry' ? [entryKey(row.entry)] : [])));
}

export type TreeAction = { readonly kind: 'go'; readonly to: number } | { readonly kind: 'toggle' };

/** What a key does (ARIA treegrid pattern, rows first); null if the tree doesn't handle it. */
export function keyAction(key: string, rows: TreeRows, active: number, pageRows: number): TreeAction | null {
  const last = rows.count - 1;
  const row = rows.at(active);
  const to = (index: number): TreeAction => ({ kind: 'go', to: Math.min(last, Math.max(0, index)) });
  const isOpen = row?.kind === 'entry' && row.isOpen;
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
      if (row?.kind !== 'entry' || !row.entry.hasChildren) return null;
      return isOpen ? to(active + 1) : { kind: 'toggle' };
    case 'ArrowLeft': {
      if (isOpen) return { kind: 'toggle' };
      const above = row?.above ?? null;
      return above === null ? null : to(above);
    }
    default:
      return null;
  }
}
