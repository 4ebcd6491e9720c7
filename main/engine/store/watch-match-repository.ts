import type { Database } from 'better-sqlite3';
import { toStoredTime } from '../types/file-time.ts';
import type { DecodedName, FileIdentity } from '../types/source-path.ts';
import {
  identityColumns,
  type LedgerFile,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  sentTo,
  toLedgerFile,
} from './ledger-file.ts';

/** Where a file goes to: rules that send to the same place don't send the same file. */
export interface SendTarget {
  readonly serverUrl: string;
  readonly databaseId: number;
}

/** The row of what is at a path now, or: no scan has seen it yet, or none will. */
export type VersionAtPath = LedgerFile | 'not-seen' | 'unwatched';

const sentToTarget = `${sentTo('file')} = (@serverUrl, @databaseId)`;
/** What was sent for a row: that of a renamed file is an earlier row. */
const originId = `(WITH RECURSIVE origin(id) AS (SELECT file.id UNION SELECT earlier_id
    FROM origin CROSS JOIN watch_files ON watch_files.id = origin.id
    WHERE state IN ('renamed', 'skipped') AND batch_id IS NULL AND earlier_id IS NOT NULL)
  SELECT min(id) FROM origin)`;
const originSentToTarget = `iif(file.batch_id IS NOT NULL, ${sentToTarget},
  EXISTS (SELECT 1 FROM watch_files AS origin WHERE origin.id = ${originId} AND ${sentTo('origin')} = (@serverUrl, @databaseId)))`;
/** A rule doesn't send again what it sent elsewhere before. */
const sameTarget = `(file.rule_id = @ruleId OR ${originSentToTarget})`;
const maxCandidates = 50;
/** Moving a file to another file system may round its time. */
export const roundedNs = 2_000_000_000n;

