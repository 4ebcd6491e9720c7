/** Up to millions of items, each computed from its index, so that any page can be answered without storing them. */

import { failure, type Reason } from '../../../preload/contract/failures/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import {
  type ExceptionCounts,
  exceptionGroup,
  exceptionGroups,
  noExceptions,
} from '../../../preload/contract/views/exception.ts';
import { type Finding, type Found, severityOf } from '../../../preload/contract/views/finding.ts';
import { itemId } from '../../../preload/contract/views/ids.ts';
import type { ItemView, TotalsView, UploadView } from '../../../preload/contract/views/views.ts';

const people = [
  'Ng, Ana',
  'Roe, Sam',
  'Okafor, Chidi',
  'Müller, Jörg',
  '李 娜',
  'Haddad, Rim',
  'Doe, Jane',
] as const;
const folders = ['mail', 'desktop', 'documents', 'documents/board', 'phone', 'share/finance'] as const;
const names = ['archive', 'budget', 'minutes', 'contract draft', 'scan', 'IMG', 'notes', 'invoice'] as const;
const endings = ['pst', 'xlsx', 'docx', 'pdf', 'tif', 'jpg', 'msg', 'zip'] as const;

export function pick<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('an empty list');
  return value;
}

/** A pseudo-random 32-bit number, always the same for an index. */
function spread(index: number): number {
  let x = (index + 1) * 2654435761;
  x ^= x >>> 15;
  return Math.imul(x, 2246822519) >>> 0;
}

export interface Inventory {
  readonly uploadId: number;
  readonly totals: TotalsView;
  readonly exceptions: ExceptionCounts;
  readonly hasHeldLinks: boolean;
}

export function countOf(totals: TotalsView): number {
  return Object.values(totals).reduce((sum, tally) => sum + tally.items, 0);
}

/** Items are in blocks by state, so that a filter is a range. */
const order = ['uploading', 'failed', 'held', 'skipped', 'accepted', 'queued'] as const;

function stateAt(totals: TotalsView, index: number): ItemView['state'] {
  let end = 0;
  for (const state of order) {
    end += totals[state].items;
    if (index < end) return state;
  }
  return 'queued';
}

const host = 'files.example.com';
const noAnswer = { kind: 'no-answer' } as const;
const reasons: Readonly<Record<'failed' | 'held' | 'skipped', readonly Reason[]>> = {
  failed: [
    failure('file-changed', { change: { kind: 'grew', fromBytes: 1_104_882, toBytes: 1_121_266 } }).failure,
    failure('path-unreadable', { errno: 'EACCES' }).failure,
    failure('part-differs', { partNumber: 3, attempts: 5 }).failure,
  ],
  held: [
    failure('link-unknown', {
      cause: { code: 'unreachable', host, operation: 'PostDatasetFile', reason: noAnswer },
    }).failure,
  ],
  skipped: [{ code: 'symbolic-link' }, { code: 'symbolic-link-broken' }, { code: 'special-file' }],
};

/** What was found of the first of the accepted files, in the groups of the upload. */
const found: Readonly<Record<'damaged' | 'locked' | 'empty' | 'unchecked', Found>> = {
  damaged: { code: 'damaged', details: { type: 'zip', damage: { kind: 'end-missing', part: 'end-record' } } },
  locked: { code: 'encrypted', details: { type: 'pdf', locked: 'file', encryptedEntries: null } },
  empty: { code: 'empty', details: {} },
  unchecked: { code: 'cloud-only', details: { sign: 'no-blocks' } },
};
const foundGroups = ['damaged', 'locked', 'empty', 'unchecked'] as const;

function foundAt(
  { totals, exceptions }: Inventory,
  state: ItemView['state'],
  index: number,
): Pick<ItemView, 'exception' | 'findings' | 'findingCount'> {
  const plain = { findings: [], findingCount: 0 };
  if (state !== 'accepted')
    return { exception: exceptionGroup(state, state === 'skipped' ? 'not-a-file' : null), ...plain };
  const { uploading, failed, held, skipped } = totals;
  let end = uploading.items + failed.items + held.items + skipped.items;
  for (const group of foundGroups) {
    end += exceptions[group];
    if (index >= end) continue;
    const { code } = found[group];
    const finding = { ...found[group], id: index, itemId: index, severity: severityOf(code), path: '' };
    return { exception: group, findings: [finding as Finding], findingCount: 1 };
  }
  return { exception: null, ...plain };
}

/** Of an upload whose skipped files are links. */
export function exceptionsOf(
  { failed, held, skipped }: TotalsView,
  given: Partial<ExceptionCounts> = {},
): UploadView['exceptions'] {
  return {
    ...noExceptions,
    ...given,
    failed: failed.items,
    held: held.items,
    'not-a-file': skipped.items,
  };
}

