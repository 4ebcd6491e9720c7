import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { Issue } from '../../../preload/contract/views/exception.ts';
import { maxItemFindings } from '../../../preload/contract/views/views.ts';
import type { LedgerFilter, LedgerQuery } from '../../../preload/contract/watch/watch-calls.ts';
import type { LedgerEntryView, OtherCustodian } from '../../../preload/contract/watch/watched-folder.ts';
import { itemCustodian } from '../store/items/custodian-columns.ts';
import { createFindingRepository, type FindingRepository } from '../store/items/finding-repository.ts';
import { type LedgerRow, ledgerColumns, toLedgerFile } from '../store/watch/ledger-file.ts';
import { formatFileTime } from '../types/file-time.ts';
import { type UploadId, uploadId } from '../types/ids.ts';
import { joinPath } from '../types/source-path.ts';
import { isRetried } from '../watch/runner/disk-retries.ts';
import type { ReadMode } from './item-order.ts';
import { LedgerOrders } from './ledger-order.ts';
import { exceptionIds, isException, isFound } from './ledger-search.ts';

export interface LedgerPage {
  readonly total: number;
  readonly entries: LedgerEntryView[];
}

interface EntryRow extends LedgerRow {
  readonly earlierFolder: string | null;
  readonly earlierName: string | null;
  readonly earlierRule: string | null;
  readonly earlierUpload: bigint | null;
  readonly earlierCustodian: string | null;
  readonly custodian: string | null;
  readonly uploadId: bigint | null;
  readonly issue: Issue | null;
  /** JSON */
  readonly otherCustodian: string | null;
  /** When its batch is tried again, or null if its rule isn't active. */
  readonly retryAt: string | null;
}

const maxRelated = 100;
const joined = (on: string) =>
  `SELECT id FROM (SELECT other.id FROM watch_files AS this CROSS JOIN watch_files AS other ON ${on}
     WHERE this.id = @entryId AND other.rule_id = @ruleId LIMIT ${maxRelated})`;
/** The entry itself, what it was before, its versions, and what has its content or was made of it. */
const related = [
  'SELECT @entryId',
  'SELECT earlier_id FROM watch_files WHERE id = @entryId',
  joined(`other.folder_id = this.folder_id AND other.name = this.name
    AND coalesce(other.name_bytes, x'') = coalesce(this.name_bytes, x'')`),
  // Empty files have the same content, and nothing else in common.
  joined('other.sha256 = this.sha256 AND this.size_bytes > 0'),
  joined(
    'other.file_id = this.file_id AND other.size_bytes = this.size_bytes AND other.earlier_id = this.id',
  ),
].join(' UNION ');

const uploadOf = (file: string) =>
  `(SELECT upload_id FROM watch_batches WHERE watch_batches.id = ${file}.batch_id)`;
const itemCustodianOf = (file: string) => `(SELECT ${itemCustodian} FROM items
  LEFT JOIN folders ON folders.id = items.folder_id WHERE items.id = ${file}.item_id)`;

