import { expect, it } from 'vitest';
import type { FolderEntry, InnerFolderEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { itemId } from '../../../../preload/contract/views/ids.ts';
import { custodianCoverage } from './custodian-cell.tsx';

const folder: FolderEntry = {
  kind: 'folder',
  id: 1,
  name: 'EV',
  path: '',
  items: 35,
  bytes: 1,
  unreadFolders: 0,
  itemsWithoutCustodian: 35,
  hasFolders: true,
  hasChildren: true,
  custodian: null,
  custodianFrom: 'none',
  isAssigned: false,
  skipped: { items: 0, bytes: 0 },
  choiceToSend: null,
};

it.each<[string, Partial<FolderEntry>, ReturnType<typeof custodianCoverage>]>([
  ['named if it has a custodian', { custodian: 'Ng, Ana' }, { kind: 'named', custodian: 'Ng, Ana' }],
  ['below if every subfolder has one', { itemsWithoutCustodian: 0 }, { kind: 'below' }],
  ['none if no file has one', {}, { kind: 'none' }],
  ['partly if some files have none', { itemsWithoutCustodian: 2 }, { kind: 'partly', without: 2 }],
  ['empty if nothing in it is sent', { items: 0, itemsWithoutCustodian: 0 }, { kind: 'empty' }],
])('a folder’s custodian is %s', (_, given, coverage) =>
  expect(custodianCoverage({ ...folder, ...given })).toEqual(coverage),
);

it('a folder inside a container varies where folders below it have different custodians', () => {
  const inner: InnerFolderEntry = {
    ...folder,
    kind: 'inner-folder',
    itemId: itemId.parse(1),
    path: 'a/',
    isUnchecked: false,
    varies: true,
  };
  expect(custodianCoverage(inner)).toEqual({ kind: 'below' });
  expect(custodianCoverage({ ...inner, varies: false })).toEqual({ kind: 'none' });
});
