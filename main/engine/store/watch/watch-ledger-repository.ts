import type { Database } from 'better-sqlite3';
import { refusedTargets } from '../../../../preload/contract/failures/refused-for-good.ts';
import type { Issue } from '../../../../preload/contract/views/exception.ts';
import { issues } from '../../../../preload/contract/views/states.ts';
import type {
  LedgerState,
  WatchedFolderView,
  WatchReason,
} from '../../../../preload/contract/watch/watched-folder.ts';
import type { UploadId } from '../../types/ids.ts';
import type { ItemState } from '../../types/uploads.ts';
import {
  type LedgerFile,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  mayBeSameBirth,
  mayBeSameTime,
  sentTo,
  toLedgerFile,
} from './ledger-file.ts';
import { unsent } from './watch-file-repository.ts';

export interface FileTally {
  readonly files: number;
  readonly bytes: number;
}

/** Settled files of a top-level folder; '' for those beside them. */
export interface SettledGroup {
  readonly top: string;
  readonly files: number;
  /** When the first of them settled. */
  readonly since: string;
}

export type LedgerTotals = Readonly<Record<LedgerState, FileTally>>;

const noTotals: LedgerTotals = {
  settling: { files: 0, bytes: 0 },
  settled: { files: 0, bytes: 0 },
  taken: { files: 0, bytes: 0 },
  sent: { files: 0, bytes: 0 },
  failed: { files: 0, bytes: 0 },
  held: { files: 0, bytes: 0 },
  renamed: { files: 0, bytes: 0 },
  skipped: { files: 0, bytes: 0 },
  gone: { files: 0, bytes: 0 },
};

/** An item of a batch's upload. */
export interface BatchItemOutcome {
  readonly id: number;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly state: ItemState;
  /** JSON of a Reason. */
  readonly reason: string | null;
  /** The worst of what was found before it was sent. */
  readonly issue: Issue | null;
  readonly sha256: string | null;
  /** The version that was sent, as `formatVersion` writes it; of a file in a pack, its numbers and its time of birth only. */
  readonly fileVersion: string | null;
}

export interface FileOutcome {
  readonly id: number;
  readonly itemId: number | null;
  readonly state: 'taken' | 'sent' | 'failed' | 'held' | 'skipped' | 'gone';
  readonly reason: WatchReason | null;
  readonly issue: Issue | null;
  /** In hexadecimal. */
  readonly sha256: string | null;
  /** The file that was sent. Null, and a birth of 0, where that can't be told: it stays as it was seen last. */
  readonly sentFile: Pick<LedgerFile, 'device' | 'fileId' | 'bornNs'> | null;
}

/** Directly in this top-level folder, and below it; null for every file of the rule. */
type Top = string | null;

/** Rows by their IDs: a rule's ledger is read and changed piece by piece, so that the event loop stays free. */
export interface LedgerRange {
  readonly ruleId: number;
  /** Not in the range. */
  readonly after: number;
  /** In the range. */
  readonly to: number;
}

/** The view of a watched folder is made several times a second. */
const maxRead = 1_000;