/** The ledger of a watched folder, page by page, newest first or in the order of a column. */
export function createWatchQueries(db: Database, mode: ReadMode = 'current') {
  const orders = new LedgerOrders(db, mode);
  const findings = createFindingRepository(db);
  const entryOf = (row: EntryRow) => toEntry(row, findings);
  const inStates = `(@states = '[]' OR file.state IN (SELECT value FROM json_each(@states)))`;
  const ofRule = `file.rule_id = @ruleId AND file.id < @before`;
  const byRule = 'watch_files AS file INDEXED BY watch_files_by_rule';
  const inFolders = 'CROSS JOIN watch_folders AS folder ON folder.id = file.folder_id';
  const entriesOf = (files: string) =>
    db
      .prepare<unknown[], EntryRow>(
        `WITH file AS (SELECT * FROM watch_files WHERE id IN (${files}))
         SELECT ${ledgerColumns}, file.issue, file.other_custodian AS otherCustodian, earlier_folder.path AS earlierFolder, earlier.name AS earlierName,
           (SELECT name FROM watch_rules WHERE watch_rules.id = earlier.rule_id AND earlier.rule_id <> file.rule_id) AS earlierRule,
           ${uploadOf('earlier')} AS earlierUpload, ${itemCustodianOf('earlier')} AS earlierCustodian,
           ${uploadOf('file')} AS uploadId, ${itemCustodianOf('file')} AS custodian,
           (SELECT retry_at FROM watch_batches JOIN watch_rules ON watch_rules.id = watch_batches.rule_id
             WHERE watch_batches.id = file.batch_id AND watch_rules.state = 'active' AND removed_at IS NULL) AS retryAt
         FROM file JOIN watch_folders AS folder ON folder.id = file.folder_id
           LEFT JOIN watch_files AS earlier ON earlier.id = file.earlier_id
           LEFT JOIN watch_folders AS earlier_folder ON earlier_folder.id = earlier.folder_id
         ORDER BY file.id DESC`,
      )
      .safeIntegers();
  const pageOf = (files: string) => entriesOf(`${files} ORDER BY id DESC LIMIT @limit OFFSET @offset`);
  const selectIds = entriesOf('SELECT value FROM json_each(@ids)');
  const selectExceptions = pageOf(exceptionIds(ofRule));
  const selectAll = pageOf(`SELECT file.id AS id FROM ${byRule} WHERE ${ofRule}`);
  const selectOfStates = new Map<number, typeof selectAll>();
  /** Merged from the rows of each state: a page far down the list doesn't read those of other states. */
  const ofStates = (count: number): typeof selectAll => {
    const known = selectOfStates.get(count);
    if (known !== undefined) return known;
    const one = (index: number) =>
      `SELECT id FROM watch_files AS file INDEXED BY watch_files_by_state WHERE ${ofRule} AND state = @states ->> ${index}`;
    const select = pageOf(Array.from({ length: count }, (_, index) => one(index)).join(' UNION ALL '));
    selectOfStates.set(count, select);
    return select;
  };
  const found = `${byRule} ${inFolders} WHERE ${ofRule} AND ${inStates} AND (@exceptions = 0 OR ${isException}) AND ${isFound}`;
  const selectFound = pageOf(`SELECT file.id AS id FROM ${found}`);
  const selectRelated = pageOf(
    `SELECT file.id AS id FROM watch_files AS file WHERE rule_id = @ruleId AND id IN (${related})`,
  );
  const countFound = db.prepare<unknown[], number>(`SELECT count(*) FROM ${found}`).pluck();
  const countAll = db
    .prepare<unknown[], number>(
      `SELECT coalesce(sum(files), 0) FROM watch_totals
       WHERE rule_id = @ruleId AND (@states = '[]' OR state IN (SELECT value FROM json_each(@states)))`,
    )
    .pluck();

  const countExceptions = db
    .prepare<unknown[], number>(`SELECT count(*) FROM (${exceptionIds('file.rule_id = @ruleId')})`)
    .pluck();

  const parametersOf = ({ ruleId, states, exceptions = false, search }: LedgerFilter) => ({
    ruleId,
    exceptions: exceptions ? 1 : 0,
    states: JSON.stringify(states),
    search: foldText(search.trim()),
    before: Number.MAX_SAFE_INTEGER,
    offset: 0,
  });
  const selectFor = ({ states, exceptions }: LedgerFilter, search: string) => {
    if (search !== '') return selectFound;
    if (exceptions === true) return selectExceptions;
    return states.length === 0 ? selectAll : ofStates(states.length);
  };

  return {
    watchHistory({
      offset,
      limit,
      sort,
      ...filter
    }: LedgerQuery & { readonly offset: number; readonly limit: number }): LedgerPage {
      if (sort !== null) {
        const order = orders.of({ ...filter, sort });
        const ids = order.page(offset, limit);
        const entries = new Map(
          selectIds.all({ ids: JSON.stringify(ids) }).map((row) => [Number(row.id), entryOf(row)]),
        );
        return { total: order.total, entries: ids.flatMap((id) => entries.get(id) ?? []) };
      }
      const parameters = parametersOf(filter);
      const select = selectFor(filter, parameters.search);
      const entries = select.all({ ...parameters, offset, limit }).map(entryOf);
      const countListed = filter.exceptions === true ? countExceptions : countAll;
      const count = parameters.search === '' ? countListed : countFound;
      return { total: count.get(parameters) ?? 0, entries };
    },
    /** The next ones, older than the entry with the ID `before`, which is null for the first ones. */
    watchEntries(
      filter: LedgerFilter & { readonly before: number | null; readonly limit: number },
    ): LedgerEntryView[] {
      const parameters = parametersOf(filter);
      const before = filter.before ?? parameters.before;
      const select = selectFor(filter, parameters.search);
      return select.all({ ...parameters, before, limit: filter.limit }).map(entryOf);
    },
    watchFileHistory: (ruleId: number, entryId: number): LedgerEntryView[] =>
      selectRelated.all({ ruleId, entryId, offset: 0, limit: maxRelated }).map(entryOf),
  };
}

function toEntry(row: EntryRow, findings: FindingRepository): LedgerEntryView {
  const { earlierFolder, earlierName, custodian, issue, uploadId: entryUpload, retryAt, ...stored } = row;
  const { earlierRule, earlierUpload, earlierCustodian } = row;
  const { otherCustodian: otherJson, ...rest } = stored;
  const other = otherJson === null ? null : (JSON.parse(otherJson) as OtherCustodian);
  const file = toLedgerFile(rest);
  return {
    id: file.id,
    path: joinPath(file.folder, file.name),
    sizeBytes: file.sizeBytes,
    modifiedAt: formatFileTime(file.mtimeNs),
    state: file.state,
    reason: file.reason,
    kind: file.kind,
    version: file.version,
    earlierPath: earlierName === null ? null : joinPath(earlierFolder ?? '', earlierName),
    earlier:
      earlierName === null
        ? null
        : { rule: earlierRule, uploadId: uploadIdOrNull(earlierUpload), custodian: earlierCustodian },
    custodian: custodian ?? other?.sent ?? null,
    otherCustodian: other,
    sha256: file.sha256,
    firstSeenAt: file.firstSeenAt,
    settledAt: file.settledAt,
    takenAt: file.takenAt,
    goneAt: file.goneAt,
    movedTo: file.movedTo,
    retryAt: isRetried(file) ? retryAt : null,
    uploadId: uploadIdOrNull(entryUpload),
    itemId: file.itemId,
    issue,
    findings: file.itemId === null ? [] : [...findings.ofItem(file.itemId, maxItemFindings)],
  };
}

const uploadIdOrNull = (id: bigint | null): UploadId | null =>
  id === null ? null : uploadId.parse(Number(id));
