import type { Database } from 'better-sqlite3';
import { type SelectionCode, selectionCodes } from '../../../../preload/contract/views/selection.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { createChangeHistory } from './change-history.ts';
import { custodianColumn } from './custodian-columns.ts';
import type { FolderKey } from './folder-repository.ts';
import { subtreeRange, withinSubtree } from './folder-repository.ts';
import { isOpenItem, isProblem, isQueued } from './item-conditions.ts';

export type Choice = 'selected' | 'deselected';
export type ChoiceOf = readonly [id: number, choice: Choice];

/** A file as the selection sees it: a segment as the first of its set, with the size of all. */
export interface CandidateRow {
  readonly id: ItemId;
  readonly folderId: number;
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly type: string | null;
  readonly custodian: string | null;
  readonly choice: Choice | null;
  /** JSON of the findings' details. */
  readonly known: string | null;
  readonly duplicate: string | null;
  readonly sent: string | null;
  /** Flagged, also where the other one is in this upload. */
  readonly isDuplicate: number;
  readonly ownBytes: number;
  readonly ownName: string;
  readonly ownModifiedMs: number;
  /** The first segment that is there of the set, for a segment. */
  readonly setId: ItemId | null;
  readonly state: 'queued' | 'skipped';
  readonly reason: string | null;
}

/** What the scan could not read: a path, or, without a name, a folder. It fails unless it would not be sent. */
export interface UnreadRow {
  readonly id: ItemId;
  readonly folder: string;
  readonly name: string;
  readonly choice: Choice | null;
  readonly state: 'failed' | 'skipped';
  readonly reason: string | null;
}

/** What changed on one page of files. `reason` is null for a file that is queued again. */
export interface SelectionUpdate {
  readonly row: CandidateRow;
  readonly reason: string | null;
}

const codes = selectionCodes.map((code) => `'${code}'`).join(', ');
/** A condition on items. */
export const isSelectionSkip = `items.state = 'skipped' AND items.reason ->> '$.code' IN (${codes})`;

/** The details of a finding. A set of segments was sent before only if all of them were. */
const fact = (code: SelectionCode, of: string, condition = 'TRUE'): string =>
  `(SELECT details FROM findings
    WHERE findings.item_id = ${of} AND findings.code = '${code}' AND ${condition} LIMIT 1)`;

/** Whole milliseconds, rounded down: the last nanosecond of a day is still that day. */
const modifiedMs = (of: string): string =>
  `(${of}.mtime_ns - (${of}.mtime_ns % 1000000 + 1000000) % 1000000) / 1000000 + ${of}.mtime_era * 18446744073709.551616`;

const candidateColumns = `
  items.id, items.folder_id AS folderId, folders.path AS folder, first.name AS name,
  coalesce(segments.bytes, items.size_bytes) AS sizeBytes,
  ${modifiedMs('first')} AS modifiedMs, first.type AS type,
  ${custodianColumn('first')} AS custodian,
  coalesce(first.choice, folders.choice) AS choice,
  CASE WHEN @known AND segments.item_id IS NULL THEN ${fact('known-file', 'items.id')} END AS known,
  CASE WHEN @duplicate AND segments.item_id IS NULL
    THEN ${fact('duplicate', 'items.id', "details ->> '$.upload' IS NOT NULL")} END AS duplicate,
  CASE WHEN @sent AND (segments.item_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM segments AS other WHERE other.first_item_id = segments.first_item_id
        AND ${fact('already-sent', 'other.item_id')} IS NULL))
    THEN ${fact('already-sent', 'items.id')} END AS sent,
  CASE WHEN @duplicate AND segments.item_id IS NULL THEN ${fact('duplicate', 'items.id')} IS NOT NULL
    ELSE 0 END AS isDuplicate,
  items.size_bytes AS ownBytes, items.name AS ownName, ${modifiedMs('items')} AS ownModifiedMs,
  segments.first_item_id AS setId, items.state AS state, items.reason AS reason`;
const candidateTables = `
  folders CROSS JOIN roots ON roots.id = folders.root_id
  LEFT JOIN segments ON segments.item_id = items.id
  JOIN items AS first ON first.id = coalesce(segments.first_item_id, items.id)`;

