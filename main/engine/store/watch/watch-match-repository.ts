import type { Database } from 'better-sqlite3';
import type { SegmentFile } from '../../types/segments.ts';
import type { DecodedName } from '../../types/source-path.ts';
import {
  identityColumns,
  type LedgerFile,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  mayBeSameBirth,
  mayBeSameTime,
  sentTo,
  toLedgerFile,
} from './ledger-file.ts';

/** Where a file goes to. */
export interface SendTarget {
  readonly serverUrl: string;
  readonly databaseId: number;
}

/** A version of a path, and the row that is its file now: itself, or a later one. */
export interface PathVersion {
  readonly file: LedgerFile;
  readonly current: LedgerFile;
}

const sentToTarget = `${sentTo('file')} = (@serverUrl, @databaseId)`;
/** What was sent for a row that continues another one. */
const originId = `(WITH RECURSIVE origin(id, earlier) AS (SELECT file.id, file.continues_id
    UNION ALL SELECT before.id, before.continues_id FROM origin JOIN watch_files AS before ON before.id = origin.earlier)
  SELECT id FROM origin WHERE earlier IS NULL)`;
const originSentToTarget = `EXISTS (SELECT 1 FROM watch_files AS origin
  WHERE origin.id = ${originId} AND ${sentTo('origin')} = (@serverUrl, @databaseId))`;
/** A rule doesn't send again what it sent elsewhere before. */
const sameTarget = `(file.rule_id = @ruleId OR ${originSentToTarget})`;
/** SQL: a file needs review in its upload, which may send it. One that a rule held back isn't sent once it left its path. */
const mayBeSent = `(file.state = 'held' AND file.batch_id IS NOT NULL
  AND file.reason ->> '$.reason.code' IS NOT 'cancelled-unconfirmed'
  AND (file.gone_at IS NULL OR file.reason ->> '$.reason.code' IS NOT 'held-by-rule'))`;
const maxCandidates = 50;

