/** Changes of a draft, to be undone and redone: those that were undone come after those that can be. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { UploadId } from '../../types/ids.ts';

export interface StoredChange {
  readonly seq: number;
  /** JSON. */
  readonly change: string;
}

const states = z.looseObject({ before: z.looseObject({}), after: z.looseObject({}) });
/** A change has the states before and after it, which only the caller knows in detail. */
export const recordedChange = <Change>(): z.ZodType<Change> =>
  z.custom<Change>((value) => states.safeParse(value).success);

const maxChanges = 100;

export function createChangeHistory(db: Database, table: 'custodian_changes' | 'selection_changes') {
  const insert = db.prepare(
    `INSERT INTO ${table} (upload_id, seq, change)
     SELECT @uploadId, coalesce(max(seq), 0) + 1, @change FROM ${table} WHERE upload_id = @uploadId`,
  );
  const deleteUndone = db.prepare(`DELETE FROM ${table} WHERE upload_id = ? AND undone = 1`);
  const deleteOld = db.prepare(
    `DELETE FROM ${table} WHERE upload_id = @uploadId
       AND seq <= (SELECT max(seq) FROM ${table} WHERE upload_id = @uploadId) - ${maxChanges}`,
  );
  const selectLast = db.prepare<[UploadId], StoredChange>(
    `SELECT seq, change FROM ${table} WHERE upload_id = ? AND undone = 0 ORDER BY seq DESC LIMIT 1`,
  );
  const selectNext = db.prepare<[UploadId], StoredChange>(
    `SELECT seq, change FROM ${table} WHERE upload_id = ? AND undone = 1 ORDER BY seq LIMIT 1`,
  );
  const setUndone = db.prepare(`UPDATE ${table} SET undone = ? WHERE upload_id = ? AND seq = ?`);

  return {
    /** What was undone before it can't be redone any more. */
    addChange(uploadId: UploadId, change: string): void {
      deleteUndone.run(uploadId);
      insert.run({ uploadId, change });
      deleteOld.run({ uploadId });
    },
    /** The change to undo next. */
    lastChange: (uploadId: UploadId): StoredChange | null => selectLast.get(uploadId) ?? null,
    /** The change to redo next. */
    nextChange: (uploadId: UploadId): StoredChange | null => selectNext.get(uploadId) ?? null,
    markUndone: (uploadId: UploadId, seq: number, isUndone: boolean): void =>
      void setUndone.run(isUndone ? 1 : 0, uploadId, seq),
  };
}
