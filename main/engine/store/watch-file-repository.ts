import type { Database } from 'better-sqlite3';
import type { LedgerEntryView, LedgerState, WatchReason } from '../../../preload/contract/watched-folder.ts';
import { fromStoredTime, toStoredTime } from '../types/file-time.ts';
import type { DecodedName, FileIdentity } from '../types/source-path.ts';
import { foldedName } from './item-repository.ts';

/** A version of a file in a watched folder. */
export interface LedgerFile extends FileIdentity {
  readonly id: number;
  readonly ruleId: number;
  /** When the file was created; 0 where that can't be told. */
  readonly bornNs: bigint;
  readonly folderId: number;
  /** Below the watched folder, with `/`; '' for the watched folder itself. */
  readonly folder: string;
  /** Only where it isn't valid Unicode. */
  readonly folderBytes: Uint8Array | null;
  /** The folder's absolute path in bytes. */
  readonly place: Uint8Array;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  /** From 1. */
  readonly version: number;
  readonly state: LedgerState;
  readonly reason: WatchReason | null;
  readonly kind: LedgerEntryView['kind'];
  readonly earlierId: number | null;
  /** In hexadecimal. */
  readonly sha1: string | null;
  readonly firstSeenAt: string;
  readonly settledAt: string | null;
  readonly takenAt: string | null;
  /** When this version was found to be no longer at its path. */
  readonly goneAt: string | null;
  readonly batchId: number | null;
  readonly itemId: number | null;
  readonly movedTo: string | null;
}

export interface LedgerRow {
  id: bigint;
  ruleId: bigint;
  folderId: bigint;
  folder: string;
  folderBytes: Uint8Array | null;
  place: Uint8Array;
  name: string;
  nameBytes: Uint8Array | null;
  version: bigint;
  sizeBytes: bigint;
  mtimeNs: bigint;
  mtimeEra: bigint;
  device: bigint;
  fileId: bigint;
  bornNs: bigint;
  state: LedgerState;
  reason: string | null;
  kind: LedgerFile['kind'];
  earlierId: bigint | null;
  sha1: Uint8Array | null;
  firstSeenAt: string;
  settledAt: string | null;
  takenAt: string | null;
  goneAt: string | null;
  batchId: bigint | null;
  itemId: bigint | null;
  movedTo: string | null;
}

export const ledgerColumns = `file.id, file.rule_id AS ruleId, file.folder_id AS folderId, folder.path AS folder,
  folder.path_bytes AS folderBytes, folder.place, file.name, file.name_bytes AS nameBytes, file.version,
  file.size_bytes AS sizeBytes, file.mtime_ns AS mtimeNs, file.mtime_era AS mtimeEra, file.device, file.file_id AS fileId, file.born_ns AS bornNs,
  file.state, file.reason, file.kind, file.earlier_id AS earlierId, file.sha1, file.first_seen_at AS firstSeenAt,
  file.settled_at AS settledAt, file.taken_at AS takenAt, file.gone_at AS goneAt, file.batch_id AS batchId,
  file.item_id AS itemId, file.moved_to AS movedTo`;
export const ledgerTables = 'watch_files AS file CROSS JOIN watch_folders AS folder ON folder.id = folder_id';

export function toLedgerFile(row: LedgerRow): LedgerFile {
  const { mtimeEra, ...rest } = row;
  return {
    ...rest,
    id: Number(row.id),
    ruleId: Number(row.ruleId),
    folderId: Number(row.folderId),
    version: Number(row.version),
    sizeBytes: Number(row.sizeBytes),
    mtimeNs: fromStoredTime(row.mtimeNs, mtimeEra),
    reason: row.reason === null ? null : (JSON.parse(row.reason) as WatchReason),
    earlierId: orNumber(row.earlierId),
    sha1: row.sha1 === null ? null : Buffer.from(row.sha1).toString('hex'),
    batchId: orNumber(row.batchId),
    itemId: orNumber(row.itemId),
  };
}

const orNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));

export interface WatchFolderKey {
  readonly ruleId: number;
  /** Below the watched folder. */
  readonly path: DecodedName;
  readonly place: Uint8Array;
}

export interface NewLedgerFile extends FileIdentity {
  readonly folderId: number;
  readonly bornNs: bigint;
  readonly name: DecodedName;
  readonly state: 'settling' | 'skipped';
  readonly reason: WatchReason | null;
}

