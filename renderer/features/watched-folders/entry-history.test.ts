import { expect, it } from 'vitest';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import type { LedgerEntryView } from '../../../preload/contract/watch/watched-folder.ts';
import { historyLines } from './entry-history.ts';

const entry = (id: number, given: Partial<LedgerEntryView> = {}): LedgerEntryView => ({
  id,
  path: 'Roe/a.pdf',
  sizeBytes: 5,
  modifiedAt: null,
  state: 'sent',
  reason: null,
  kind: 'new',
  version: 1,
  earlierPath: null,
  earlier: null,
  custodian: null,
  sha256: null,
  firstSeenAt: '2026-11-10T08:00:00.000Z',
  settledAt: null,
  takenAt: null,
  goneAt: null,
  movedTo: null,
  retryAt: null,
  uploadId: null,
  itemId: null,
  issue: null,
  otherCustodian: null,
  findings: [],
  ...given,
});

it('what became of a file is told in order, whatever order its entries have', () => {
  const lines = historyLines([
    entry(5, { kind: 'version', version: 2, takenAt: '2026-11-12T09:00:00.000Z', movedTo: 'Sent/a.pdf' }),
    entry(4, {
      state: 'renamed',
      path: 'Roe/b.pdf',
      earlierPath: 'Roe/a.pdf',
      settledAt: '2026-11-11T09:00:00.000Z',
    }),
    entry(1, { takenAt: '2026-11-10T09:00:00.000Z' }),
    entry(2, {
      kind: 'copy',
      path: 'Doe/a.pdf',
      earlierPath: 'Roe/a.pdf',
      takenAt: '2026-11-10T10:00:00.000Z',
    }),
  ]);
  expect(lines.map(({ text }) => text)).toEqual([
    'Roe/a.pdf was uploaded.',
    'Doe/a.pdf was uploaded as a copy: it has the same content as Roe/a.pdf.',
    'Roe/a.pdf was renamed to Roe/b.pdf. It was not uploaded again.',
    'Roe/a.pdf had changed and was uploaded as version 2. It was then moved to Sent/a.pdf.',
  ]);
});

it.each<[Partial<LedgerEntryView>, string]>([
  [
    { state: 'renamed', earlierPath: 'Roe/a.pdf' },
    'Roe/a.pdf was seen again with the same content. It was not uploaded again.',
  ],
  [
    { state: 'skipped', reason: { code: 'excluded', pattern: '*.pdf' } },
    'Roe/a.pdf was skipped. Excluded by *.pdf.',
  ],
  [
    {
      state: 'skipped',
      reason: { code: 'not-sent', reason: { code: 'skipped-by-person' } },
      issue: 'damaged',
      findings: [
        {
          ...{ id: 1, itemId: null, path: 'Roe/a.pdf' },
          ...{ code: 'only-zeros', severity: 'error', details: {} },
        },
      ],
    },
    'Roe/a.pdf was skipped. You chose to skip this file. Found: only zeros.',
  ],
  [{ state: 'gone' }, 'Roe/a.pdf left the folder, or was replaced there, before it was uploaded.'],
  [
    { state: 'skipped', earlierPath: 'x', reason: { code: 'not-sent', reason: { code: 'cancelled' } } },
    'x was renamed to Roe/a.pdf, and stays skipped under this name. The upload was canceled before this file was complete.',
  ],
  [
    {
      state: 'gone',
      uploadId: uploadId.parse(3),
      reason: { code: 'not-sent', reason: { code: 'path-missing' } },
    },
    'Roe/a.pdf failed, and is no longer in the folder as it was. This file no longer exists.',
  ],
  [
    { state: 'held', reason: { code: 'same-content', earlierPath: 'x' } },
    'Roe/a.pdf needs review. Same content as x.',
  ],
])('%j: %s', (given, text) => expect(historyLines([entry(1, given)])[0]?.text).toBe(text));
