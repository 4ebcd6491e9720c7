import type { Database, Statement } from 'better-sqlite3';
import type { WatchReason } from '../../../../preload/contract/watch/watched-folder.ts';
import type { DecodedName, FileIdentity } from '../../types/source-path.ts';
import { foldedName } from '../items/item-repository.ts';
import {
  identityColumns,
  type LedgerFile,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  toLedgerFile,
} from './ledger-file.ts';

export interface WatchFolderKey {
  readonly ruleId: number;
  /** Below the watched folder. */
  readonly path: DecodedName;
  readonly place: Uint8Array;
}

export interface NewLedgerFile extends FileIdentity {
  readonly ruleId: number;
  readonly folderId: number;
  readonly bornNs: bigint;
  readonly name: DecodedName;
  readonly state: 'settling' | 'skipped';
  readonly reason: WatchReason | null;
}

/** Whether a row is checked once it has settled. One with a temporary name settles under another one. */
export const isToBeChecked = ({ state, reason }: Pick<LedgerFile, 'state' | 'reason'>): boolean =>
  state === 'settling' && reason?.code !== 'temporary-name';
/** The same in SQL. */
const toBeChecked = "state = 'settling' AND coalesce(reason ->> '$.code', '') <> 'temporary-name'";

/** SQLite first copies the pages that a statement with triggers changes: one row per statement takes twice the time. */
const filesPerStatement = 50;

const firstColumns =
  'folder_id, name, name_bytes, name_folded, size_bytes, mtime_ns, mtime_era, device, file_id, born_ns, state, reason';
function firstValues({ folderId, name, bornNs, state, reason, ...identity }: NewLedgerFile) {
  const { sizeBytes, mtimeNs, mtimeEra, device, fileId } = identityColumns(identity);
  const named = [folderId, name.text, name.bytes, foldedName(name.text)];
  return [...named, sizeBytes, mtimeNs, mtimeEra, device, fileId, bornNs, state, json(reason)];
}