/** Where a file goes to: rules that send to the same place don't send the same file. */
export interface SendTarget {
  readonly serverUrl: string;
  readonly databaseId: number;
}

/** The row of what is at a path now, or: no scan has seen it yet, or none will. */
export type VersionAtPath = LedgerFile | 'not-seen' | 'unwatched';

const sameTarget = `EXISTS (SELECT 1 FROM watch_rules WHERE watch_rules.id = file.rule_id AND server_url = @serverUrl
  AND database_id = @databaseId)`;
/** What wasn't sent, and isn't being sent. */
export const unsent = `(state = 'failed' OR (state IN ('settling', 'settled', 'held') AND batch_id IS NULL))`;
const maxCandidates = 50;
/** Moving a file to another file system may round its time. */
export const roundedNs = 2_000_000_000n;

/** The ledger as scans and settle checks see it. Every write belongs in the caller's transaction. */
export function createWatchFileRepository(db: Database) {
  const findFolder = db
    .prepare<[number, Uint8Array], number>('SELECT id FROM watch_folders WHERE rule_id = ? AND place = ?')
    .pluck();
  const insertFolder = db.prepare(
    'INSERT INTO watch_folders (rule_id, path, path_bytes, place, top) VALUES (?, ?, ?, ?, ?)',
  );
  const select = (where: string) =>
    db
      .prepare<unknown[], LedgerRow>(`SELECT ${ledgerColumns} FROM ${ledgerTables} WHERE ${where}`)
      .safeIntegers();
  const byId = select('file.id = ?');
  const byIds = select('file.id IN (SELECT value FROM json_each(?)) ORDER BY file.id');
  const newest = select(
    "folder_id = ? AND name = ? AND coalesce(name_bytes, x'') = coalesce(?, x'') ORDER BY version DESC LIMIT 1",
  );
  const selectPresent = db
    .prepare<[number, number], LedgerRow>(
      `SELECT ${ledgerColumns} FROM watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id
       WHERE folder.rule_id = ? AND folder.present > 0 AND file.gone_at IS NULL LIMIT ?`,
    )
    .safeIntegers();
  const insertFile = db.prepare(`
    INSERT INTO watch_files (rule_id, folder_id, name, name_bytes, name_folded, version, size_bytes, mtime_ns, mtime_era,
      device, file_id, born_ns, state, reason, kind, earlier_id, first_seen_at)
    SELECT rule_id, @folderId, @name, @nameBytes, @nameFolded, @version, @sizeBytes, @mtimeNs, @mtimeEra, @device, @fileId, @bornNs,
      @state, @reason, @kind, @earlierId, @at FROM watch_folders WHERE id = @folderId`);
  const updateIdentity = db.prepare(`
    UPDATE watch_files SET size_bytes = @sizeBytes, mtime_ns = @mtimeNs, mtime_era = @mtimeEra, device = @device,
      file_id = @fileId, born_ns = @bornNs, state = 'settling', settled_at = NULL, gone_at = NULL, reason = @reason, sha1 = NULL,
      kind = iif(version > 1, 'version', 'new'),
      earlier_id = (SELECT id FROM watch_files AS before WHERE before.folder_id = watch_files.folder_id
        AND before.name = watch_files.name AND coalesce(before.name_bytes, x'') = coalesce(watch_files.name_bytes, x'')
        AND before.version = watch_files.version - 1)
    WHERE id = @id AND batch_id IS NULL`);
  const setReturned = db.prepare('UPDATE watch_files SET gone_at = NULL WHERE id = ?');
  const setGone = db.prepare('UPDATE watch_files SET gone_at = @at WHERE id = @id AND gone_at IS NULL');
  const setLeft = db.prepare(
    `UPDATE watch_files SET state = 'gone', reason = iif(state = 'failed', reason, NULL) WHERE id = ? AND ${unsent}`,
  );
  const setReason = db.prepare("UPDATE watch_files SET reason = ? WHERE id = ? AND state = 'settling'");
  const setDecision = db.prepare(`
    UPDATE watch_files SET state = @state, reason = @reason, kind = coalesce(@kind, kind),
      earlier_id = coalesce(@earlierId, earlier_id), sha1 = coalesce(@sha1, sha1), settled_at = @at
    WHERE id = @id AND state = 'settling'`);
  const selectSettlingIds = db
    .prepare<[number, number, number], number>(
      `SELECT id FROM watch_files WHERE rule_id = ? AND state = 'settling' AND id > ? AND gone_at IS NULL
         AND coalesce(reason ->> '$.code', '') <> 'temporary-name' ORDER BY id LIMIT ?`,
    )
    .pluck();
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
  // All that are gone, but of the others only those with its name: at a first scan, thousands have its size and time.
  const sendingThen = (index: string, isWanted: string): string =>
    `SELECT id FROM watch_files AS file INDEXED BY ${index}
     WHERE state = 'taken' AND size_bytes = @sizeBytes AND mtime_ns BETWEEN @fromNs AND @toNs AND mtime_era = @mtimeEra
       AND ${isWanted} AND id <> @id AND ${sameTarget}`;
  const selectSendingThen = db
    .prepare<unknown[], number>(
      `${sendingThen('watch_files_sending_gone', 'gone_at IS NOT NULL')}
       UNION ALL ${sendingThen('watch_files_sending', 'name = @name')} LIMIT ${maxCandidates}`,
    )
    .pluck();
  const ofPath = `folder.place = @place AND file.name = @name AND coalesce(file.name_bytes, x'') = coalesce(@nameBytes, x'')
    AND file.id <> @id AND ${sameTarget}`;
  const selectBeingSent = db
    .prepare<unknown[], number>(
      `SELECT 1 FROM watch_folders AS folder CROSS JOIN watch_files AS file ON file.folder_id = folder.id
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
  const selectSameSize = db
    .prepare<unknown[], number>(
      `SELECT 1 FROM watch_files AS file
       WHERE file.state = 'sent' AND size_bytes = @sizeBytes AND sha1 IS NOT NULL AND ${sameTarget} LIMIT 1`,
    )
    .pluck();
  const selectFirstWithContent = db
    .prepare<unknown[], LedgerRow>(
      `SELECT ${ledgerColumns} FROM ${ledgerTables}
       WHERE sha1 = @sha1 AND file.state = 'sent' AND file.id <> @id AND ${sameTarget} ORDER BY file.id LIMIT 1`,
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
       AND server_url = @serverUrl AND database_id = @databaseId
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

  const identityColumns = (found: FileIdentity) => {
    const { ns, era } = toStoredTime(found.mtimeNs);
    const { sizeBytes, device, fileId } = found;
    return { sizeBytes, mtimeNs: ns, mtimeEra: era, device, fileId };
  };
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
  const all = (rows: readonly LedgerRow[]): readonly LedgerFile[] => rows.map(toLedgerFile);

  return {
    /** Of a folder that may be new. */
    folderId({ ruleId, path, place }: WatchFolderKey): number {
      const found = findFolder.get(ruleId, place);
      if (found !== undefined) return found;
      const slash = path.text.indexOf('/');
      const top = slash === -1 ? path.text : path.text.slice(0, slash);
      return Number(insertFolder.run(ruleId, path.text, path.bytes, place, top).lastInsertRowid);
    },
    get(id: number): LedgerFile | null {
      const row = byId.get(id);
      return row === undefined ? null : toLedgerFile(row);
    },
    byIds: (ids: readonly number[]) => all(byIds.all(JSON.stringify(ids))),
    /** The current version of a name. Null if the ledger doesn't know it. */
    newest(folderId: number, { text, bytes }: DecodedName): LedgerFile | null {
      const row = newest.get(folderId, text, bytes);
      return row === undefined ? null : toLedgerFile(row);
    },
    /** Some files that were at their path at the last scan. */
    present: (ruleId: number, limit: number) => all(selectPresent.all(ruleId, limit)),
    /** `earlier`: the version before. Returns the row's ID. */
    add(file: NewLedgerFile, earlier: LedgerFile | null, at: string): number {
      const { folderId, name, state, reason, bornNs } = file;
      const { lastInsertRowid } = insertFile.run({
        ...identityColumns(file),
        folderId,
        bornNs,
        name: name.text,
        nameBytes: name.bytes,
        nameFolded: foldedName(name.text),
        version: (earlier?.version ?? 0) + 1,
        state,
        reason: json(reason),
        kind: earlier === null ? 'new' : 'version',
        earlierId: earlier?.id ?? null,
        at,
      });
      return Number(lastInsertRowid);
    },
    /** Of a file that is in no batch: it settles from the start. */
    setChanged: (id: number, found: FileIdentity, bornNs: bigint, reason: WatchReason | null): void =>
      void updateIdentity.run({ ...identityColumns(found), id, bornNs, reason: json(reason) }),
    setReturned: (id: number): void => void setReturned.run(id),
    /** No longer at its path, or another version is. What wasn't sent won't be, and nobody has to look at it. */
    setGone(id: number, at: string): void {
      setGone.run({ id, at });
      setLeft.run(id);
    },
    /** Why it doesn't settle. */
    setReason: (id: number, reason: WatchReason | null): void => void setReason.run(json(reason), id),
    decide(
      id: number,
      decision: {
        readonly state: 'settled' | 'renamed' | 'skipped' | 'held';
        readonly reason: WatchReason | null;
        /** Null to leave it. */
        readonly kind: LedgerFile['kind'] | null;
        readonly earlierId: number | null;
        readonly sha1: string | null;
      },
      at: string,
    ): void {
      const sha1 = decision.sha1 === null ? null : Buffer.from(decision.sha1, 'hex');
      setDecision.run({ ...decision, reason: json(decision.reason), sha1, id, at });
    },
    /** Without those that have a temporary name: they settle under another one. */
    settlingIds: (ruleId: number, after: number, limit: number): readonly number[] =>
      selectSettlingIds.all(ruleId, after, limit),
    /** Rows of the same file ID and size, with the same time or time of creation, wherever they are. The newest first. */
    withSameIdentity: ({ id, bornNs, ...file }: LedgerFile, target: SendTarget) =>
      all(selectSameIdentity.all({ ...identityColumns(file), id, bornNs, ...target })),
    /** Whether a file with this size and about this time was sent, wherever it is. */
    hasSameTime: ({ id, sizeBytes, mtimeNs }: LedgerFile, target: SendTarget): boolean =>
      selectSameTime.get({ id, sizeBytes, ...timeRange(mtimeNs), ...target }) !== undefined,
    /** Files with this size and about this time that are being sent, and may have been moved. */
    sendingAtSameTime({ id, name, sizeBytes, mtimeNs }: LedgerFile, target: SendTarget) {
      const ids = selectSendingThen.all({ id, name, sizeBytes, ...timeRange(mtimeNs), ...target });
      return ids.length === 0 ? [] : all(byIds.all(JSON.stringify(ids)));
    },
    /** Whether another version of the same path is being sent, by any rule. */
    isPathBeingSent: ({ id, place, name, nameBytes }: LedgerFile, target: SendTarget): boolean =>
      selectBeingSent.get({ id, place, name, nameBytes, ...target }) !== undefined,
    /** Earlier versions of the same path, and those of other rules, with the same size, whose content is known. */
    earlierVersions: (file: LedgerFile, target: SendTarget) => {
      const { id, ruleId, place, name, nameBytes, version, sizeBytes } = file;
      const path = { id, ruleId, place, name, nameBytes, version, sizeBytes };
      return all(selectEarlierVersions.all({ ...path, ...target }));
    },
    /** Whether a sent file may have the same content. */
    hasSameSize: ({ sizeBytes }: LedgerFile, target: SendTarget): boolean =>
      selectSameSize.get({ sizeBytes, ...target }) !== undefined,
    /** The first file that was sent with this content. */
    firstWithContent({ id }: LedgerFile, sha1: string, target: SendTarget): LedgerFile | null {
      const row = selectFirstWithContent.get({ id, sha1: Buffer.from(sha1, 'hex'), ...target });
      return row === undefined ? null : toLedgerFile(row);
    },
    /** Rows of this content that were sent, or count as sent. The newest first. */
    withSameContent: ({ id }: LedgerFile, sha1: string, target: SendTarget) =>
      all(selectSameContent.all({ id, sha1: Buffer.from(sha1, 'hex'), ...target })),
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

function json(reason: WatchReason | null): string | null {
  return reason === null ? null : JSON.stringify(reason);
}

export type WatchFileRepository = ReturnType<typeof createWatchFileRepository>;
