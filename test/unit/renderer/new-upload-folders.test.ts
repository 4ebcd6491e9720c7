import { describe, expect, it } from 'vitest';
import type { FolderView } from '../../../preload/contract/views.ts';
import {
  awaitedIn,
  emptyTree,
  type FolderTree,
  moveFor,
  pageSize,
  pagesOf,
  rowsOf,
  toggled,
  typedRow,
  whoseIs,
  withPage,
} from '../../../renderer/features/new-upload/folder-tree-model.ts';

const folder = (id: number, name: string, more: Partial<FolderView> = {}): FolderView => ({
  id,
  name,
  path: name,
  items: 1,
  bytes: 1,
  itemsWithoutCustodian: 1,
  hasChildren: false,
  custodian: null,
  custodianFrom: 'none',
  ...more,
});

const top = { parentId: null, page: 0 };
const root = folder(1, 'EV', { hasChildren: true });
const children = [
  folder(2, 'Ng, Ana', { hasChildren: true }),
  folder(3, 'Roe, Sam', { custodianFrom: 'manual' }),
];

function openRoot(): FolderTree {
  const tree = toggled(withPage(emptyTree, top, { total: 1, folders: [root] }), 1);
  return withPage(tree, { parentId: 1, page: 0 }, { total: 2, folders: children });
}

const told = (tree: FolderTree) =>
  rowsOf(tree).map((row) => (row.kind === 'folder' ? `${row.depth} ${row.folder.name}` : `${row.depth} …`));

describe('the folder tree', () => {
  it('waits for its top before anything is here', () => {
    expect(awaitedIn(rowsOf(emptyTree))).toEqual([top]);
  });

  it('shows what is open, each level further in', () => {
    expect(told(openRoot())).toEqual(['1 EV', '2 Ng, Ana', '2 Roe, Sam']);
  });

  it('asks for what was opened, and only for that', () => {
    const tree = toggled(openRoot(), 2);
    expect(told(tree)).toEqual(['1 EV', '2 Ng, Ana', '3 …', '2 Roe, Sam']);
    expect(awaitedIn(rowsOf(tree))).toEqual([{ parentId: 2, page: 0 }]);
  });

  it('keeps what was open below a folder that is closed and opened again', () => {
    const tree = toggled(openRoot(), 2);
    expect(told(toggled(toggled(tree, 1), 1))).toEqual(told(tree));
    expect(told(toggled(tree, 1))).toEqual(['1 EV']);
  });

  it('has room for every child of a long level, and asks for each page in view once', () => {
    const total = pageSize * 2 + 50;
    const page = Array.from({ length: pageSize }, (_, index) => folder(index + 10, `f${index}`));
    const tree = withPage(emptyTree, top, { total, folders: page });
    const rows = rowsOf(tree);
    expect(rows).toHaveLength(total);
    expect(rows[5]).toMatchObject({ position: 6, siblings: total });
    expect(awaitedIn(rows.slice(pageSize - 3, pageSize + 40))).toEqual([{ parentId: null, page: 1 }]);
    expect(awaitedIn(rows)).toHaveLength(2);
  });

  it('names every page that is here, for asking again', () => {
    expect(pagesOf(openRoot())).toEqual([top, { parentId: 1, page: 0 }]);
  });

  it('has nothing to show of an upload without folders', () => {
    expect(rowsOf(withPage(emptyTree, top, { total: 0, folders: [] }))).toEqual([]);
  });
});

describe('a key in the folder tree', () => {
  const rows = rowsOf(openRoot());
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
    ['Delete', 2, { kind: 'take-back' }],
    ['Tab', 1, null],
  ] as const)('%s on row %i does %j', (key, active, move) => {
    expect(moveFor(key, rows, active, 10)).toEqual(move);
  });

  it('that is a letter goes to the next name that begins so, round the end', () => {
    expect(typedRow(rows, 0, 'r')).toBe(2);
    expect(typedRow(rows, 2, 'e')).toBe(0);
    expect(typedRow(rows, 1, 'ng')).toBe(1);
    expect(typedRow(rows, 1, 'x')).toBeNull();
  });
});

describe('whose a folder is', () => {
  it.each<[string, Partial<FolderView>, ReturnType<typeof whoseIs>]>([
    ['its custodian’s', { custodian: 'Ng, Ana' }, { kind: 'named', custodian: 'Ng, Ana' }],
    [
      'told folder by folder where each below has one',
      { items: 35, itemsWithoutCustodian: 0 },
      { kind: 'below' },
    ],
    ['nobody’s where no file has one', { items: 35, itemsWithoutCustodian: 35 }, { kind: 'nobody' }],
    [
      'partly nobody’s where some have none',
      { items: 35, itemsWithoutCustodian: 2 },
      { kind: 'partly', without: 2 },
    ],
    ['not asked where nothing in it is sent', { items: 0, itemsWithoutCustodian: 0 }, { kind: 'empty' }],
  ])('is %s', (_, given, whose) => expect(whoseIs(folder(1, 'EV', given))).toEqual(whose));
});
