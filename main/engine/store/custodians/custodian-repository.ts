/** Custodians of folders and files: what the rules say, what a person assigned, and how that is undone. */

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CustodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import type { CustodianMap, CustodianMapRow, RuleCustodian, RuleOrigin } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { createChangeHistory } from '../items/change-history.ts';
import { subtreeRange } from '../items/folder-repository.ts';
import { storedJson } from '../stored-value.ts';

/** A folder with what the rules say of it now. */
export interface RuledFolder {
  readonly id: number;
  readonly root: string;
  readonly path: string;
  readonly custodian: string | null;
  readonly from: RuleOrigin | null;
}

/** A custodian is null where the folder's applies. */
export interface FileRuleChange {
  readonly id: number;
  readonly found: RuleCustodian | null;
}

export interface RuledFile {
  readonly id: number;
  readonly name: string;
  readonly custodian: string | null;
  readonly from: RuleOrigin | null;
}

/** Files of one folder that are evidence together, by name. */
export interface SegmentSetRow {
  readonly folder: RuledFolder;
  /** The name of the first segment that is there. */
  readonly first: string;
  readonly files: readonly RuledFile[];
}

/** A folder with its files to send, those directly in it. */
export interface TreeFolder {
  readonly id: number;
  readonly root: string;
  readonly path: string;
  readonly items: number;
  readonly bytes: number;
  readonly manual: string | null;
  /** By the rules that apply now. */
  readonly custodian: string | null;
  /** Some of its files have a custodian apart from the folder's. */
  readonly hasOwnFiles: boolean;
}

export interface TreeFile {
  readonly name: string;
  readonly bytes: number;
  readonly assigned: string | null;
  /** By a rule that applies now and names the file. */
  readonly custodian: string | null;
  /** The name of the first segment that is there of the set, for a segment. */
  readonly firstSegment: string | null;
}

/** What a person assigned. It is null without an assignment of its own. */
export type Assignment = readonly [id: number, custodian: string | null];

type StoredRow = readonly [line: number, path: string, custodian: string];
const storedRow = z.array(z.tuple([z.number(), z.string(), z.string()]));