/** What the ledger knows of other files that may be the same evidence, or at the same path. */
export function createWatchMatchRepository(db: Database) {
  const select = (rest: string) =>
    db.prepare<unknown[], LedgerRow>(`SELECT ${ledgerColumns} FROM ${rest}`).safeIntegers();
  const selectSameFile = select(
    `${ledgerTables}
     WHERE file_id = @fileId AND size_bytes = @sizeBytes AND device = @device
       AND (${mayBeSameBirth('born_ns', '@bornNs')} OR (file.state = 'taken' AND ${mayBeSameTime('mtime_ns', '@mtimeNs')}))
       AND file.id <> @id
       AND (file.state IN ('taken', 'sent', 'renamed')
         OR ${mayBeSent}
         OR (file.state = 'skipped' AND file.reason ->> '$.code' = 'same-content'
           AND (file.continues_id IS NOT NULL OR file.kind = 'copy'))
         OR (file.state = 'skipped' AND file.rule_id = @ruleId
           AND file.reason ->> '$.reason.code' IN ('cancelled', 'skipped-by-person')))
       AND NOT EXISTS (SELECT 1 FROM watch_files AS later WHERE later.continues_id = file.id)
       AND ${sameTarget}
     ORDER BY gone_at IS NULL, file.id DESC LIMIT ${maxCandidates}`,
  );
  // The upload may have found the later version at the path of the file that it took.
  const selectReplaced = select(
    `${ledgerTables}
     WHERE file.id IN (
         SELECT taken.id FROM watch_files AS later CROSS JOIN watch_files AS taken
           ON taken.folder_id = later.folder_id AND taken.name = later.name
             AND coalesce(taken.name_bytes, x'') = coalesce(later.name_bytes, x'') AND taken.version < later.version
         WHERE later.file_id = @fileId AND later.size_bytes = @sizeBytes AND later.device = @device
           AND ${mayBeSameTime('later.mtime_ns', '@mtimeNs')} AND ${mayBeSameBirth('later.born_ns', '@bornNs')}
           AND later.state = 'gone' AND taken.state = 'taken' AND taken.size_bytes = later.size_bytes)
       AND file.id <> @id AND ${sameTarget} LIMIT ${maxCandidates}`,
  );
  const byPath = 'watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id';
  const ofPath = `folder.place = @place AND file.name = @name AND coalesce(file.name_bytes, x'') = coalesce(@nameBytes, x'')`;
  const selectSamePath = select(
    `${byPath} WHERE ${ofPath} AND file.id <> @id AND ${sameTarget} ORDER BY file.id DESC LIMIT ${maxCandidates}`,
  );
  const selectAtPlace = db
    .prepare<unknown[], LedgerRow & { serverUrl: string; databaseId: bigint }>(
      `SELECT ${ledgerColumns}, server_url AS serverUrl, database_id AS databaseId
       FROM ${byPath} JOIN watch_rules AS rule ON rule.id = file.rule_id WHERE ${ofPath} ORDER BY file.id DESC`,
    )
    .safeIntegers();
  const selectCurrent = select(
    `${ledgerTables}
     WHERE file.id = (WITH RECURSIVE chain(id, depth) AS (SELECT @id, 0
         UNION ALL SELECT later.id, depth + 1 FROM chain JOIN watch_files AS later ON later.continues_id = chain.id)
       SELECT id FROM chain ORDER BY depth DESC LIMIT 1)`,
  );
  const selectFirst = select(
    `${ledgerTables}
     WHERE sha256 = @sha256 AND file.state = 'sent' AND file.id <> @id AND ${sentToTarget} ORDER BY file.id LIMIT 1`,
  );
  const selectToBeSent = select(
    `${ledgerTables}
     WHERE sha256 = @sha256 AND file.rule_id = @ruleId AND file.id <> @id
       AND (file.state IN ('settled', 'taken') OR ${mayBeSent})
       AND ${sentToTarget} ORDER BY file.id LIMIT 1`,
  );
  const selectUnmoved = db
    .prepare<[number | null], number>('SELECT moved_at IS NULL FROM watch_batches WHERE id = ?')
    .pluck();
  const one = (row: LedgerRow | undefined): LedgerFile | null =>
    row === undefined ? null : toLedgerFile(row);
  const selectBeside = db.prepare<unknown[], SegmentFile>(
    `SELECT other.name, other.size_bytes AS sizeBytes, max(other.id)
     FROM watch_files AS file CROSS JOIN watch_files AS other ON other.folder_id = file.folder_id
     WHERE file.id = @id AND other.name >= @from AND other.name < @to AND other.state <> 'gone' GROUP BY other.name`,
  );

  return {
    /**
     * Rows that may be this file under an earlier path: of the same device, file ID, and size, and born at the same time by
     * `mayBeSameBirth`. The ledger learns only after its upload that a file was made again before it was sent, so for one
     * that is being sent, the same modification time is enough. They were sent, are being sent, count as sent, or a person
     * decided in their upload that this rule doesn't send them. No other row continues them.
     */
    sameFile({ id, ruleId, bornNs, ...file }: LedgerFile, target: SendTarget): readonly LedgerFile[] {
      const given = { ...identityColumns(file), id, ruleId, bornNs, ...target };
      return [...selectSameFile.all(given), ...selectReplaced.all(given)].map((row) => toLedgerFile(row));
    },
    /** Other versions of the same path, of any rule, the newest first. */
    samePath({ id, ruleId, place, name, nameBytes }: LedgerFile, target: SendTarget): readonly PathVersion[] {
      return selectSamePath.all({ id, ruleId, place, name, nameBytes, ...target }).map((row) => {
        const file = toLedgerFile(row);
        return { file, current: one(selectCurrent.get({ id: file.id })) ?? file };
      });
    },
    /** The first file that was sent with this content. */
    firstWithContent: ({ id }: LedgerFile, sha256: string, target: SendTarget): LedgerFile | null =>
      one(selectFirst.get({ id, sha256: Buffer.from(sha256, 'hex'), ...target })),
    /** A file with this content that the rule is about to send. */
    toBeSent: ({ id, ruleId }: LedgerFile, sha256: string, target: SendTarget): LedgerFile | null =>
      one(selectToBeSent.get({ id, ruleId, sha256: Buffer.from(sha256, 'hex'), ...target })),
    /** Whether the accepted files of its batch may still have to be moved. */
    isBeforeMove: ({ batchId, movedTo }: LedgerFile): boolean =>
      movedTo === null && selectUnmoved.get(batchId) === 1,
    /** The files of a file's folder, of whatever batch, whose names begin with these letters and a dot. */
    beside: (id: number, stem: string): readonly SegmentFile[] =>
      selectBeside.all({ id, from: `${stem}.`, to: `${stem}/` }),
    /** What every rule knows of a path, the newest first. */
    atPlace: (place: Uint8Array, name: DecodedName) =>
      selectAtPlace
        .all({ place, name: name.text, nameBytes: name.bytes })
        .map(({ serverUrl, databaseId, ...row }) => ({
          file: toLedgerFile(row),
          target: { serverUrl, databaseId: Number(databaseId) },
        })),
  };
}

export type WatchMatchRepository = ReturnType<typeof createWatchMatchRepository>;