/** Which findings the rules ask for: each costs a look-up per file. */
export interface CandidateOptions {
  readonly known: boolean;
  readonly duplicate: boolean;
  readonly sent: boolean;
}

interface PageParameters {
  readonly uploadId: UploadId;
  readonly after: number;
  readonly limit: number;
  readonly known: number;
  readonly duplicate: number;
  readonly sent: number;
}

/** Which files of an upload are sent: choices by hand, and the skips that rules made. */
export function createSelectionRepository(db: Database) {
  const page = (state: string) =>
    db.prepare<[PageParameters], CandidateRow>(
      `SELECT ${candidateColumns} FROM items CROSS JOIN ${candidateTables}
       WHERE items.upload_id = @uploadId AND ${state} AND items.folder_id = folders.id AND items.id > @after
       ORDER BY items.id LIMIT @limit`,
    );
  const selectOne = db.prepare<[{ id: ItemId; known: 0; duplicate: 0; sent: 0 }], CandidateRow>(
    `SELECT ${candidateColumns} FROM items CROSS JOIN ${candidateTables}
     WHERE items.id = @id AND items.folder_id = folders.id`,
  );
  // Each as the condition of an index.
  const queued = page(isQueued);
  const skipped = page(`${isProblem} AND ${isSelectionSkip}`);
  // What the scan could not read has no identity.
  const selectUnread = db.prepare<[UploadId, number, number], UnreadRow>(
    `SELECT items.id, folders.path AS folder, items.name AS name, coalesce(items.choice, folders.choice) AS choice,
       items.state AS state, items.reason AS reason
     FROM items CROSS JOIN folders ON folders.id = items.folder_id
     WHERE items.upload_id = ? AND ${isProblem}
       AND items.mtime_ns = 0 AND items.mtime_era = 0 AND items.file_id = 0
       AND (items.state = 'failed' OR items.state = 'skipped' AND items.reason ->> '$.code' = 'excluded-unread')
       AND items.id > ? AND items.id <= ? ORDER BY items.id`,
  );
  const selectProblemsUpTo = db
    .prepare<[UploadId, number, number], number | null>(
      `SELECT max(id) FROM (SELECT id FROM items
         WHERE upload_id = ? AND ${isProblem} AND id > ? ORDER BY id LIMIT ?)`,
    )
    .pluck();
  const setStates = db.prepare<[string, string | null, string, string]>(
    'UPDATE items SET state = ?, reason = ? WHERE id IN (SELECT value FROM json_each(?)) AND state = ?',
  );
  const addToTotals = db.prepare<[UploadId, string, number, number]>(`
    INSERT INTO totals (upload_id, state, items, bytes) VALUES (?, ?, ?, ?)
    ON CONFLICT (upload_id, state) DO UPDATE SET items = items + excluded.items, bytes = bytes + excluded.bytes`);
  const addToFolder = db.prepare<[{ id: number; items: number; bytes: number }]>(
    `UPDATE folders SET items = items + @items, bytes = bytes + @bytes, skipped_items = skipped_items - @items,
       skipped_bytes = skipped_bytes - @bytes WHERE id = @id`,
  );
  const setPending = db.prepare<[number, UploadId]>('UPDATE uploads SET selection_pending = ? WHERE id = ?');
  const isPending = db
    .prepare<[UploadId], number>('SELECT selection_pending FROM uploads WHERE id = ?')
    .pluck();
  const tally = db.prepare<[UploadId], { code: SelectionCode; items: number; bytes: number }>(
    `SELECT items.reason ->> '$.code' AS code, count(*) AS items, sum(size_bytes) AS bytes FROM items
     WHERE items.upload_id = ? AND ${isProblem}
       AND ${isSelectionSkip} GROUP BY 1 ORDER BY 2 DESC`,
  );
  const chooseFolders = db.prepare<unknown[]>(
    `UPDATE folders SET choice = @choice WHERE root_id = @rootId AND ${withinSubtree}`,
  );
  const selectFolderChoice = db
    .prepare<[number], Choice | null>('SELECT choice FROM folders WHERE id = ?')
    .pluck();
  const clearItems = db.prepare<unknown[]>(
    `UPDATE items SET choice = NULL WHERE choice IS NOT NULL AND folder_id IN (
       SELECT id FROM folders WHERE root_id = @rootId AND ${withinSubtree})`,
  );
  const selectChosenFolders = db
    .prepare<unknown[], ChoiceOf>(
      `SELECT id, choice FROM folders WHERE root_id = @rootId AND ${withinSubtree} AND choice IS NOT NULL`,
    )
    .raw();
  const selectChosenItems = db
    .prepare<unknown[], ChoiceOf>(
      `SELECT items.id, items.choice FROM folders JOIN items ON items.folder_id = folders.id AND items.choice IS NOT NULL
       WHERE root_id = @rootId AND ${withinSubtree}`,
    )
    .raw();
  const selectItemChoice = db
    .prepare<[UploadId, number, number], readonly [number, Choice | null]>(
      `SELECT id, choice FROM items WHERE upload_id = ? AND folder_id IS NOT NULL AND id IN (
         SELECT coalesce((SELECT first_item_id FROM segments WHERE item_id = ?), ?))`,
    )
    .raw();
  const selectChoices = db
    .prepare<[string], ChoiceOf>(
      'SELECT id, choice FROM items WHERE id IN (SELECT value FROM json_each(?)) AND choice IS NOT NULL',
    )
    .raw();
  const setChoices = db.prepare<[Choice | null, UploadId, string]>(
    `UPDATE items SET choice = ? WHERE upload_id = ? AND folder_id IS NOT NULL
       AND id IN (SELECT value FROM json_each(?))`,
  );
  const countOpen = db
    .prepare<[UploadId, number], number>(
      `SELECT count(*) FROM items WHERE upload_id = ? AND ${isOpenItem} AND id <= ?`,
    )
    .pluck();
  const countOpenOf = db
    .prepare<[string], number>(
      `SELECT count(*) FROM items WHERE id IN (SELECT value FROM json_each(?)) AND ${isOpenItem}`,
    )
    .pluck();
  const setFolderChoice = db.prepare('UPDATE folders SET choice = ? WHERE id = ?');
  const setItemChoice = db.prepare('UPDATE items SET choice = ? WHERE id = ?');
  const chooseItem = db.prepare<[Choice | null, UploadId, ItemId, ItemId]>(
    `UPDATE items SET choice = ? WHERE upload_id = ? AND folder_id IS NOT NULL AND id IN (
       SELECT coalesce((SELECT first_item_id FROM segments WHERE item_id = ?), ?))`,
  );

  return {
    ...createChangeHistory(db, 'selection_changes'),
    isPending: (id: UploadId): boolean => isPending.get(id) === 1,
    setPending: (id: UploadId, pending: boolean): void => void setPending.run(pending ? 1 : 0, id),
    /** Files that are queued, or skipped by the selection, in inventory order. Links were named one by one. */
    candidates(
      state: 'queued' | 'skipped',
      uploadId: UploadId,
      after: number,
      limit: number,
      { known, duplicate, sent }: CandidateOptions,
    ): readonly CandidateRow[] {
      const facts = { known: known ? 1 : 0, duplicate: duplicate ? 1 : 0, sent: sent ? 1 : 0 };
      return (state === 'queued' ? queued : skipped).all({ uploadId, after, limit, ...facts });
    },
    candidate: (id: ItemId): CandidateRow | null =>
      selectOne.get({ id, known: 0, duplicate: 0, sent: 0 }) ?? null,
    /** The last of the next items that are skipped, failed, or held; null where there is none. */
    problemsUpTo: (uploadId: UploadId, after: number, items: number): number | null =>
      selectProblemsUpTo.get(uploadId, after, items) ?? null,
    /** What the scan could not read, in inventory order. */
    unread: (uploadId: UploadId, after: number, upTo: number): readonly UnreadRow[] =>
      selectUnread.all(uploadId, after, upTo),
    /** Moves what could not be read. The caller opens the transaction. */
    applyUnread(
      uploadId: UploadId,
      { id, state: from }: UnreadRow,
      to: UnreadRow['state'],
      reason: string,
    ): void {
      if (setStates.run(to, reason, JSON.stringify([id]), from).changes !== 1)
        throw new Error(`Item ${id} was not ${from}`);
      addToTotals.run(uploadId, from, -1, 0);
      addToTotals.run(uploadId, to, 1, 0);
    },
    /** Moves files and totals. The caller opens the transaction. */
    apply(uploadId: UploadId, changes: Iterable<SelectionUpdate>): void {
      const moved = { items: 0, bytes: 0 };
      const folders = new Map<number, { items: number; bytes: number }>();
      const groups = {
        queued: new Map<string | null, ItemId[]>(),
        skipped: new Map<string | null, ItemId[]>(),
      };
      for (const { row, reason } of changes) {
        const ids = groups[row.state].get(reason);
        if (ids === undefined) groups[row.state].set(reason, [row.id]);
        else ids.push(row.id);
        const state = reason === null ? 'queued' : 'skipped';
        if (state === row.state) continue;
        const sign = state === 'queued' ? 1 : -1;
        let folder = folders.get(row.folderId);
        if (folder === undefined) {
          folder = { items: 0, bytes: 0 };
          folders.set(row.folderId, folder);
        }
        folder.items += sign;
        folder.bytes += sign * row.ownBytes;
        moved.items += sign;
        moved.bytes += sign * row.ownBytes;
      }
      for (const from of ['queued', 'skipped'] as const)
        for (const [reason, ids] of groups[from]) {
          const to = reason === null ? 'queued' : 'skipped';
          if (setStates.run(to, reason, JSON.stringify(ids), from).changes !== ids.length)
            throw new Error(`${ids.length} items from ${ids[0]} on were not all ${from}`);
        }
      for (const [id, sums] of folders) addToFolder.run({ id, ...sums });
      if (folders.size === 0) return;
      addToTotals.run(uploadId, 'queued', moved.items, moved.bytes);
      addToTotals.run(uploadId, 'skipped', -moved.items, -moved.bytes);
    },
    /** How many of the upload's items up to this one are still to be sent. */
    countOpen: (uploadId: UploadId, last: number): number => countOpen.get(uploadId, last) ?? 0,
    countOpenOf: (ids: readonly ItemId[]): number => countOpenOf.get(JSON.stringify(ids)) ?? 0,
    /** How many files each rule skips. */
    tallies: (uploadId: UploadId) => tally.all(uploadId),
    choiceOfFolder: (id: number): Choice | null => selectFolderChoice.get(id) ?? null,
    /** By hand, for a folder and everything below it. A choice of null leaves it to the rules. */
    chooseFolder(folder: FolderKey, choice: Choice | null): void {
      const range = subtreeRange(folder);
      chooseFolders.run({ ...range, choice });
      clearItems.run(range);
    },
    /** What was chosen for a folder, for what is below it, and for files in them. */
    choicesWithin(folder: FolderKey): {
      readonly folders: readonly ChoiceOf[];
      readonly items: readonly ChoiceOf[];
    } {
      const range = subtreeRange(folder);
      return { folders: selectChosenFolders.all(range), items: selectChosenItems.all(range) };
    },
    /** The choice of a file, or of the segment that stands for its set. Undefined if the upload has no such file. */
    choiceOfItem: (uploadId: UploadId, id: number) => selectItemChoice.get(uploadId, id, id),
    /** The choices of these files, of those that have one. */
    choicesOf: (ids: readonly number[]): readonly ChoiceOf[] => selectChoices.all(JSON.stringify(ids)),
    /** Chooses any number of files at once, about a second for a million. For a set of segments, name the first one. */
    chooseListed: (uploadId: UploadId, ids: readonly number[], choice: Choice | null): void =>
      void setChoices.run(choice, uploadId, JSON.stringify(ids)),
    /** As they were: nothing below a folder is changed. */
    restoreChoices(
      folders: Iterable<ChoiceOf>,
      items: Iterable<readonly [id: number, choice: Choice | null]>,
    ): void {
      for (const [id, choice] of folders) setFolderChoice.run(choice, id);
      for (const [id, choice] of items) setItemChoice.run(choice, id);
    },
    /** A segment stands for its whole set. */
    chooseItems(uploadId: UploadId, ids: Iterable<ItemId>, choice: Choice | null): void {
      for (const id of ids) chooseItem.run(choice, uploadId, id, id);
    },
  };
}
