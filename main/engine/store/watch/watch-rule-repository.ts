import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureSchema } from '../../../../preload/contract/failures/failure-table.ts';
import {
  type NamedWatchRule,
  namedWatchRule,
  type WatchState,
  watchRule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { type WatchRuleId, watchRuleId } from '../../types/ids.ts';
import { StoreError } from '../sqlite-failure.ts';
import { type DamagedValue, damagedValue, storedJsonOr } from '../stored-value.ts';
import { parseRoot, rootJson, type WatchedRoot } from './watched-root.ts';

/** A watched folder: its rule, where it sends files, and how it is. */
export interface StoredWatchRule {
  readonly id: WatchRuleId;
  readonly rule: NamedWatchRule;
  /** Set where the rule can't be read: `rule` has then only what is in other columns, and the state is broken. */
  readonly damaged: DamagedValue | null;
  readonly serverUrl: string;
  readonly isSandbox: boolean;
  readonly profilePath: string | null;
  /** The short identifier of the key that the rule was saved with. */
  readonly keyId: string;
  /** The saved connection that a person chose. It is null on the command line. */
  readonly connectionId: string | null;
  readonly databaseName: string | null;
  /** When a person confirmed the database. */
  readonly databaseCheckedAt: string | null;
  readonly state: WatchState;
  /** Why it is broken. */
  readonly failure: Failure | null;
  /** The last complete scan. */
  readonly lastScan: { readonly at: string; readonly files: number; readonly durationMs: number } | null;
  /** The folder that the last complete scan read. Null if that isn't known: then the one that is there is taken. */
  readonly root: WatchedRoot | null;
  readonly createdAt: string;
}

export type WatchRuleTarget = Pick<
  StoredWatchRule,
  'serverUrl' | 'isSandbox' | 'profilePath' | 'keyId' | 'connectionId'
>;

interface WatchRuleRow {
  id: WatchRuleId;
  name: string;
  database_id: number;
  rule: string;
  server_url: string;
  is_sandbox: number;
  profile_path: string | null;
  key_id: string;
  connection_id: string | null;
  database_name: string | null;
  database_checked_at: string | null;
  state: WatchState;
  reason: string | null;
  scanned_at: string | null;
  scanned_files: number | null;
  scan_ms: number | null;
  root: string | null;
  created_at: string;
}

/** Removed rules stay, because the ledger of their files does; only these functions don't show them. */
export function createWatchRuleRepository(db: Database) {
  const selectAll = db.prepare<[], WatchRuleRow>(
    'SELECT * FROM watch_rules WHERE removed_at IS NULL ORDER BY id',
  );
  const selectOne = db.prepare<[number], WatchRuleRow>(
    'SELECT * FROM watch_rules WHERE id = ? AND removed_at IS NULL',
  );
  const selectAny = db.prepare<[number], WatchRuleRow>('SELECT * FROM watch_rules WHERE id = ?');
  const selectRemoved = db
    .prepare<[], WatchRuleId>('SELECT id FROM watch_rules WHERE removed_at IS NOT NULL ORDER BY id')
    .pluck();
  const insert = db.prepare(`
    INSERT INTO watch_rules (name, rule, server_url, is_sandbox, profile_path, key_id, connection_id, database_id, state, created_at)
    VALUES (@name, @rule, @serverUrl, @isSandbox, @profilePath, @keyId, @connectionId, @databaseId, 'draft', @createdAt)`);
  const update = db.prepare(`
    UPDATE watch_rules SET name = @name, rule = @rule, server_url = @serverUrl, is_sandbox = @isSandbox,
      profile_path = @profilePath, key_id = @keyId, connection_id = @connectionId, database_id = @databaseId
    WHERE id = @id`);
  const updateState = db.prepare('UPDATE watch_rules SET state = ?, reason = ? WHERE id = ?');
  const updateDatabase = db.prepare(
    'UPDATE watch_rules SET database_name = ?, database_checked_at = ? WHERE id = ?',
  );
  const updateScan = db.prepare(
    'UPDATE watch_rules SET scanned_at = ?, scanned_files = ?, scan_ms = ? WHERE id = ?',
  );
  const updateRoot = db.prepare('UPDATE watch_rules SET root = ? WHERE id = ?');
  const remove = db.prepare(
    "UPDATE watch_rules SET removed_at = ?, state = 'paused', reason = NULL WHERE id = ?",
  );

  const columnsOf = (rule: NamedWatchRule, target: WatchRuleTarget) => ({
    ...target,
    isSandbox: target.isSandbox ? 1 : 0,
    name: rule.name,
    rule: JSON.stringify(rule),
    databaseId: rule.database,
  });

  function find(id: number): StoredWatchRule | null {
    const row = selectOne.get(id);
    return row === undefined ? null : toRule(row);
  }

  return {
    all: (): readonly StoredWatchRule[] => selectAll.all().map(toRule),
    /** For work on it. Throws a StoreError with stored-value-damaged if it can't be read. */
    get(id: number): StoredWatchRule | null {
      const found = find(id);
      if (found !== null && found.damaged !== null) throw new StoreError(found.damaged);
      return found;
    },
    /** To show it, or to remove it. */
    find,
    /** Also one that was removed: what became of its uploads still goes to its ledger. */
    getAny(id: WatchRuleId): StoredWatchRule | null {
      const row = selectAny.get(id);
      return row === undefined ? null : toRule(row);
    },
    removedIds: (): readonly WatchRuleId[] => selectRemoved.all(),
    insert(rule: NamedWatchRule, target: WatchRuleTarget, createdAt: string): WatchRuleId {
      const { lastInsertRowid } = insert.run({ ...columnsOf(rule, target), createdAt });
      return watchRuleId.parse(Number(lastInsertRowid));
    },
    update(id: WatchRuleId, rule: NamedWatchRule, target: WatchRuleTarget): void {
      update.run({ ...columnsOf(rule, target), id });
    },
    setState(id: WatchRuleId, state: WatchState, failure: Failure | null = null): void {
      updateState.run(state, failure === null ? null : JSON.stringify(failure), id);
    },
    /** `checkedAt`: null where a person has to confirm it. */
    setDatabase(id: WatchRuleId, name: string | null, checkedAt: string | null): void {
      updateDatabase.run(name, checkedAt, id);
    },
    setScan(id: WatchRuleId, at: string, files: number, durationMs: number): void {
      updateScan.run(at, files, durationMs, id);
    },
    setRoot: (id: WatchRuleId, root: WatchedRoot | null): void =>
      void updateRoot.run(root === null ? null : rootJson(root), id),
    remove: (id: WatchRuleId, at: string): void => void remove.run(at, id),
  };
}

function toRule(row: WatchRuleRow): StoredWatchRule {
  const { scanned_at: at, scanned_files: files, scan_ms: durationMs } = row;
  const rule = storedJsonOr(row.rule, namedWatchRule, () => null);
  const damaged = rule === null ? damagedValue(['watch_rules.rule', row.id]) : null;
  return {
    id: row.id,
    rule: rule ?? unreadableRule(row),
    damaged,
    serverUrl: row.server_url,
    isSandbox: row.is_sandbox === 1,
    profilePath: row.profile_path,
    keyId: row.key_id,
    connectionId: row.connection_id,
    databaseName: row.database_name,
    databaseCheckedAt: row.database_checked_at,
    state: damaged === null ? row.state : 'broken',
    failure:
      damaged ??
      (row.reason === null
        ? null
        : storedJsonOr(row.reason, failureSchema, () => damagedValue(['watch_rules.reason', row.id]))),
    lastScan: at === null || files === null || durationMs === null ? null : { at, files, durationMs },
    root: parseRoot(row.root),
    createdAt: row.created_at,
  };
}

const unknown = '?';

/** What the row says without its rule. The folder is shown if it is all that can be read. */
function unreadableRule({ name, database_id: database, rule }: WatchRuleRow): NamedWatchRule {
  const { path } = storedJsonOr(rule, z.object({ path: watchRule.shape.path }), () => ({ path: unknown }));
  return { ...watchRule.parse({ path, database, dataset: unknown }), name };
}