export function itemAt(inventory: Inventory, index: number): ItemView {
  const { totals, uploadId, hasHeldLinks } = inventory;
  const random = spread(index);
  const state = stateAt(totals, index);
  const person = pick(people, random >>> 8);
  const ending = pick(endings, random >>> 12);
  const sizeBytes = index < 3 ? 20_600_000_000 - index * 2_500_000_000 : 4_096 + (random % 5_000_000);
  const partCount = Math.max(1, Math.ceil(sizeBytes / 50_000_000));
  const path =
    state === 'held' && hasHeldLinks
      ? `https://files.example.com/exports/phone-${index}.zip`
      : `EV-0412/${person}/${pick(folders, random >>> 16)}/${pick(names, random >>> 20)}-${String(index).padStart(7, '0')}.${ending}`;
  return {
    id: itemId.parse(uploadId * 10_000_000 + index),
    path,
    sizeBytes,
    modifiedAt: new Date(1_600_000_000_000 + (random % 150_000_000) * 1000).toISOString(),
    custodian: random % 19 === 0 ? null : person,
    state,
    reason:
      state === 'failed' || state === 'held' || state === 'skipped' ? pick(reasons[state], index) : null,
    sha1:
      state === 'accepted'
        ? [0, 1, 2, 3, 4]
            .map((k) =>
              spread(index * 7 + k)
                .toString(16)
                .padStart(8, '0'),
            )
            .join('')
        : null,
    ...foundAt(inventory, state, index),
    sha256: state === 'accepted' ? spread(index).toString(16).padStart(8, '0').repeat(8) : null,
    md5: null,
    sourceFileId: state === 'accepted' || state === 'uploading' ? 880_000 + index : null,
    partCount: state === 'skipped' ? null : partCount,
    partsDone: state === 'accepted' ? partCount : state === 'uploading' ? Math.floor(partCount * 0.646) : 0,
    answerState: state === 'accepted' ? 'accepted' : null,
    link: null,
    pack: null,
  };
}

const sorted = new Map<string, readonly number[]>();

/** The indexes that match a query, in its order; null for all in their own order. */
function matchingIndexes(inventory: Inventory, query: Argument<'uploads.items'>): readonly number[] | null {
  const { exceptions = [] } = query;
  if (query.search === '' && query.sort === null && query.states.length + exceptions.length === 0)
    return null;
  const { totals } = inventory;
  const key = JSON.stringify([
    inventory.uploadId,
    query.search,
    query.sort,
    query.states,
    exceptions,
    totals.failed.items,
  ]);
  const known = sorted.get(key);
  if (known !== undefined) return known;
  const all = Array.from({ length: countOf(totals) }, (_, index) => index);
  const search = query.search.toLowerCase();
  const kept = all
    .filter((index) => query.states.length === 0 || query.states.includes(stateAt(totals, index)))
    .filter((index) => {
      const group = exceptions.length === 0 ? null : itemAt(inventory, index).exception;
      return exceptions.length === 0 || (group !== null && exceptions.includes(group));
    })
    .filter((index) => search === '' || itemAt(inventory, index).path.toLowerCase().includes(search));
  const rankAt = (index: number) => [...exceptionGroups, null].indexOf(itemAt(inventory, index).exception);
  if (exceptions.length > 0 && query.sort === null) kept.sort((a, b) => rankAt(a) - rankAt(b) || a - b);
  if (query.sort !== null) {
    const { column, descending } = query.sort;
    const value = (index: number): string | number => {
      const item = itemAt(inventory, index);
      if (column === 'size') return item.sizeBytes ?? 0;
      return (column === 'custodian' ? item.custodian : column === 'state' ? item.state : item.path) ?? '';
    };
    const keyed = kept.map((index) => ({ index, value: value(index) }));
    keyed.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.index - b.index));
    if (descending) keyed.reverse();
    kept.splice(0, kept.length, ...keyed.map((each) => each.index));
  }
  if (sorted.size > 8) sorted.clear();
  sorted.set(key, kept);
  return kept;
}

export function page(
  inventory: Inventory,
  query: Argument<'uploads.items'>,
): { total: number; items: ItemView[] } {
  const chosen = matchingIndexes(inventory, query);
  const total = chosen === null ? countOf(inventory.totals) : chosen.length;
  const items: ItemView[] = [];
  for (let at = query.offset; at < Math.min(total, query.offset + query.limit); at += 1) {
    const index = chosen === null ? at : chosen[at];
    if (index !== undefined) items.push(itemAt(inventory, index));
  }
  return { total, items };
}