/** The ledger as batches and people see it. Every write belongs in the caller's transaction. */
export function createWatchLedgerRepository(db: Database) {
  const select = (rest: string) =>
    db.prepare<unknown[], LedgerRow>(`SELECT ${ledgerColumns} FROM ${ledgerTables} ${rest}`).safeIntegers();
  const countFound = db
    .prepare<[number], number>(
      "SELECT coalesce(sum(found), 0) FROM watch_totals WHERE rule_id = ? AND state = 'sent'",
    )
    .pluck();
  const selectFoundIssues = db
    .prepare<[number], Issue>(
      `SELECT DISTINCT issue FROM watch_files INDEXED BY watch_files_found
       WHERE rule_id = ? AND issue IS NOT NULL AND state = 'sent'`,
    )
    .pluck();
  const selectHeldFor = db
    .prepare<[number, number], string>(
      `SELECT DISTINCT reason ->> '$.reason.finding' AS finding FROM (
         SELECT reason FROM watch_files WHERE rule_id = ? AND state = 'held' LIMIT ?
       ) WHERE finding IS NOT NULL ORDER BY 1`,
    )
    .pluck();
  const selectReviewUpload = db
    .prepare<[number, number], UploadId>(
      `SELECT upload_id FROM watch_batches WHERE id = (SELECT min(batch_id) FROM (
         SELECT batch_id FROM watch_files WHERE rule_id = ? AND state = 'held' LIMIT ?))`,
    )
    .pluck();
  const selectTotals = db.prepare<[number], FileTally & { state: LedgerState }>(
    'SELECT state, sum(files) AS files, sum(bytes) AS bytes FROM watch_totals WHERE rule_id = ? GROUP BY state',
  );
  const selectGroups = db.prepare<[number], SettledGroup>(
    `SELECT top, files, since FROM watch_totals INDEXED BY watch_totals_settled
     WHERE rule_id = ? AND state = 'settled' AND files > 0`,
  );
  const setSince = db.prepare(
    `UPDATE watch_totals SET since = @at
     WHERE rule_id = @ruleId AND (@top IS NULL OR top = @top) AND state = 'settled' AND files > 0`,
  );
  const inRange = 'id > @after AND id <= @to';
  const lastOf = (where: string) =>
    db
      .prepare<unknown[], number | null>(
        `SELECT max(id) FROM (SELECT id FROM watch_files INDEXED BY ${where} AND id > @after ORDER BY id LIMIT @limit)`,
      )
      .pluck();
  const lastRow = lastOf('watch_files_by_rule WHERE rule_id = @ruleId');
  const lastSettled = lastOf("watch_files_by_state WHERE rule_id = @ruleId AND state = 'settled'");
  const selectSettled = select(
    `WHERE file.rule_id = @ruleId AND file.state = 'settled' AND file.id > @after AND file.id <= @to
       AND (@top IS NULL OR top = @top) ORDER BY file.id`,
  );
  const takeOne = db.prepare(
    `UPDATE watch_files SET state = 'taken', batch_id = @batchId, taken_at = @at
     WHERE id = @id AND state = 'settled' AND batch_id IS NULL`,
  );
  const unsettle = db.prepare(
    `UPDATE watch_files SET state = 'settling', settled_at = NULL
     WHERE id IN (SELECT id FROM watch_files WHERE rule_id = @ruleId AND state = 'settled' LIMIT @limit)`,
  );
  const releaseBatch = db.prepare(
    `UPDATE watch_files SET state = iif(gone_at IS NULL, 'settled', 'gone'), batch_id = NULL, taken_at = NULL
     WHERE id IN (SELECT id FROM watch_files WHERE batch_id = @batchId AND state = 'taken' LIMIT @limit)`,
  );
  const selectBatch = select(
    `WHERE batch_id = @batchId AND (folder_id, file.id) > (@folder, @after)
     ORDER BY folder_id, file.id LIMIT @limit`,
  );
  // What changed while it was sent is gone, and sent as it is now. What left can't be sent. That they failed needs nobody.
  const laterVersion = `SELECT 1 FROM watch_files AS later
    WHERE later.folder_id = watch_files.folder_id AND later.name = watch_files.name
      AND coalesce(later.name_bytes, x'') = coalesce(watch_files.name_bytes, x'') AND later.version > watch_files.version`;
  const hasLeft = `(gone_at IS NOT NULL OR EXISTS (${laterVersion}))`;
  const setOutcome = db.prepare(
    `UPDATE watch_files SET item_id = @itemId, issue = @issue, sha256 = coalesce(@sha256, sha256),
       device = coalesce(@device, device), file_id = coalesce(@fileId, file_id), born_ns = coalesce(nullif(@bornNs, 0), born_ns),
       reason = @reason, state = iif(@state = 'failed' AND ${hasLeft}, 'gone', @state)
     WHERE id = @id AND NOT (state = 'gone' AND @state IN ('skipped', 'gone'))
       AND (state <> @state OR reason IS NOT @reason OR item_id IS NOT @itemId OR issue IS NOT @issue)`,
  );
  const selectGone = db.prepare<[number], { readonly itemId: number; readonly isElsewhere: number }>(
    `SELECT item_id AS itemId, EXISTS (SELECT 1 FROM watch_files AS other
         WHERE other.file_id = watch_files.file_id AND other.size_bytes = watch_files.size_bytes
           AND other.device = watch_files.device AND other.rule_id = watch_files.rule_id
           AND ${mayBeSameBirth('other.born_ns', 'watch_files.born_ns')}
           AND other.state = 'settling' AND other.gone_at IS NULL) AS isElsewhere
       FROM watch_files WHERE batch_id = ? AND item_id IS NOT NULL
         AND (state = 'gone' OR (state = 'held' AND ${hasLeft}))`,
  );
  const selectOutcomes = db.prepare<unknown[], BatchItemOutcome>(
    `SELECT items.id, items.name, items.name_bytes AS nameBytes, items.state, items.reason, items.issue,
         coalesce(source_files.sha256, pack_members.sha256) AS sha256,
         coalesce(source_files.file_version,
           '0 ' || items.file_id || ' 0 ' || items.device || ' ' || pack_members.born_ns) AS fileVersion
       FROM items
         LEFT JOIN source_files ON source_files.item_id = items.id AND source_files.abandoned = 0
         LEFT JOIN pack_members ON pack_members.item_id = items.id
       WHERE items.folder_id = (
           SELECT folders.id FROM roots CROSS JOIN folders ON folders.root_id = roots.id AND folders.path_key = @folder
           WHERE roots.upload_id = @uploadId)
         AND items.id > @after ORDER BY items.id LIMIT @limit`,
  );
  // A failed file that left its path is gone: see `setGone`. Its rule may have been removed, and another one have sent it.
  const canRetry = `file.state IN ('taken', 'failed') AND NOT EXISTS (
    SELECT 1 FROM watch_folders AS folder
      JOIN watch_folders AS other_folder ON other_folder.place = folder.place AND other_folder.rule_id <> folder.rule_id
      JOIN watch_files AS other ON other.folder_id = other_folder.id AND other.name = file.name
        AND coalesce(other.name_bytes, x'') = coalesce(file.name_bytes, x'')
    WHERE folder.id = file.folder_id AND other.state IN ('settled', 'taken', 'sent') AND other.size_bytes = file.size_bytes
      AND ${mayBeSameTime('other.mtime_ns', 'file.mtime_ns')} AND other.mtime_era = file.mtime_era AND ${sentTo('other')} = ${sentTo('file')})`;
  const selectRetriable = db.prepare<[number], { id: number; itemId: number }>(
    `SELECT id, item_id AS itemId FROM watch_files AS file WHERE batch_id = ? AND item_id IS NOT NULL AND ${canRetry}`,
  );
  const takeAgain = db.prepare(
    `UPDATE watch_files AS file SET state = 'taken', reason = NULL WHERE id = ? AND ${canRetry}`,
  );
  const takeQueued = db.prepare(
    `UPDATE watch_files SET state = 'taken', reason = NULL
     WHERE batch_id = ? AND state = 'held' AND EXISTS (SELECT 1 FROM items WHERE items.id = item_id AND items.state = 'queued')`,
  );
  const hasFailed = db
    .prepare<unknown[], number>(
      `SELECT EXISTS (SELECT 1 FROM watch_files WHERE batch_id = @batchId AND state = 'failed' AND gone_at IS NULL
         AND reason ->> '$.reason.code' IN (SELECT value FROM json_each(@codes)))`,
    )
    .pluck();
  const markCopy = db.prepare(`
    UPDATE watch_files SET kind = 'copy', earlier_id = earlier.id
    FROM (
      SELECT other.id FROM watch_files AS this JOIN watch_files AS other ON other.sha256 = this.sha256
      WHERE this.id = @id AND other.id <> this.id AND other.state = 'sent' AND ${sentTo('other')} = ${sentTo('this')}
      ORDER BY other.id LIMIT 1) AS earlier
    WHERE watch_files.id = @id AND kind = 'new'`);
  const selectOldestUnsettled = select(
    "WHERE file.rule_id = ? AND file.state = 'settling' ORDER BY file.id LIMIT 1",
  );
  const release = db.prepare(
    "UPDATE watch_files SET state = 'settled', reason = NULL WHERE id = ? AND state = 'held' AND batch_id IS NULL",
  );
  const skip = db.prepare(
    "UPDATE watch_files SET state = 'skipped' WHERE id = ? AND state = 'held' AND batch_id IS NULL",
  );
  // Their next scan sees them as files that came back.
  const resetUntaken = db.prepare(
    `UPDATE watch_files SET state = 'gone', gone_at = coalesce(gone_at, @at), reason = NULL
     WHERE rule_id = @ruleId AND ${inRange} AND state IN ('settling', 'settled', 'skipped', 'held') AND batch_id IS NULL
       AND continues_id IS NULL`,
  );
  const forget = db.prepare(
    `UPDATE watch_files SET gone_at = @at, state = iif(${unsent}, 'gone', state)
     WHERE rule_id = @ruleId AND ${inRange} AND gone_at IS NULL`,
  );
  const requeueRefused = db.prepare(
    `UPDATE watch_files SET state = 'settled', reason = NULL, batch_id = NULL, item_id = NULL, taken_at = NULL
     WHERE rule_id = @ruleId AND ${inRange} AND state = 'failed' AND gone_at IS NULL
       AND reason ->> '$.reason.code' IN (${refusedTargets.map((code) => `'${code}'`).join(', ')})`,
  );
  const setMoved = db.prepare('UPDATE watch_files SET moved_to = ?, gone_at = ? WHERE id = ?');
  const hasMovedInto = db
    .prepare<unknown[], number>(
      `SELECT EXISTS (SELECT 1 FROM watch_files INDEXED BY watch_files_moved
         WHERE rule_id = @ruleId AND moved_to > @subfolder || '/' AND moved_to < @subfolder || '0')`,
    )
    .pluck();

  const files = (rows: readonly LedgerRow[]): readonly LedgerFile[] => rows.map(toLedgerFile);

  const totals = (ruleId: number): LedgerTotals => {
    const found: Record<LedgerState, FileTally> = { ...noTotals };
    for (const { state, ...tally } of selectTotals.all(ruleId)) found[state] = tally;
    return found;
  };

  return {
    totals,
    /** How many files of a rule are in which state. */
    counts(ruleId: number): WatchedFolderView['counts'] {
      const { settling, settled, taken, sent, failed, held, renamed, skipped } = totals(ruleId);
      return {
        settling: settling.files,
        settled: settled.files,
        sending: taken.files,
        sent: sent.files,
        failed: failed.files,
        held: held.files,
        renamed: renamed.files,
        skipped: skipped.files,
      };
    },
    /** What was found in files that wait for a person; of very many, in some. */
    heldFor: (ruleId: number): string[] => selectHeldFor.all(ruleId, maxRead),
    /** The first upload with files that need review; of very many, of some. */
    reviewUpload: (ruleId: number): UploadId | null => selectReviewUpload.get(ruleId, maxRead) ?? null,
    /** Sent files in which something was found. */
    countFound: (ruleId: number): number => countFound.get(ruleId) ?? 0,
    /** What was found in them, worst first. */
    foundIssues(ruleId: number): Issue[] {
      const found = countFound.get(ruleId) ?? 0;
      const kinds = found === 0 || found > maxRead ? [] : selectFoundIssues.all(ruleId);
      return issues.filter((issue) => kinds.includes(issue));
    },
    settledGroups: (ruleId: number): readonly SettledGroup[] => selectGroups.all(ruleId),
    /** What settled while a batch was closed, or didn't fit, waits from now on. */
    waitAgain: (ruleId: number, top: Top, at: string): void => void setSince.run({ ruleId, top, at }),
    /**
     * The settled files among the next `limit` of all top-level folders, by ID. `to` is where the next page begins; null
     * after the last one.
     */
    settledPage(
      ruleId: number,
      top: Top,
      after: number,
      limit: number,
    ): { readonly files: readonly LedgerFile[]; readonly to: number | null } {
      const to = lastSettled.get({ ruleId, after, limit }) ?? null;
      return { files: to === null ? [] : files(selectSettled.all({ ruleId, top, after, to })), to };
    },
    /** Takes these settled files into a batch. Returns how many it took. */
    take(ids: readonly number[], batchId: number, at: string): number {
      let taken = 0;
      for (const id of ids) taken += takeOne.run({ id, batchId, at }).changes;
      return taken;
    },
    /** What a rule had settled before it was paused settles again: another rule may have sent it since. Returns how many. */
    unsettle: (ruleId: number, limit: number): number => unsettle.run({ ruleId, limit }).changes,
    /** Gives back files of a batch that got no upload; those that left meanwhile are gone. Returns how many. */
    releaseBatch: (batchId: number, limit: number): number => releaseBatch.run({ batchId, limit }).changes,
    /** The batch's files, folder by folder, after this one. */
    batchPage: (batchId: number, last: LedgerFile | null, limit: number) =>
      files(selectBatch.all({ batchId, folder: last?.folderId ?? 0, after: last?.id ?? 0, limit })),
    /** The items of an upload in this folder, in the order of their IDs. */
    itemOutcomes: (uploadId: number, folder: Uint8Array, after: number, limit: number) =>
      selectOutcomes.all({ uploadId, folder, after, limit }),
    /** The rows, by item, that the batch's upload may send again: those that nothing later stands for. */
    retriable: (batchId: number): ReadonlyMap<number, number> =>
      new Map(selectRetriable.all(batchId).map(({ id, itemId }) => [itemId, id])),
    /**
     * The items that failed or need review, and whose files left their paths, or were replaced, since. With whether the file
     * waits under another path, to be sent from there once it is decided about the item.
     */
    goneItems: (batchId: number): ReadonlyMap<number, { readonly isElsewhere: boolean }> =>
      new Map(
        selectGone
          .all(batchId)
          .map(({ itemId, isElsewhere }) => [itemId, { isElsewhere: isElsewhere === 1 }]),
      ),
    /** It is sent again by its batch. False if it may not be any longer: see `retriable`. */
    takeAgain: (id: number): boolean => takeAgain.run(id).changes > 0,
    /** What a person decided to send is sent again by its batch: nobody has to look at it any longer. */
    takeQueued: (batchId: number): void => void takeQueued.run(batchId),
    /** Whether a file of the batch that is still there failed for one of these reasons. */
    hasFailed: (batchId: number, codes: readonly string[]): boolean =>
      hasFailed.get({ batchId, codes: JSON.stringify(codes) }) === 1,
    /** What became of a batch's files. May be called again. */
    recordOutcomes(outcomes: readonly FileOutcome[]): void {
      for (const { id, itemId, state, reason, issue, sha256, sentFile } of outcomes) {
        const stored = reason === null ? null : JSON.stringify(reason);
        const bytes = sha256 === null ? null : Buffer.from(sha256, 'hex');
        const { changes } = setOutcome.run({
          id,
          itemId,
          state,
          issue,
          reason: stored,
          sha256: bytes,
          device: sentFile?.device ?? null,
          fileId: sentFile?.fileId ?? null,
          bornNs: sentFile?.bornNs ?? 0n,
        });
        if (changes > 0 && state === 'sent') markCopy.run({ id });
      }
    },
    /** The file that has been settling for longest. */
    oldestUnsettled(ruleId: number): LedgerFile | null {
      const row = selectOldestUnsettled.get(ruleId);
      return row === undefined ? null : toLedgerFile(row);
    },
    /** A person decided that these copies are sent. */
    releaseHeld: (ids: readonly number[]): void => {
      for (const id of ids) release.run(id);
    },
    /** A person decided that these copies aren't sent. */
    skipHeld: (ids: readonly number[]): void => {
      for (const id of ids) skip.run(id);
    },
    /** The range of the next `limit` rows of a rule, in any state. Returns null after the last one. */
    nextRange(ruleId: number, after: number, limit: number): LedgerRange | null {
      const to = lastRow.get({ ruleId, after, limit }) ?? null;
      return to === null ? null : { ruleId, after, to };
    },
    /** What the rule hasn't taken, or skipped, is decided again. */
    resetUntaken: (range: LedgerRange, at: string): void => void resetUntaken.run({ ...range, at }),
    /** None of its files is known to be at its path any longer. */
    forgetPresence: (range: LedgerRange, at: string): void => void forget.run({ ...range, at }),
    /** Files whose dataset or database was gone: they go with the next batch. */
    requeueRefused: (range: LedgerRange): void => void requeueRefused.run(range),
    /** It was moved to this path below the watched folder after it was accepted. */
    setMoved: (id: number, path: string, at: string): void => void setMoved.run(path, at, id),
    /** Whether any file is in this subfolder since. */
    hasMovedInto: (ruleId: number, subfolder: string): boolean =>
      hasMovedInto.get({ ruleId, subfolder }) === 1,
  };
}

export type WatchLedgerRepository = ReturnType<typeof createWatchLedgerRepository>;
