import { expect, test } from 'vitest';
import type { CustodianView } from '../../../../preload/contract/views/views.ts';
import { sortCustodians } from './custodian-summary.ts';

const row = (custodian: string | null, items: number, bytes: number): CustodianView => ({
  custodian,
  folders: [],
  moreFolders: 0,
  items,
  bytes,
  notRead: { folders: 0, files: 0 },
  sent: { items: 0, bytes: 0 },
  handedOver: 0,
});
const rows = [row('Roe', 1, 30), row(null, 9, 90), row('doe', 5, 10), row('Ng', 3, 20)];

test.each([
  ['the largest first without a column', null, [null, 'Roe', 'Ng', 'doe']],
  ['by name, whatever its case', { column: 'custodian', descending: false }, [null, 'doe', 'Ng', 'Roe']],
  ['by name backward', { column: 'custodian', descending: true }, [null, 'Roe', 'Ng', 'doe']],
  ['by files', { column: 'files', descending: true }, [null, 'doe', 'Ng', 'Roe']],
])('custodians are sorted %s, and files without one stay first', (_title, sort, expected) => {
  expect(sortCustodians(rows, sort).map(({ custodian }) => custodian)).toEqual(expected);
});