/** What the ledger knows of other files that may be the same evidence, or at the same path. */
export function createWatchMatchRepository(db: Database) {
  const byId = db
    .prepare<[number], LedgerRow>(`SELECT ${ledgerColumns} FROM ${ledgerTables} WHERE file.id = ?`)
    .safeIntegers();
  const selectSameIdentity = db
    .prepare<unknown[], LedgerRow>(
      `SELECT ${ledgerColumns} FROM ${ledgerTables}
       WHERE file_id = @fileId AND size_bytes = @sizeBytes
         AND ((mtime_ns = @mtimeNs AND mtime_era = @mtimeEra) OR (born_ns <> 0 AND born_ns = @bornNs AND device = @device))
         AND file.id <> @id AND ${sameTarget} ORDER BY file.id DESC LIMIT ${maxCandidates}`,
    )
    .safeIntegers();
  const selectSameTime = db
    .prepare<unknown[], number>(
      `SELECT 1 FROM watch_files AS file
       WHERE size_bytes = @sizeBytes AND mtime_ns BETWEEN @fromNs AND @toNs AND mtime_era = @mtimeEra
         AND sha1 IS NOT NULL AND file.id <> @id AND ${sameTarget} LIMIT 1`,
    )
    .pluck();
  const sendingThen = `state = 'taken' AND size_bytes = @sizeBytes AND mtime_ns BETWEEN @fromNs AND @toNs AND mtime_era = @mtimeEra`;
  const selectSendingGone = db
    .prepare<unknown[], number>(
      `SELECT id FROM watch_files AS file INDEXED BY watch_files_sending_gone
       WHERE ${sendingThen} AND gone_at IS NOT NULL AND ${sameTarget} LIMIT 1`,
    )
    .pluck();
  // One of each rule: at a first scan, thousands have its size and time.
  const selectSendingThere = db
    .prepare<unknown[], number | null>(
      `SELECT (SELECT id FROM watch_files AS file INDEXED BY watch_files_sending
         WHERE ${sendingThen} AND rule_id = rule.id AND gone_at IS NULL LIMIT 1)
       FROM watch_rules AS rule WHERE server_url = @serverUrl AND database_id = @databaseId`,
    )
    .pluck();
  const thisFileElsewhere = (state: string) =>
    db
      .prepare<unknown[], number>(
        `SELECT file.id FROM watch_files AS file JOIN watch_rules AS rule ON rule.id = file.rule_id
         WHERE file_id = @fileId AND size_bytes = @sizeBytes AND mtime_ns = @mtimeNs AND mtime_era = @mtimeEra
           AND device = @device AND born_ns = @bornNs AND ${state} AND gone_at IS NULL
           AND file.rule_id <> @ruleId AND removed_at IS NULL
           AND server_url = @serverUrl AND database_id = @databaseId LIMIT 1`,
      )
      .pluck();
  const selectPendingElsewhere = thisFileElsewhere("file.state IN ('settled', 'failed')");
  const selectCanceledElsewhere = thisFileElsewhere("file.state = 'skipped' AND file.batch_id IS NOT NULL");
  const ofPath = `folder.place = @place AND file.name = @name AND coalesce(file.name_bytes, x'') = coalesce(@nameBytes, x'')
    AND file.id <> @id AND ${sameTarget}`;
  const selectBeingSent = db
    .prepare<unknown[], number>(
      `SELECT file.id FROM watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id
       WHERE ${ofPath} AND file.state = 'taken' LIMIT 1`,
    )
    .pluck();
  const selectEarlierVersions = db
    .prepare<unknown[], LedgerRow>(
      `SELECT ${ledgerColumns} FROM watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id
       WHERE ${ofPath} AND (file.rule_id <> @ruleId OR version < @version) AND size_bytes = @sizeBytes
         AND sha1 IS NOT NULL ORDER BY file.id DESC LIMIT ${maxCandidates}`,
    )
    .safeIntegers();
  const selectToBeSent = db
    .prepare<unknown[], number>(
      `SELECT file.id FROM watch_files AS file CROSS JOIN watch_rules AS rule ON rule.id = file.rule_id
       WHERE sha1 = @sha1 AND file.id <> @id AND (file.rule_id = @ruleId OR rule.state = 'active')
         AND (file.state IN ('settled', 'taken') OR (file.state = 'held' AND file.batch_id IS NOT NULL
           AND file.reason ->> '$.reason.code' IS NOT 'cancelled-unconfirmed')) AND ${sentToTarget} LIMIT 1`,
    )
    .pluck();
  const selectUnreadBeingSent = db
    .prepare<unknown[], number>(
      `SELECT id FROM watch_files AS file INDEXED BY watch_files_sending
       WHERE state = 'taken' AND size_bytes = @sizeBytes AND rule_id = @ruleId AND sha1 IS NULL AND ${sentToTarget} LIMIT 1`,
    )
    .pluck();
  const selectFirstWithContent = db
    .prepare<unknown[], LedgerRow>(
      `SELECT ${ledgerColumns} FROM ${ledgerTables}
       WHERE sha1 = @sha1 AND file.state = 'sent' AND file.id <> @id AND ${sentToTarget} ORDER BY file.id LIMIT 1`,
    )
    .safeIntegers();
  const selectSameContent = db
    .prepare<unknown[], LedgerRow>(
      `SELECT ${ledgerColumns} FROM ${ledgerTables}
       WHERE sha1 = @sha1 AND (file.state IN ('sent', 'renamed')
           OR (file.state = 'skipped' AND file.reason ->> '$.code' = 'same-content'))
         AND file.id <> @id AND ${sameTarget} ORDER BY file.id DESC LIMIT ${maxCandidates}`,
    )
    .safeIntegers();
  // What another rule has settled or failed to send goes with it, unless that rule was removed before.
  const selectTakenElsewhere = db.prepare<unknown[], { rule: string; id: number }>(
    `SELECT rule.name AS rule, file.id FROM watch_folders AS folder
       CROSS JOIN watch_files AS file ON file.folder_id = folder.id
       JOIN watch_rules AS rule ON rule.id = file.rule_id
     WHERE folder.place = @place AND file.rule_id <> @ruleId AND file.name = @name
       AND coalesce(file.name_bytes, x'') = coalesce(@nameBytes, x'')
       AND size_bytes = @sizeBytes AND mtime_ns = @mtimeNs AND mtime_era = @mtimeEra
       AND (device <> @device OR (file_id = @fileId AND (born_ns = @bornNs OR born_ns = 0 OR @bornNs = 0)))
       AND (file.state IN ('taken', 'sent', 'renamed')
         OR (file.state = 'held' AND file.batch_id IS NOT NULL)
         OR (file.state IN ('settled', 'failed', 'held') AND removed_at IS NULL))
       AND ${originSentToTarget}
     ORDER BY file.id LIMIT 1`,
  );

  const selectAtPlace = db
    .prepare<
      unknown[],
      LedgerRow & {
        rule: string;
        serverUrl: string;
        databaseId: bigint;
        removedAt: string | null;
        ruleState: string;
      }
    >(
      `SELECT ${ledgerColumns}, rule.name AS rule, server_url AS serverUrl, database_id AS databaseId,
         removed_at AS removedAt, rule.state AS ruleState
       FROM watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id
         JOIN watch_rules AS rule ON rule.id = file.rule_id
       WHERE folder.place = @place AND file.name = @name AND coalesce(file.name_bytes, x'') = coalesce(@nameBytes, x'')
       ORDER BY version DESC`,
    )
    .safeIntegers();

  const timeRange = (mtimeNs: bigint) => {
    const { ns, era } = toStoredTime(mtimeNs);
    return {
      fromNs: BigInt.asIntN(64, ns - roundedNs),
      toNs: BigInt.asIntN(64, ns + roundedNs),
      mtimeEra: era,
    };
  };
  const atPlace = (place: Uint8Array, name: DecodedName) =>
    selectAtPlace
      .all({ place, name: name.text, nameBytes: name.bytes })
      .map(({ rule, serverUrl, databaseId, removedAt, ruleState, ...row }) => ({
        file: toLedgerFile(row),
        rule,
        target: { serverUrl, databaseId: Number(databaseId) },
        isRemoved: removedAt !== null,
        isActive: removedAt === null && ruleState === 'active',
      }));
  const sizeAndTime = ({ ruleId, sizeBytes, mtimeNs }: LedgerFile, target: SendTarget) => ({
    ruleId,
    sizeBytes,
    ...timeRange(mtimeNs),
    ...target,
  });
  const one = (id: number | null | undefined): LedgerFile | null => {
    const row = id == null ? undefined : byId.get(id);
    return row === undefined ? null : toLedgerFile(row);
  };
  const all = (rows: readonly LedgerRow[]): readonly LedgerFile[] => rows.map(toLedgerFile);

  return {
    /** Rows of the same file ID and size, with the same time or time of creation, wherever they are. The newest first. */
    withSameIdentity: ({ id, ruleId, bornNs, ...file }: LedgerFile, target: SendTarget) =>
      all(selectSameIdentity.all({ ...identityColumns(file), id, ruleId, bornNs, ...target })),
    /** Whether a file with this size and about this time was sent, wherever it is. */
    hasSameTime: (file: LedgerFile, target: SendTarget): boolean =>
      selectSameTime.get({ id: file.id, ...sizeAndTime(file, target) }) !== undefined,
    /** A file with this size and about this time that is being sent and has left its path. */
    sentAndGone: (file: LedgerFile, target: SendTarget): LedgerFile | null =>
      one(selectSendingGone.get(sizeAndTime(file, target))),
    /** A file with this size and about this time, of each rule that is sending such files from where they are. */
    sentFromThere: (file: LedgerFile, target: SendTarget): readonly LedgerFile[] =>
      selectSendingThere.all(sizeAndTime(file, target)).flatMap((id) => one(id) ?? []),
    /** This very file, as another rule is about to send it, or may again. Of a file with one name, that is another path to it. */
    pendingElsewhere: ({ ruleId, bornNs, ...file }: LedgerFile, target: SendTarget): LedgerFile | null =>
      one(selectPendingElsewhere.get({ ...identityColumns(file), ruleId, bornNs, ...target })),
    /** The same of what a person canceled. */
    canceledElsewhere: ({ ruleId, bornNs, ...file }: LedgerFile, target: SendTarget): LedgerFile | null =>
      one(selectCanceledElsewhere.get({ ...identityColumns(file), ruleId, bornNs, ...target })),
    /** Another version of the same path that is being sent, by any rule. */
    versionBeingSent: (
      { id, ruleId, place, name, nameBytes }: LedgerFile,
      target: SendTarget,
    ): LedgerFile | null => one(selectBeingSent.get({ id, ruleId, place, name, nameBytes, ...target })),
    /** Earlier versions of the same path, and those of other rules, with the same size, whose content is known. */
    earlierVersions: (file: LedgerFile, target: SendTarget) => {
      const { id, ruleId, place, name, nameBytes, version, sizeBytes } = file;
      const path = { id, ruleId, place, name, nameBytes, version, sizeBytes };
      return all(selectEarlierVersions.all({ ...path, ...target }));
    },
    /** A file that a rule is about to send, and that has the same content, or one of its own rule that may have it. */
    toBeSent({ id, sizeBytes, ruleId }: LedgerFile, sha1: string | null, target: SendTarget) {
      const read =
        sha1 === null
          ? undefined
          : selectToBeSent.get({ id, ruleId, sha1: Buffer.from(sha1, 'hex'), ...target });
      return one(read ?? selectUnreadBeingSent.get({ sizeBytes, ruleId, ...target }));
    },
    /** The first file that was sent with this content. */
    firstWithContent({ id }: LedgerFile, sha1: string, target: SendTarget): LedgerFile | null {
      const row = selectFirstWithContent.get({ id, sha1: Buffer.from(sha1, 'hex'), ...target });
      return row === undefined ? null : toLedgerFile(row);
    },
    /** Rows of this content that were sent, or count as sent. The newest first. */
    withSameContent: ({ id, ruleId }: LedgerFile, sha1: string, target: SendTarget) =>
      all(selectSameContent.all({ id, ruleId, sha1: Buffer.from(sha1, 'hex'), ...target })),
    /** What is at the path of a file now. Of several rules, one that has decided about it. */
    versionAt(
      { place, name, nameBytes }: LedgerFile,
      found: FileIdentity,
      target: SendTarget,
    ): VersionAtPath {
      const { serverUrl, databaseId } = target;
      const rows = atPlace(place, { text: name, bytes: nameBytes }).filter(
        (row) => row.target.serverUrl === serverUrl && row.target.databaseId === databaseId,
      );
      const same = rows.filter(
        ({ file }) => file.sizeBytes === found.sizeBytes && file.mtimeNs === found.mtimeNs,
      );
      const decided = same.find(({ file }) => file.state !== 'settling');
      if (decided !== undefined) return decided.file;
      if (!rows.some(({ isActive }) => isActive)) return 'unwatched';
      return same[0]?.file ?? 'not-seen';
    },
    /** What every rule knows of a path, the newest version first. */
    atPlace,
    /** The other rule that has taken this version of this path, or is about to. */
    takenElsewhere({ place, ruleId, name, nameBytes, bornNs, ...file }: LedgerFile, target: SendTarget) {
      return (
        selectTakenElsewhere.get({
          place,
          ruleId,
          name,
          nameBytes,
          bornNs,
          ...identityColumns(file),
          ...target,
        }) ?? null
      );
    },
  };
}

export type WatchMatchRepository = ReturnType<typeof createWatchMatchRepository>;
