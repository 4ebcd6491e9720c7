import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { LedgerQuery } from '../../../preload/contract/watch/watch-calls.ts';
import type { LedgerState } from '../../../preload/contract/watch/watched-folder.ts';
import { itemCustodian } from '../store/items/custodian-columns.ts';
import { defineNaturalOrder, naturalOrder } from '../store/natural-order.ts';
import type { ItemOrder, ReadMode } from './item-order.ts';
import { exceptionIds, isFound } from './ledger-search.ts';

/** What a person has to look at comes first, then what is under way. */
const stateOrder = [
  'failed',
  'held',
  'settling',
  'settled',
  'taken',
  'sent',
  'renamed',
  'skipped',
  'gone',
] as const satisfies readonly LedgerState[];
type Missing = Exclude<LedgerState, (typeof stateOrder)[number]>;
const stateRank = (states: Missing extends never ? readonly LedgerState[] : never) =>
  `CASE file.state ${states.map((state, rank) => `WHEN '${state}' THEN ${rank}`).join(' ')} END`;

const orders = {
  path: naturalOrder("iif(folder.path = '', '', folder.path || '/') || file.name"),
  size: 'file.size_bytes',
  status: stateRank(stateOrder),
  custodian: naturalOrder(`coalesce(${itemCustodian}, '')`),
  taken: 'file.taken_at',
} as const;

type SortedQuery = LedgerQuery & { readonly sort: NonNullable<LedgerQuery['sort']> };

interface Kept {
  /** The counts of the ledger when it was sorted. */
  readonly counts: string;
  readonly order: ItemOrder;
  readonly until: number;
}

/** While a ledger changes, sorting it takes at most a tenth of the time. */
const keptForSorts = 10;

/**
 * The ledger of a watched folder sorted by a column, as IDs only: a million of them take 8 MB and a few seconds. An order is
 * kept while the ledger's counts are the same, and for a moment after they changed. Entries are never deleted, so every
 * ID of an earlier order still has its row.
 */
export class LedgerOrders {
  readonly #db: Database;
  readonly #mode: ReadMode;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Database, mode: ReadMode) {
    defineNaturalOrder(db);
    this.#db = db;
    this.#mode = mode;
  }

  of(query: SortedQuery): ItemOrder {
    const { ruleId, states, exceptions = false, search, sort } = query;
    const key = JSON.stringify([ruleId, states, exceptions, search, sort]);
    const startedAt = performance.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && (this.#mode === 'snapshot' || kept.until > startedAt)) return kept.order;
    const counts = this.#counts(ruleId);
    if (kept?.counts === counts) return kept.order;
    const order = this.#sorted(query);
    const endedAt = performance.now();
    if (this.#kept.size >= 4) this.#kept.delete(this.#kept.keys().next().value ?? key);
    this.#kept.set(key, { counts, order, until: endedAt + keptForSorts * (endedAt - startedAt) });
    return order;
  }

  #counts(ruleId: number): string {
    const counts = this.#db
      .prepare<[number]>(
        'SELECT state, sum(files), sum(bytes), sum(found) FROM watch_totals WHERE rule_id = ? GROUP BY state',
      )
      .raw();
    return JSON.stringify(counts.all(ruleId));
  }

  #sorted({ ruleId, states, exceptions = false, search, sort }: SortedQuery): ItemOrder {
    const wanted = foldText(search.trim());
    const needsFolder = sort.column === 'path' || wanted !== '';
    const listed = exceptions
      ? `(${exceptionIds('file.rule_id = @ruleId')}) AS listed CROSS JOIN watch_files AS file ON file.id = listed.id`
      : `watch_files AS file INDEXED BY ${states.length === 0 ? 'watch_files_by_rule' : 'watch_files_by_state'}`;
    const rows = this.#db
      .prepare<unknown[], number>(
        `SELECT file.id FROM ${listed}
         ${needsFolder ? 'CROSS JOIN watch_folders AS folder ON folder.id = file.folder_id' : ''}
         ${sort.column === 'custodian' ? 'LEFT JOIN items ON items.id = file.item_id LEFT JOIN folders ON folders.id = items.folder_id' : ''}
         WHERE file.rule_id = @ruleId
           ${states.length === 0 ? '' : 'AND file.state IN (SELECT value FROM json_each(@states))'}
           ${wanted === '' ? '' : `AND ${isFound}`}
         ORDER BY ${orders[sort.column]} ${sort.descending ? 'DESC' : 'ASC'}, file.id DESC`,
      )
      .pluck();
    const ids: number[] = [];
    const parameters = { ruleId, states: JSON.stringify(states), search: wanted };
    for (const id of rows.iterate(parameters)) ids.push(id);
    const order = Float64Array.from(ids);
    return {
      total: order.length,
      page: (offset, limit) => [...order.subarray(offset, offset + limit)],
    };
  }
}
