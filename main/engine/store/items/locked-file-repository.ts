import type { Database } from 'better-sqlite3';
import { foldText } from '../../../../preload/contract/texts/fold-text.ts';
import { severities, severityOf } from '../../../../preload/contract/views/finding.ts';
import type {
  LockedFilesSummary,
  LockedFileView,
  lockedColumns,
  TrialStatus,
} from '../../../../preload/contract/views/locked-file.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { byPath, defineNaturalOrder, naturalOrder } from '../natural-order.ts';
import { itemCustodian } from './custodian-columns.ts';
import { updateIssues } from './item-issues.ts';
import { displayPath, type Item, type ItemRow, itemColumns, itemTables, toItem } from './item-repository.ts';

/** A locked file of the inventory: pre-flight found it encrypted. */
export interface LockedFile {
  readonly item: Item;
  readonly type: string;
  readonly locked: 'file' | 'entries';
  readonly status: TrialStatus;
  readonly reason: string | null;
}

export interface LockedFileQuery {
  readonly status: TrialStatus | null;
  readonly search: string;
  readonly sort: { readonly column: (typeof lockedColumns)[number]; readonly descending: boolean };
}

interface LockedColumns {
  type: string | null;
  locked: 'file' | 'entries';
  status: TrialStatus;
  trial_reason: string | null;
}

/** What is skipped is not sent, so it needs no password. */
const lockedFrom = `
  FROM findings JOIN ${itemTables.replace('items LEFT', 'items ON items.id = findings.item_id LEFT')}
    LEFT JOIN password_trials AS trials ON trials.item_id = items.id
  WHERE findings.upload_id = @uploadId AND findings.severity = @severity AND findings.code = 'encrypted'
    AND items.state <> 'skipped'`;
const statusColumn = "coalesce(trials.status, 'not-tried')";
const selectLocked = `SELECT ${itemColumns}, items.type, findings.details ->> '$.locked' AS locked,
  ${statusColumn} AS status, trials.reason AS trial_reason ${lockedFrom}`;
const statuses: readonly TrialStatus[] = ['not-tried', 'no-fit', 'cannot-try', 'unreadable', 'opened'];
const orders: Readonly<Record<LockedFileQuery['sort']['column'], string>> = {
  path: byPath,
  // Files that no password opened come first.
  status: `CASE ${statusColumn} ${statuses.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`,
  type: "coalesce(items.type, '')",
  custodian: naturalOrder(`coalesce(${itemCustodian}, '')`),
  size: 'items.size_bytes',
};
const severity = severities.indexOf(severityOf('encrypted'));

