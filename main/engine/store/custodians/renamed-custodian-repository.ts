/** The custodians of files in watched folders that were renamed after they were sent. */
import type { Database } from 'better-sqlite3';
import type { OtherCustodian } from '../../../../preload/contract/watch/watched-folder.ts';
import { itemCustodian } from '../items/custodian-columns.ts';
import type { LedgerRange } from '../watch/watch-ledger-repository.ts';

export interface RenamedFile {
  readonly id: number;
  readonly folder: string;
  readonly name: string;
}

/** Every write belongs in the caller's transaction. */
export function createRenamedCustodianRepository(db: Database) {
  const selectAny = db
    .prepare<[number], number>("SELECT 1 FROM watch_files WHERE rule_id = ? AND state = 'renamed' LIMIT 1")
    .pluck();
  const selectComparedBy = db
    .prepare<[number], string | null>('SELECT custodians_compared_by FROM watch_rules WHERE id = ?')
    .pluck();
  const setComparedBy = db.prepare<[string, number]>(
    'UPDATE watch_rules SET custodians_compared_by = ? WHERE id = ?',
  );
  const selectUncompared = db.prepare<[number, number], RenamedFile>(
    `SELECT file.id, folder.path AS folder, file.name
     FROM watch_files AS file INDEXED BY watch_files_uncompared JOIN watch_folders AS folder ON folder.id = file.folder_id
     WHERE file.rule_id = ? AND file.state = 'renamed' AND custodian_compared = 0 LIMIT ?`,
  );
  // A file may have been renamed more than once since.
  const selectSent = db.prepare<[number], { custodian: string | null }>(
    `WITH RECURSIVE chain (item_id, continues_id) AS (
       SELECT item_id, continues_id FROM watch_files WHERE id = ?
       UNION ALL SELECT file.item_id, file.continues_id
         FROM chain CROSS JOIN watch_files AS file ON file.id = chain.continues_id WHERE chain.item_id IS NULL)
     SELECT ${itemCustodian} AS custodian
     FROM chain CROSS JOIN items ON items.id = chain.item_id LEFT JOIN folders ON folders.id = items.folder_id
     LIMIT 1`,
  );
  const setOther = db.prepare<[string | null, number]>(
    'UPDATE watch_files SET custodian_compared = 1, other_custodian = ? WHERE id = ?',
  );
  const compareAgain = db.prepare<[LedgerRange]>(
    `UPDATE watch_files SET custodian_compared = 0
     WHERE rule_id = @ruleId AND id > @after AND id <= @to AND state = 'renamed'`,
  );
  const countOther = db
    .prepare<[number], number>(
      `SELECT count(*) FROM watch_files INDEXED BY watch_files_other_custodian
       WHERE rule_id = ? AND other_custodian IS NOT NULL AND gone_at IS NULL`,
    )
    .pluck();
  return {
    hasAny: (ruleId: number): boolean => selectAny.get(ruleId) !== undefined,
    /** By what they were last compared. Returns null if they weren't. */
    comparedBy: (ruleId: number): string | null => selectComparedBy.get(ruleId) ?? null,
    setComparedBy: (ruleId: number, by: string): void => void setComparedBy.run(by, ruleId),
    /** The next ones that weren't compared yet. */
    uncompared: (ruleId: number, limit: number): readonly RenamedFile[] =>
      selectUncompared.all(ruleId, limit),
    /** With which custodian its content was sent. Returns null if its upload is gone. */
    sent: (id: number): { readonly custodian: string | null } | null => selectSent.get(id) ?? null,
    /** `other` is null where the rule names the one that was sent. */
    setOther: (id: number, other: OtherCustodian | null): void =>
      void setOther.run(other === null ? null : JSON.stringify(other), id),
    compareAgain: (range: LedgerRange): void => void compareAgain.run(range),
    /** Files at their path whose rule names another custodian than was sent. */
    countOther: (ruleId: number): number => countOther.get(ruleId) ?? 0,
  };
}
