import type { Database } from 'better-sqlite3';
import type { FindingFilter } from '../../../preload/contract/calls/preflight-calls.ts';
import { severities } from '../../../preload/contract/views/finding.ts';
import { findingPath, worstFirst } from '../store/items/finding-repository.ts';
import { isSelectionSkip } from '../store/items/selection-repository.ts';
import { maxSorted } from '../store/natural-order.ts';
import { searchItems } from './item-search.ts';

/** Sorted once, then kept for a moment while a person scrolls. */
const keptMs = 30_000;

/** The findings of a list in their order, as ids only: a million of them take 8 MB. Needs SQL's functions `folded` and `natural_order`. */
export class FindingList {
  readonly #db: Database;
  #kept: { readonly key: string; readonly ids: Float64Array; readonly until: number } | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  page(filter: FindingFilter, offset: number, limit: number): { total: number; ids: readonly number[] } {
    const ids = this.#idsOf(filter);
    return { total: ids.length, ids: [...ids.subarray(offset, offset + limit)] };
  }

  /**
   * The files of all findings that match and that the selection may change, in order: those to send, or those that it skips.
   * A set of segments has the first one, which stands for it.
   */
  files(filter: FindingFilter, state: 'queued' | 'skipped'): readonly number[] {
    const { tables, conditions, parameters } = conditionsOf(filter);
    return this.#db
      .prepare<unknown[], number>(
        `${tables} SELECT DISTINCT coalesce(segments.first_item_id, items.id) AS id
         FROM findings JOIN items ON items.id = findings.item_id AND items.folder_id IS NOT NULL
         LEFT JOIN folders ON folders.id = items.folder_id LEFT JOIN segments ON segments.item_id = items.id
         WHERE ${conditions} AND ${state === 'queued' ? "items.state = 'queued'" : isSelectionSkip} ORDER BY 1`,
      )
      .pluck()
      .all(parameters);
  }

  #idsOf(filter: FindingFilter, now = Date.now()): Float64Array {
    // Checks that a person asks for add findings, and replace earlier ones.
    const { last, total } = this.#db
      .prepare<[number], { last: number | null; total: number }>(
        'SELECT max(id) AS last, count(*) AS total FROM findings WHERE upload_id = ?',
      )
      .get(filter.uploadId) ?? { last: null, total: 0 };
    const { uploadId, severities: wanted, codes, search, sort } = filter;
    const key = JSON.stringify([uploadId, wanted, codes, search, sort, last, total]);
    if (this.#kept !== null && this.#kept.key === key && this.#kept.until > now) return this.#kept.ids;
    const ids = this.#sorted(filter);
    this.#kept = { key, ids, until: now + keptMs };
    return ids;
  }

  /** By the index alone. */
  #countWithoutSearch(filter: FindingFilter): number {
    const { conditions, parameters } = conditionsOf({ ...filter, search: '' });
    return (
      this.#db
        .prepare<unknown[], number>(`SELECT count(*) FROM findings WHERE ${conditions}`)
        .pluck()
        .get(parameters) ?? 0
    );
  }

  #sorted(filter: FindingFilter): Float64Array {
    const { sort, search } = filter;
    const direction = sort?.descending === true ? 'DESC' : 'ASC';
    const isLong = this.#countWithoutSearch(filter) > maxSorted;
    const column = sort?.column === 'path' ? findingPath : 'items.size_bytes';
    const order = `${sort === null ? '' : `${column} ${direction}, `}${worstFirst(isLong)}`;
    const needsItems = !isLong || sort !== null || search.trim() !== '';
    const { tables, conditions, parameters } = conditionsOf(filter);
    const rows = this.#db
      .prepare<unknown[], number>(
        `${tables} SELECT findings.id FROM findings
         ${needsItems ? 'LEFT JOIN items ON items.id = findings.item_id LEFT JOIN folders ON folders.id = items.folder_id' : ''}
         WHERE ${conditions} ORDER BY ${order}`,
      )
      .pluck();
    const ids: number[] = [];
    for (const id of rows.iterate(parameters)) ids.push(id);
    return Float64Array.from(ids);
  }
}

function conditionsOf({ uploadId, severities: wanted, codes, search }: FindingFilter) {
  const found = search.trim() === '' ? null : searchItems(search);
  const conditions = [
    'findings.upload_id = @uploadId',
    ...(wanted.length === 0 ? [] : ['findings.severity IN (SELECT value FROM json_each(@severities))']),
    ...(codes.length === 0 ? [] : ['findings.code IN (SELECT value FROM json_each(@codes))']),
    ...(found === null
      ? []
      : [`((${found.condition}) OR instr(folded(coalesce(findings.path, '')), @wanted) > 0)`]),
  ];
  return {
    tables: found?.tables ?? '',
    conditions: conditions.join(' AND '),
    parameters: {
      uploadId,
      severities: JSON.stringify(wanted.map((severity) => severities.indexOf(severity))),
      codes: JSON.stringify(codes),
      ...found?.parameters,
    },
  };
}