export function createCustodianRepository(db: Database) {
  const selectFolders = db.prepare<[UploadId, number, number], RuledFolder>(
    `SELECT folders.id, roots.path AS root, folders.path AS path, rule_custodian AS custodian, rule_from AS "from"
     FROM folders CROSS JOIN roots ON roots.id = folders.root_id
     WHERE upload_id = ? AND folders.id > ? ORDER BY folders.id LIMIT ?`,
  );
  const selectFiles = db.prepare<[number, number, number], RuledFile>(
    `SELECT id, name, rule_custodian AS custodian, rule_from AS "from" FROM items
     WHERE folder_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const selectTree = db.prepare<[UploadId], Omit<TreeFolder, 'hasOwnFiles'> & { own: number }>(
    `SELECT folders.id, roots.path AS root, folders.path AS path, items, bytes, manual_custodian AS manual,
       folders.rule_custodian AS custodian,
       EXISTS (SELECT 1 FROM items WHERE folder_id = folders.id AND items.rule_custodian IS NOT NULL)
         OR EXISTS (SELECT 1 FROM items WHERE folder_id = folders.id AND items.custodian IS NOT NULL) AS own
     FROM roots CROSS JOIN folders ON folders.root_id = roots.id WHERE upload_id = ? ORDER BY folders.id`,
  );
  const selectFilesIn = db.prepare<[number], TreeFile>(
    `SELECT name, size_bytes AS bytes, custodian AS assigned, rule_custodian AS custodian,
       (SELECT first.name FROM segments JOIN items AS first ON first.id = first_item_id
        WHERE segments.item_id = items.id) AS firstSegment
     FROM items WHERE folder_id = ? AND state = 'queued'`,
  );
  const selectSets = db.prepare<
    [UploadId, number, number],
    Omit<RuledFolder, 'id'> & { id: number; folderId: number; first: string }
  >(
    `SELECT items.id, folder_id AS folderId, roots.path AS root, folders.path AS path, items.name AS first,
       folders.rule_custodian AS custodian, folders.rule_from AS "from"
     FROM segments CROSS JOIN items ON items.id = first_item_id CROSS JOIN folders ON folders.id = items.folder_id
       CROSS JOIN roots ON roots.id = folders.root_id
     WHERE items.upload_id = ? AND first_item_id > ? GROUP BY first_item_id ORDER BY first_item_id LIMIT ?`,
  );
  const selectSegments = db.prepare<[number], RuledFile>(
    `SELECT items.id, name, rule_custodian AS custodian, rule_from AS "from"
     FROM segments CROSS JOIN items ON items.id = item_id WHERE first_item_id = ? ORDER BY items.name`,
  );
  const selectSetOf = db
    .prepare<[number], number>(
      `SELECT other.item_id FROM segments JOIN segments AS other ON other.first_item_id = segments.first_item_id
       WHERE segments.item_id = ? ORDER BY 1`,
    )
    .pluck();
  const selectLinks = db.prepare<[UploadId], { name: string; bytes: number }>(
    "SELECT name, size_bytes AS bytes FROM items WHERE upload_id = ? AND folder_id IS NULL AND state = 'queued'",
  );
  const setFolderRule = db.prepare('UPDATE folders SET rule_custodian = ?, rule_from = ? WHERE id = ?');
  const setFileRules = db.prepare(
    'UPDATE items SET rule_custodian = ?, rule_from = ? WHERE id IN (SELECT value FROM json_each(?))',
  );
  const clearFileRules = db.prepare(
    'UPDATE items SET rule_custodian = NULL, rule_from = NULL WHERE folder_id = ? AND rule_custodian IS NOT NULL',
  );
  const newName = `(SELECT value ->> 'to' FROM json_each(@names) WHERE value ->> 'from' = rule_custodian)`;
  const oldNames = "rule_custodian IN (SELECT value ->> 'from' FROM json_each(@names))";
  const ofUpload =
    'SELECT folders.id FROM roots JOIN folders ON root_id = roots.id WHERE upload_id = @uploadId';
  const renameRuled = [
    db.prepare(`UPDATE folders SET rule_custodian = ${newName} WHERE id IN (${ofUpload}) AND ${oldNames}`),
    db.prepare(
      `UPDATE items SET rule_custodian = ${newName} WHERE folder_id IN (${ofUpload}) AND ${oldNames}`,
    ),
    db.prepare(
      `UPDATE container_folders SET rule_custodian = ${newName}
       WHERE item_id IN (SELECT id FROM items WHERE upload_id = @uploadId) AND ${oldNames}`,
    ),
  ];
  const selectPending = db
    .prepare<[UploadId], number>('SELECT custodians_pending FROM uploads WHERE id = ?')
    .pluck();
  const updatePending = db.prepare('UPDATE uploads SET custodians_pending = ? WHERE id = ?');

  const selectPlace = db.prepare<
    [number, UploadId],
    { rootId: number; key: Buffer; assigned: string | null }
  >(
    `SELECT root_id AS rootId, path_key AS key, assigned_custodian AS assigned
     FROM folders JOIN roots ON roots.id = root_id WHERE folders.id = ? AND upload_id = ?`,
  );
  const setAssigned = db.prepare('UPDATE folders SET assigned_custodian = ? WHERE id = ?');
  const selectManualAt = db
    .prepare<[number, Buffer], string | null>(
      'SELECT manual_custodian FROM folders WHERE root_id = ? AND path_key = ?',
    )
    .pluck();
  const setManual = db.prepare(
    `UPDATE folders SET manual_custodian = @custodian
     WHERE root_id = @rootId AND path_key >= @key AND path_key < @to AND (path_key = @key OR path_key > @from)`,
  );
  const selectAssignedWithin = db.prepare<unknown[], { key: Buffer; assigned: string }>(
    `SELECT path_key AS key, assigned_custodian AS assigned FROM folders
     WHERE root_id = @rootId AND path_key >= @key AND path_key < @to AND (path_key = @key OR path_key > @from)
       AND assigned_custodian IS NOT NULL
     ORDER BY path_key`,
  );
  const selectItem = db.prepare<[number, UploadId], { custodian: string | null }>(
    'SELECT custodian FROM items WHERE id = ? AND upload_id = ?',
  );
  const setItem = db.prepare('UPDATE items SET custodian = ? WHERE id = ?');
  const selectFolderAssignments = db
    .prepare<[UploadId], Assignment>(
      `SELECT folders.id, assigned_custodian FROM roots CROSS JOIN folders ON folders.root_id = roots.id
       WHERE upload_id = ? AND assigned_custodian IS NOT NULL ORDER BY folders.id`,
    )
    .raw();
  const selectItemAssignments = db
    .prepare<[UploadId], Assignment>(
      `SELECT items.id, custodian FROM roots CROSS JOIN folders ON folders.root_id = roots.id
         CROSS JOIN items ON items.folder_id = folders.id
       WHERE roots.upload_id = ? AND custodian IS NOT NULL ORDER BY items.id`,
    )
    .raw();

  const insertMap = db.prepare(
    'INSERT INTO custodian_maps (upload_id, sha1, separator, rows) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectRows = db
    .prepare<[UploadId, string, string], string>(
      'SELECT rows FROM custodian_maps WHERE upload_id = ? AND sha1 = ? AND separator = ?',
    )
    .pluck();

  /** What the folders above assign. */
  function manualAbove(rootId: number, key: Buffer): string | null {
    for (let above = key; above.length > 0; ) {
      const slash = above.lastIndexOf(0x2f);
      above = above.subarray(0, Math.max(0, slash));
      const manual = selectManualAt.get(rootId, above);
      if (manual !== undefined) return manual;
    }
    return null;
  }

  return {
    ...createChangeHistory(db, 'custodian_changes'),
    /** Folders after an ID, in the order of their IDs. */
    folders: (uploadId: UploadId, after: number, limit: number): readonly RuledFolder[] =>
      selectFolders.all(uploadId, after, limit),
    /** Items of a folder, without those below it. */
    files: (folderId: number, after: number, limit: number): readonly RuledFile[] =>
      selectFiles.all(folderId, after, limit),
    *tree(uploadId: UploadId): Generator<TreeFolder> {
      for (const { own, ...folder } of selectTree.iterate(uploadId))
        yield { ...folder, hasOwnFiles: own === 1 };
    },
    /** The files to send directly in a folder. */
    filesIn: (folderId: number): Iterable<TreeFile> => selectFilesIn.iterate(folderId),
    /** After the set of this first file, in the order of their first files' IDs. */
    segmentSets: (
      uploadId: UploadId,
      after: number,
      limit: number,
    ): readonly (SegmentSetRow & { readonly id: number })[] =>
      selectSets.all(uploadId, after, limit).map(({ id, folderId, first, ...folder }) => ({
        id,
        first,
        folder: { ...folder, id: folderId },
        files: selectSegments.all(id),
      })),
    /** All files of the set that a segment belongs to, or the file alone. */
    withSegments: (itemId: number): readonly number[] => {
      const set = selectSetOf.all(itemId);
      return set.length === 0 ? [itemId] : set;
    },
    links: (uploadId: UploadId): readonly { name: string; bytes: number }[] => selectLinks.all(uploadId),
    setFolderRule(id: number, found: RuleCustodian | null): void {
      setFolderRule.run(found?.custodian ?? null, found?.from ?? null, id);
    },
    /** The caller opens the transaction. */
    setFileRules(changes: Iterable<FileRuleChange>): void {
      const groups = new Map<string, { readonly found: RuleCustodian | null; readonly ids: number[] }>();
      for (const { id, found } of changes) {
        const key = found === null ? '' : `${found.from} ${found.custodian}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { found, ids: [id] });
        else group.ids.push(id);
      }
      for (const { found, ids } of groups.values())
        setFileRules.run(found?.custodian ?? null, found?.from ?? null, JSON.stringify(ids));
    },
    /** What the rules named, at once: of "a to b" and "b to c", the first doesn't end as c. */
    renameRuled(uploadId: UploadId, names: readonly { readonly from: string; readonly to: string }[]): void {
      for (const statement of renameRuled) statement.run({ uploadId, names: JSON.stringify(names) });
    },
    clearFileRules: (folderId: number): void => void clearFileRules.run(folderId),
    isPending: (uploadId: UploadId): boolean => selectPending.get(uploadId) === 1,
    /** The rules changed: until they are applied, the custodians of folders are not those of the request. */
    setPending: (uploadId: UploadId, isPending: boolean): void =>
      void updatePending.run(isPending ? 1 : 0, uploadId),

    /** What was assigned to this very folder. Undefined if the upload has no such folder. */
    folderAssignment: (uploadId: UploadId, id: number): string | null | undefined =>
      selectPlace.get(id, uploadId)?.assigned,
    /** For a folder and everything below it that has no assignment of its own. */
    assignFolder(uploadId: UploadId, id: number, custodian: string | null): void {
      const place = selectPlace.get(id, uploadId);
      if (place === undefined) throw new Error(`Upload ${uploadId} has no folder ${id}`);
      const { rootId, key } = place;
      setAssigned.run(custodian, id);
      const base = custodian ?? manualAbove(rootId, key);
      setManual.run({ ...subtreeRange({ rootId, key }), custodian: base });
      // From the top down, so that the deeper assignment is the last.
      for (const deeper of selectAssignedWithin.all(subtreeRange({ rootId, key })))
        setManual.run({ ...subtreeRange({ rootId, key: deeper.key }), custodian: deeper.assigned });
    },
    /** Undefined if the upload has no such item. */
    itemAssignment: (uploadId: UploadId, id: number): string | null | undefined =>
      selectItem.get(id, uploadId)?.custodian,
    assignItem: (id: number, custodian: string | null): void => void setItem.run(custodian, id),
    /** Every folder and file with an assignment of its own. */
    assignments: (
      uploadId: UploadId,
    ): { readonly folders: readonly Assignment[]; readonly items: readonly Assignment[] } => ({
      folders: selectFolderAssignments.all(uploadId),
      items: selectItemAssignments.all(uploadId),
    }),

    addMap(uploadId: UploadId, { sha1, separator, rows }: CustodianMap): void {
      const stored = rows.map(({ line, path, custodian }): StoredRow => [line, path, custodian]);
      insertMap.run(uploadId, sha1, separator ?? '', JSON.stringify(stored));
    },
    /** The CSVs of these rules. */
    maps: (uploadId: UploadId, rules: CustodianRules): readonly CustodianMap[] =>
      rules.flatMap((rule) => {
        if (rule.kind !== 'map') return [];
        const { kind: _, name: __, ...identity } = rule;
        const rows = selectRows.get(uploadId, rule.sha1, rule.separator ?? '');
        return rows === undefined ? [] : [{ ...identity, rows: storedRows(rows, uploadId) }];
      }),
  };
}

function storedRows(json: string, uploadId: UploadId): CustodianMapRow[] {
  return storedJson(json, storedRow, ['custodian_maps.rows', uploadId]).map(([line, path, custodian]) => ({
    line,
    path,
    custodian,
  }));
}

export type CustodianRepository = ReturnType<typeof createCustodianRepository>;