/** What wasn't sent, and isn't being sent. What needs review in an upload does so until a person decides there. */
export const unsent = `(state = 'failed' OR (state IN ('settling', 'settled', 'held') AND batch_id IS NULL))`;
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
  const insertFirst = (rows: number) => {
    const row = `(${firstColumns.replaceAll(/\w+/g, '?')}, @ruleId, 1, 'new', @at)`;
    return db.prepare(
      `INSERT INTO watch_files (${firstColumns}, rule_id, version, kind, first_seen_at)
       VALUES ${Array(rows).fill(row).join(', ')}
       ON CONFLICT (folder_id, name, coalesce(name_bytes, x''), version) DO NOTHING`,
    );
  };
  const insertFirstOnes = insertFirst(filesPerStatement);
  const insertFirstOne = insertFirst(1);
  const insertVersion = db.prepare(
    `INSERT INTO watch_files (${firstColumns}, rule_id, version, earlier_id, first_seen_at, kind)
     VALUES (${firstColumns.replaceAll(/\w+/g, '?')}, ?, ?, ?, ?, 'version')`,
  );
  const updateIdentity = db.prepare(`
    UPDATE watch_files SET size_bytes = @sizeBytes, mtime_ns = @mtimeNs, mtime_era = @mtimeEra, device = @device,
      file_id = @fileId, born_ns = @bornNs, state = 'settling', settled_at = NULL, gone_at = NULL, reason = @reason, sha256 = NULL,
      kind = iif(version > 1, 'version', 'new'),
      earlier_id = (SELECT id FROM watch_files AS before WHERE before.folder_id = watch_files.folder_id
        AND before.name = watch_files.name AND coalesce(before.name_bytes, x'') = coalesce(watch_files.name_bytes, x'')
        AND before.version = watch_files.version - 1)
    WHERE id = @id AND batch_id IS NULL AND continues_id IS NULL`);
  const setReturned = db.prepare('UPDATE watch_files SET gone_at = NULL, moved_to = NULL WHERE id = ?');
  const setGone = db.prepare('UPDATE watch_files SET gone_at = @at WHERE id = @id AND gone_at IS NULL');
  const setLeft = db.prepare(
    `UPDATE watch_files SET state = 'gone', reason = iif(state = 'failed', reason, NULL) WHERE id = ? AND ${unsent}`,
  );
  const setReason = db.prepare(
    "UPDATE watch_files SET reason = ?, sha256 = coalesce(?, sha256) WHERE id = ? AND state = 'settling'",
  );
  const setDecision = db.prepare(`
    UPDATE watch_files SET state = @state, reason = @reason, kind = coalesce(@kind, kind),
      earlier_id = coalesce(@earlierId, earlier_id), continues_id = @continuesId, sha256 = coalesce(@sha256, sha256),
      settled_at = @at
    WHERE id = @id AND state = 'settling'`);
  const reopen = db.prepare(
    "UPDATE watch_files SET state = 'settling', reason = NULL, continues_id = NULL, settled_at = NULL WHERE id = ?",
  );
  const isContinued = db
    .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM watch_files WHERE continues_id = ?)')
    .pluck();
  const selectToBeChecked = db
    .prepare<[number, number, number], number>(
      `SELECT id FROM watch_files WHERE rule_id = ? AND id > ? AND ${toBeChecked} ORDER BY id LIMIT ?`,
    )
    .pluck();
  /** The rows of one statement have consecutive IDs, in the order of the files. Rows are never deleted. */
  function addTogether(insert: Statement, ruleId: number, files: readonly NewLedgerFile[], at: string) {
    const { changes, lastInsertRowid } = insert.run(files.flatMap(firstValues), { ruleId, at });
    let next = Number(lastInsertRowid) - changes + 1;
    const isAdded = ({ folderId, name }: NewLedgerFile): boolean =>
      changes === files.length || Number(newest.get(folderId, name.text, name.bytes)?.id) === next;
    return files.map((file) => (changes > 0 && isAdded(file) ? next++ : null));
  }
  const all = (rows: readonly LedgerRow[]): readonly LedgerFile[] => rows.map(toLedgerFile);

  return {
    /** The ID of a folder that may be new. */
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
    /** The current version of a name. Returns null if the ledger doesn't know it. */
    newest(folderId: number, { text, bytes }: DecodedName): LedgerFile | null {
      const row = newest.get(folderId, text, bytes);
      return row === undefined ? null : toLedgerFile(row);
    },
    /** Some files that were at their path at the last scan. */
    present: (ruleId: number, limit: number) => all(selectPresent.all(ruleId, limit)),
    /**
     * Adds the first version of each name that the ledger doesn't know. Returns the IDs of their rows; null for a name that it
     * knows, also from these files.
     */
    addFirst(ruleId: number, files: readonly NewLedgerFile[], at: string): readonly (number | null)[] {
      const whole = files.length - (files.length % filesPerStatement);
      const ids: (number | null)[] = [];
      for (let from = 0; from < whole; from += filesPerStatement)
        ids.push(...addTogether(insertFirstOnes, ruleId, files.slice(from, from + filesPerStatement), at));
      for (const file of files.slice(whole)) ids.push(...addTogether(insertFirstOne, ruleId, [file], at));
      return ids;
    },
    /** Another version of a name. Returns the row's ID. */
    addVersion(file: NewLedgerFile, earlier: LedgerFile, at: string): number {
      const values = [...firstValues(file), file.ruleId, earlier.version + 1, earlier.id, at];
      return Number(insertVersion.run(values).lastInsertRowid);
    },
    /** Records a change of a file that is in no batch: it settles from the start. */
    setChanged: (id: number, found: FileIdentity, bornNs: bigint, reason: WatchReason | null): void =>
      void updateIdentity.run({ ...identityColumns(found), id, bornNs, reason: json(reason) }),
    /** It is at its path again, also if its rule had moved it away. */
    setReturned: (id: number): void => void setReturned.run(id),
    /** No longer at its path, or another version is. What wasn't sent won't be, and nobody has to look at it. */
    setGone(id: number, at: string): void {
      setGone.run({ id, at });
      setLeft.run(id);
    },
    /** Why it doesn't settle. `sha256`: null if its content wasn't read now. */
    setReason: (id: number, reason: WatchReason | null, sha256: string | null): void =>
      void setReason.run(json(reason), bytesOf(sha256), id),
    decide(
      id: number,
      decision: {
        readonly state: 'settled' | 'renamed' | 'skipped' | 'held';
        readonly reason: WatchReason | null;
        /** It is null to leave it. */
        readonly kind: LedgerFile['kind'] | null;
        readonly earlierId: number | null;
        readonly continuesId: number | null;
        readonly sha256: string | null;
      },
      at: string,
    ): void {
      setDecision.run({
        ...decision,
        reason: json(decision.reason),
        sha256: bytesOf(decision.sha256),
        id,
        at,
      });
    },
    /** It counted as the file of another row, which another file is: it settles, and is decided again. */
    reopen: (id: number): void => void reopen.run(id),
    /** Whether another row is its file now. */
    isContinued: (id: number): boolean => isContinued.get(id) === 1,
    toBeChecked: (ruleId: number, after: number, limit: number): readonly number[] =>
      selectToBeChecked.all(ruleId, after, limit),
  };
}

function bytesOf(sha256: string | null): Buffer | null {
  return sha256 === null ? null : Buffer.from(sha256, 'hex');
}

function json(reason: WatchReason | null): string | null {
  return reason === null ? null : JSON.stringify(reason);
}

export type WatchFileRepository = ReturnType<typeof createWatchFileRepository>;
