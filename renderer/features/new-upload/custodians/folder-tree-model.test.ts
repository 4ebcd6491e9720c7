import { describe, expect, it } from 'vitest';
import type { FolderView } from '../../../../preload/contract/views.ts';
import {
  custodianCoverage,
  emptyTree,
  type FolderTree,
  flattenTree,
  foldersBetween,
  keyAction,
  loadedPages,
  missingPages,
  pageSize,
  toggleFolder,
  withPage,
} from './folder-tree-model.ts';

const folder = (id: number, name: string, more: Partial<FolderView> = {}): FolderView => ({
  id,
  name,
  path: name,
  items: 1,
  bytes: 1,
  unreadFolders: 0,
  itemsWithoutCustodian: 1,
  isAssigned: false,
  files: 0,
  hasChildren: false,
  custodian: null,
  custodianFrom: 'none',
  ...more,
});

const top = { parentId: null, page: 0 };
const root = folder(1, 'EV', { hasChildren: true });
const children = [
  folder(2, 'Ng, Ana', { hasChildren: true }),
  folder(3, 'Roe, Sam', { custodianFrom: 'manual', isAssigned: true }),
];

function openRoot(): FolderTree {
  const tree = toggleFolder(withPage(emptyTree, top, { total: 1, folders: [root] }), 1);
  return withPage(tree, { parentId: 1, page: 0 }, { total: 2, folders: children });
}

const outline = (tree: FolderTree) =>
  flattenTree(tree).map((row) =>
    row.kind === 'folder' ? `${row.depth} ${row.folder.name}` : `${row.depth} …`,
  );

describe('the folder tree', () => {
  it('needs its first page before it shows anything', () => {
    expect(missingPages(flattenTree(emptyTree))).toEqual([top]);
  });

  it('shows open folders, each level indented', () => {
    expect(outline(openRoot())).toEqual(['1 EV', '2 Ng, Ana', '2 Roe, Sam']);
  });

  it('requests what was opened, and nothing else', () => {
    const tree = toggleFolder(openRoot(), 2);
    expect(outline(tree)).toEqual(['1 EV', '2 Ng, Ana', '3 …', '2 Roe, Sam']);
    expect(missingPages(flattenTree(tree))).toEqual([{ parentId: 2, page: 0 }]);
  });

  it('remembers open subfolders of a folder that is closed and reopened', () => {
    const tree = toggleFolder(openRoot(), 2);
    expect(outline(toggleFolder(toggleFolder(tree, 1), 1))).toEqual(outline(tree));
    expect(outline(toggleFolder(tree, 1))).toEqual(['1 EV']);
  });

  it('has a row for every child, and requests each visible page once', () => {
    const total = pageSize * 2 + 50;
    const page = Array.from({ length: pageSize }, (_, index) => folder(index + 10, `f${index}`));
    const tree = withPage(emptyTree, top, { total, folders: page });
    const rows = flattenTree(tree);
    expect(rows).toHaveLength(total);
    expect(rows[5]).toMatchObject({ position: 6, siblings: total });
    expect(missingPages(rows.slice(pageSize - 3, pageSize + 40))).toEqual([{ parentId: null, page: 1 }]);
    expect(missingPages(rows)).toHaveLength(2);
  });

  it('lists every loaded page, to reload it', () => {
    expect(loadedPages(openRoot())).toEqual([top, { parentId: 1, page: 0 }]);
  });

  it('is empty for an upload without folders', () => {
    expect(flattenTree(withPage(emptyTree, top, { total: 0, folders: [] }))).toEqual([]);
  });
});

describe('a key in the folder tree', () => {
  const rows = flattenTree(openRoot());
  it.each([
    ['ArrowDown', 0, { kind: 'go', to: 1 }],
    ['ArrowDown', 2, { kind: 'go', to: 2 }],
    ['ArrowUp', 0, { kind: 'go', to: 0 }],
    ['End', 0, { kind: 'go', to: 2 }],
    ['ArrowRight', 0, { kind: 'go', to: 1 }],
    ['ArrowRight', 1, { kind: 'toggle' }],
    ['ArrowRight', 2, null],
    ['ArrowLeft', 0, { kind: 'toggle' }],
    ['ArrowLeft', 2, { kind: 'go', to: 0 }],
    ['Enter', 1, { kind: 'edit' }],
    ['F2', 1, { kind: 'edit' }],
    ['Delete', 1, null],
    ['Delete', 2, { kind: 'clear-override' }],
    ['Tab', 1, null],
  ] as const)('%s on row %i does %j', (key, active, move) => {
    expect(keyAction(key, rows, active, 10)).toEqual(move);
  });
});

it('a range of rows selects its folders, in either direction', () => {
  const rows = flattenTree(toggleFolder(openRoot(), 2));
  expect(rows.map(({ kind }) => kind)).toEqual(['folder', 'folder', 'loading', 'folder']);
  expect([...foldersBetween(rows, 1, 3)]).toEqual([2, 3]);
  expect([...foldersBetween(rows, 1, 0)]).toEqual([1, 2]);
});

describe('the custodian coverage of a folder', () => {
  it.each<[string, Partial<FolderView>, ReturnType<typeof custodianCoverage>]>([
    ['named if it has a custodian', { custodian: 'Ng, Ana' }, { kind: 'named', custodian: 'Ng, Ana' }],
    ['below if every subfolder has one', { items: 35, itemsWithoutCustodian: 0 }, { kind: 'below' }],
    ['none if no file has one', { items: 35, itemsWithoutCustodian: 35 }, { kind: 'none' }],
    [
      'partly if some files have none',
      { items: 35, itemsWithoutCustodian: 2 },
      { kind: 'partly', without: 2 },
    ],
    ['empty if nothing in it is sent', { items: 0, itemsWithoutCustodian: 0 }, { kind: 'empty' }],
  ])('is %s', (_, given, coverage) => expect(custodianCoverage(folder(1, 'EV', given))).toEqual(coverage));
});
