import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/fold-text.ts';
import type { LedgerFilter } from '../../../preload/contract/watch-calls.ts';
import type { LedgerEntryView } from '../../../preload/contract/watched-folder.ts';
import { itemCustodian } from '../store/item-repository.ts';
import {
  type LedgerFile,
  type LedgerRow,
  ledgerColumns,
  toLedgerFile,
} from '../store/watch-file-repository.ts';
import { formatFileTime } from '../types/file-time.ts';
import { diskReasons } from '../watch/retry-failed.ts';

export interface LedgerPage {
  readonly total: number;
  readonly entries: LedgerEntryView[];
}

/** A search is folded like the names that it is compared with. */
export const isFound = `(instr(coalesce(name_folded, lower(file.name)), @search) > 0
  OR instr(lower(folder.path) || '/' || coalesce(name_folded, lower(file.name)), @search) > 0
  OR (length(@search) = 40 AND hex(sha1) = upper(@search)))`;

interface EntryRow extends LedgerRow {
  readonly earlierFolder: string | null;
  readonly earlierName: string | null;
  readonly custodian: string | null;
  readonly uploadId: bigint | null;
  /** Of its batch. Null if its rule isn't active. */
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
  joined('other.sha1 = this.sha1 AND this.size_bytes > 0'),
  joined(
    'other.file_id = this.file_id AND other.size_bytes = this.size_bytes AND other.earlier_id = this.id',
  ),
].join(' UNION ');

/** The ledger of a watched folder, page by page, newest first. */
export function createWatchQueries(db: Database) {
  const inStates = `(@states = '[]' OR file.state IN (SELECT value FROM json_each(@states)))`;
  const ofRule = `file.rule_id = @ruleId AND ${inStates}`;
  const byRule = 'watch_files AS file INDEXED BY watch_files_by_rule';
  const inFolders = 'CROSS JOIN watch_folders AS folder ON folder.id = file.folder_id';
  const pageOf = (files: string) =>
    db
      .prepare<unknown[], EntryRow>(
        `WITH file AS (SELECT * FROM watch_files WHERE id IN (
           ${files} ORDER BY file.id DESC LIMIT @limit OFFSET @offset))
         SELECT ${ledgerColumns}, earlier_folder.path AS earlierFolder, earlier.name AS earlierName,
           (SELECT ${itemCustodian} FROM items LEFT JOIN folders ON folders.id = items.folder_id
             WHERE items.id = file.item_id) AS custodian,
           (SELECT upload_id FROM watch_batches WHERE watch_batches.id = file.batch_id) AS uploadId,
           (SELECT retry_at FROM watch_batches JOIN watch_rules ON watch_rules.id = watch_batches.rule_id
             WHERE watch_batches.id = file.batch_id AND watch_rules.state = 'active' AND removed_at IS NULL) AS retryAt
         FROM file JOIN watch_folders AS folder ON folder.id = file.folder_id
           LEFT JOIN watch_files AS earlier ON earlier.id = file.earlier_id
           LEFT JOIN watch_folders AS earlier_folder ON earlier_folder.id = earlier.folder_id
         ORDER BY file.id DESC`,
      )
      .safeIntegers();
  const selectPage = pageOf(`SELECT file.id FROM ${byRule} WHERE ${ofRule}`);
  const selectFound = pageOf(`SELECT file.id FROM ${byRule} ${inFolders} WHERE ${ofRule} AND ${isFound}`);
  const selectRelated = pageOf(
    `SELECT file.id FROM watch_files AS file WHERE rule_id = @ruleId AND id IN (${related})`,
  );
  const countFound = db
    .prepare<unknown[], number>(`SELECT count(*) FROM ${byRule} ${inFolders} WHERE ${ofRule} AND ${isFound}`)
    .pluck();
  const countAll = db
    .prepare<unknown[], number>(
      `SELECT coalesce(sum(files), 0) FROM watch_totals
       WHERE rule_id = @ruleId AND (@states = '[]' OR state IN (SELECT value FROM json_each(@states)))`,
    )
    .pluck();

  return {
    watchHistory({
      ruleId,
      states,
      search,
      offset,
      limit,
    }: LedgerFilter & { readonly offset: number; readonly limit: number }): LedgerPage {
      const filter = { ruleId, states: JSON.stringify(states), search: foldText(search.trim()) };
      const [count, select] = filter.search === '' ? [countAll, selectPage] : [countFound, selectFound];
      const entries = select.all({ ...filter, offset, limit }).map(toEntry);
      return { total: count.get(filter) ?? 0, entries };
    },
    watchFileHistory: (ruleId: number, entryId: number): LedgerEntryView[] =>
      selectRelated.all({ ruleId, entryId, offset: 0, limit: maxRelated }).map(toEntry),
  };
}

function toEntry(row: EntryRow): LedgerEntryView {
  const { earlierFolder, earlierName, custodian, uploadId, retryAt, ...rest } = row;
  const file = toLedgerFile(rest);
  return {
    id: file.id,
    path: below(file.folder, file.name),
    sizeBytes: file.sizeBytes,
    modifiedAt: formatFileTime(file.mtimeNs),
    state: file.state,
    reason: file.reason,
    kind: file.kind,
    version: file.version,
    earlierPath: earlierName === null ? null : below(earlierFolder ?? '', earlierName),
    custodian,
    sha1: file.sha1,
    firstSeenAt: file.firstSeenAt,
    settledAt: file.settledAt,
    takenAt: file.takenAt,
    goneAt: file.goneAt,
    movedTo: file.movedTo,
    retryAt: isRetried(file) ? retryAt : null,
    uploadId: uploadId === null ? null : Number(uploadId),
    itemId: file.itemId,
  };
}

/** Whether its upload tries it again without a person. */
function isRetried({ state, goneAt, reason }: LedgerFile): boolean {
  if (state !== 'failed' || goneAt !== null || reason?.code !== 'not-sent') return false;
  return diskReasons.includes(reason.reason.code);
}

export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