export function createLockedFileRepository(db: Database) {
  defineNaturalOrder(db);
  const selectAfter = db
    .prepare<
      [{ uploadId: UploadId; severity: number; after: number; limit: number; isOpened: number | null }],
      ItemRow & LockedColumns
    >(
      `${selectLocked} AND items.id > @after AND (@isOpened IS NULL OR (${statusColumn} = 'opened') = @isOpened)
       ORDER BY items.id LIMIT @limit`,
    )
    .safeIntegers();
  const selectInOrder = db
    .prepare<[{ uploadId: UploadId; severity: number }], number>(
      `SELECT items.id ${lockedFrom}
       ORDER BY ${itemCustodian} IS NULL, ${orders.custodian}, ${byPath}, items.id`,
    )
    .pluck();
  const selectOne = db
    .prepare<[{ uploadId: UploadId; severity: number; id: number }], ItemRow & LockedColumns>(
      `${selectLocked} AND items.id = @id`,
    )
    .safeIntegers();
  const selectCounts = db.prepare<
    [{ uploadId: UploadId; severity: number }],
    { status: TrialStatus; files: number; bytes: number }
  >(`SELECT ${statusColumn} AS status, count(*) AS files, sum(size_bytes) AS bytes ${lockedFrom} GROUP BY 1`);
  const selectItem = db.prepare<
    [ItemId],
    { type: string | null; isLocked: number; status: TrialStatus | null }
  >(
    `SELECT type, EXISTS (SELECT 1 FROM findings WHERE item_id = items.id AND code = 'encrypted') AS isLocked,
       (SELECT status FROM password_trials WHERE item_id = items.id) AS status
     FROM items WHERE id = ?`,
  );
  const upsert = db.prepare<[ItemId, TrialStatus, string | null, number]>(
    `INSERT INTO password_trials (item_id, status, reason, is_sent) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE
       SET status = excluded.status, reason = excluded.reason, is_sent = excluded.is_sent`,
  );
  const updateSent = db.prepare<[ItemId]>('UPDATE password_trials SET is_sent = 1 WHERE item_id = ?');
  const removeTrial = db.prepare<[ItemId]>('DELETE FROM password_trials WHERE item_id = ?');
  const removeTrials = db.prepare<[UploadId, number]>(
    `DELETE FROM password_trials
     WHERE EXISTS (SELECT 1 FROM items WHERE id = item_id AND upload_id = ?) AND is_sent <= ?`,
  );
  const selectUnsent = db
    .prepare<[], UploadId>(
      'SELECT DISTINCT upload_id FROM password_trials JOIN items ON items.id = item_id WHERE is_sent = 0',
    )
    .pluck();
  const updateIssue = db.prepare<[number]>(updateIssues('?'));
  const updateLocked = db.prepare<[UploadId, number]>(
    updateIssues("SELECT item_id FROM findings WHERE upload_id = ? AND severity = ? AND code = 'encrypted'"),
  );
  const setPasswords = db.prepare<[number, UploadId]>('UPDATE uploads SET passwords = ? WHERE id = ?');
  const selectPasswords = db
    .prepare<[UploadId], number>('SELECT passwords FROM uploads WHERE id = ?')
    .pluck();

  function* all(uploadId: UploadId, isOpened: boolean | null = null): Generator<LockedFile> {
    const limit = 500;
    for (let after = 0; ; ) {
      const rows = selectAfter.all({
        uploadId,
        severity,
        after,
        limit,
        isOpened: isOpened === null ? null : Number(isOpened),
      });
      for (const row of rows) {
        const file = toLockedFile(row);
        yield file;
        after = file.item.id;
      }
      if (rows.length < limit) return;
    }
  }

  function* sorted(
    uploadId: UploadId,
    { column, descending }: LockedFileQuery['sort'],
  ): Generator<LockedFile> {
    const select = db
      .prepare<[{ uploadId: UploadId; severity: number }], ItemRow & LockedColumns>(
        `${selectLocked} ORDER BY ${orders[column]} ${descending ? 'DESC' : 'ASC'}, ${byPath}, items.id`,
      )
      .safeIntegers();
    for (const row of select.iterate({ uploadId, severity })) yield toLockedFile(row);
  }

  /** Only the order is read at once, so that the store may be written between two files. */
  function* inOrder(uploadId: UploadId): Generator<LockedFileView> {
    for (const id of selectInOrder.all({ uploadId, severity })) {
      const row = selectOne.get({ uploadId, severity, id });
      if (row !== undefined) yield toView(toLockedFile(row));
    }
  }

  const forget = (uploadId: UploadId, { areSentKept }: { readonly areSentKept: boolean }): void => {
    if (removeTrials.run(uploadId, areSentKept ? 0 : 1).changes > 0) updateLocked.run(uploadId, severity);
  };

  return {
    /** In pages, so that the store may be written between two files. */
    all,
    /** Each custodian's together, by path. Files without one come last. */
    inOrder,
    page(
      uploadId: UploadId,
      { status, search, sort }: LockedFileQuery,
      offset: number,
      limit: number,
    ): { total: number; files: LockedFileView[] } {
      const wanted = foldText(search);
      const files: LockedFileView[] = [];
      let total = 0;
      for (const file of sorted(uploadId, sort)) {
        if (status !== null && file.status !== status) continue;
        if (wanted !== '' && !foldText(displayPath(file.item)).includes(wanted)) continue;
        if (total >= offset && files.length < limit) files.push(toView(file));
        total += 1;
      }
      return { total, files };
    },
    counts(uploadId: UploadId): Pick<LockedFilesSummary, 'files' | 'bytes' | 'byStatus'> {
      const rows = selectCounts.all({ uploadId, severity });
      const of = (status: TrialStatus): number => rows.find((row) => row.status === status)?.files ?? 0;
      return {
        files: rows.reduce((sum, row) => sum + row.files, 0),
        bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
        byStatus: {
          'not-tried': of('not-tried'),
          opened: of('opened'),
          'no-fit': of('no-fit'),
          'cannot-try': of('cannot-try'),
          unreadable: of('unreadable'),
        },
      };
    },
    /** What decides which passwords go with a file. Its type is null if it was not inspected. */
    ofItem(id: ItemId): { type: string | null; isLocked: boolean; status: TrialStatus | null } {
      const row = selectItem.get(id);
      return row === undefined
        ? { type: null, isLocked: false, status: null }
        : { ...row, isLocked: row.isLocked === 1 };
    },
    /** `isSent`: the platform has the password that opened it. */
    record(id: ItemId, status: TrialStatus, reason: string | null, isSent: boolean): void {
      upsert.run(id, status, reason, Number(isSent));
      updateIssue.run(id);
    },
    /** The platform has the password that opened it, and uses it for the whole dataset (platform-interface 4.3). */
    setSent: (id: ItemId): void => void updateSent.run(id),
    /** What passwords opened is locked again. */
    forget: (uploadId: UploadId) => forget(uploadId, { areSentKept: false }),
    /** Its content is another one now. */
    forgetFile(id: ItemId): void {
      if (removeTrial.run(id).changes > 0) updateIssue.run(id);
    },
    /** Call when the passwords leave memory: what they opened counts as open only if the platform has them. */
    forgetUnsent: (uploadId: UploadId) => forget(uploadId, { areSentKept: true }),
    /** Uploads with trials that `forgetUnsent` removes. */
    withUnsent: (): readonly UploadId[] => selectUnsent.all(),
    passwordCount: (uploadId: UploadId): number => selectPasswords.get(uploadId) ?? 0,
    setPasswordCount: (uploadId: UploadId, count: number): void => void setPasswords.run(count, uploadId),
  };
}

function toLockedFile(row: ItemRow & LockedColumns): LockedFile {
  const { type, locked, status, trial_reason: reason } = row;
  return { item: toItem(row), type: type ?? '', locked, status, reason };
}

export type LockedFileRepository = ReturnType<typeof createLockedFileRepository>;

function toView({ item, type, locked, status, reason }: LockedFile): LockedFileView {
  return {
    itemId: item.id,
    path: displayPath(item),
    type,
    sizeBytes: item.sizeBytes,
    custodian: item.custodian,
    locked,
    status,
    reason,
  };
}
