import { describe, expect, it } from 'vitest';
import type { FileEntry, FolderEntry, TreeParent } from '../../../../preload/contract/calls/tree-calls.ts';
import { itemId } from '../../../../preload/contract/views/ids.ts';
import {
  emptyTree,
  type FileTreeState,
  keyAction,
  keysBetween,
  loadedPages,
  missingPages,
  pageSize,
  rowsBetween,
  toggleOpen,
  treeRows,
  withPage,
} from './file-tree-model.ts';

const common = {
  bytes: 1,
  hasChildren: false,
  custodian: null,
  custodianFrom: 'none',
  isAssigned: false,
  skipped: { items: 0, bytes: 0 },
  choiceToSend: null,
} as const;
const folder = (id: number, name: string, more: Partial<FolderEntry> = {}): FolderEntry => ({
  ...common,
  kind: 'folder',
  id,
  name,
  path: name,
  items: 1,
  unreadFolders: 0,
  itemsWithoutCustodian: 1,
  hasFolders: false,
  ...more,
});
const file = (id: number, name: string): FileEntry => ({
  ...common,
  kind: 'file',
  id: itemId.parse(id),
  name,
  path: name,
  reason: null,
  isUnlisted: false,
});

const sources: TreeParent = { kind: 'sources' };
const inFolder = (id: number): TreeParent => ({ kind: 'folder', id });
const root = folder(1, 'EV', { hasChildren: true });
const ng = folder(2, 'Ng, Ana', { hasChildren: true });
const roe = folder(3, 'Roe, Sam');

function openRoot(): FileTreeState {
  const top = withPage(emptyTree(sources), { parent: sources, page: 0 }, { total: 1, entries: [root] });
  return withPage(
    toggleOpen(top, root),
    { parent: inFolder(1), page: 0 },
    { total: 3, entries: [ng, roe, file(1, 'a.txt')] },
  );
}

const all = (tree: FileTreeState) => rowsBetween(treeRows(tree), 0, treeRows(tree).count - 1);
const outline = (tree: FileTreeState) =>
  all(tree).map((row) => `${row.depth} ${row.kind === 'entry' ? row.entry.name : '…'}`);

describe('the tree of folders and files', () => {
  it('needs its first page before it shows anything', () => {
    expect(missingPages(all(emptyTree(sources)))).toEqual([{ parent: sources, page: 0 }]);
  });

  it('shows open folders, each level indented, and a file and a folder with the same ID', () => {
    expect(outline(openRoot())).toEqual(['1 EV', '2 Ng, Ana', '2 Roe, Sam', '2 a.txt']);
  });

  it('requests what was opened, and nothing else', () => {
    const tree = toggleOpen(openRoot(), ng);
    expect(outline(tree)).toEqual(['1 EV', '2 Ng, Ana', '3 …', '2 Roe, Sam', '2 a.txt']);
    expect(missingPages(all(tree))).toEqual([{ parent: inFolder(2), page: 0 }]);
    const loaded = withPage(tree, { parent: inFolder(2), page: 0 }, { total: 1, entries: [file(9, 'b')] });
    expect(outline(toggleOpen(loaded, root))).toEqual(['1 EV']);
    expect(loadedPages(loaded)).toEqual([
      { parent: sources, page: 0 },
      { parent: inFolder(1), page: 0 },
      { parent: inFolder(2), page: 0 },
    ]);
  });

  it('finds each of a million rows, and the page that a row is on', () => {
    const many = withPage(
      openRoot(),
      { parent: inFolder(1), page: 0 },
      {
        total: 1_000_000,
        entries: [ng, ...Array.from({ length: pageSize - 1 }, (_, id) => file(id, `${id}`))],
      },
    );
    const tree = withPage(
      toggleOpen(many, ng),
      { parent: inFolder(2), page: 0 },
      { total: 2, entries: [file(7, 'x'), file(8, 'y')] },
    );
    const rows = treeRows(tree);
    expect(rows.count).toBe(1_000_003);
    const names = rowsBetween(rows, 1, 4).map((row) => (row.kind === 'entry' ? row.entry.name : null));
    expect(names).toEqual(['Ng, Ana', 'x', 'y', '0']);
    expect(rows.at(3)).toMatchObject({ above: 1, depth: 3 });
    expect(rows.at(4)).toMatchObject({ above: 0, depth: 2, index: 1 });
    expect(rows.at(1_000_002)).toMatchObject({ kind: 'loading', index: 999_999 });
    expect(rows.at(1_000_003)).toBeUndefined();
    expect(missingPages(rowsBetween(rows, 1_000_001, 1_000_002))).toEqual([
      { parent: inFolder(1), page: Math.floor(999_999 / pageSize) },
    ]);
  });

  it('selects a range in both directions', () => {
    const rows = treeRows(openRoot());
    expect(keysBetween(rows, 3, 2)).toEqual(keysBetween(rows, 2, 3));
    expect(keysBetween(rows, 2, 3).size).toBe(2);
  });
});

describe('keys', () => {
  const rows = treeRows(openRoot());
  const pressed = (key: string, active: number) => keyAction(key, rows, active, 2);
  it.each([
    ['ArrowDown', 0, { kind: 'go', to: 1 }],
    ['ArrowDown', 3, { kind: 'go', to: 3 }],
    ['ArrowUp', 0, { kind: 'go', to: 0 }],
    ['PageDown', 0, { kind: 'go', to: 2 }],
    ['End', 0, { kind: 'go', to: 3 }],
    ['Home', 3, { kind: 'go', to: 0 }],
    ['ArrowRight', 0, { kind: 'go', to: 1 }],
    ['ArrowRight', 1, { kind: 'toggle' }],
    ['ArrowRight', 3, null],
    ['ArrowLeft', 3, { kind: 'go', to: 0 }],
    ['ArrowLeft', 0, { kind: 'toggle' }],
    ['x', 0, null],
  ] as const)('%s on row %i', (key, active, action) => {
    expect(pressed(key, active)).toEqual(action);
  });
});
