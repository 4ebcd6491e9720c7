/** Writes past uploads into the store while no app runs, instead of sending them. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { ItemState, UploadState } from '../../main/engine/index.ts';
import { storeFileName } from '../../main/engine/store/files/own-names.ts';
import { nextEvent } from '../../main/engine/types/hash-chain.ts';
import type { Failure, Reason } from '../../preload/contract/failures/failure.ts';

/** Files of one folder whose names differ by a number. */
export interface FileRun {
  readonly folder: string;
  readonly custodian: string | null;
  readonly files: number;
  /** A printf format for the number, such as `page %05d.tif`. */
  readonly name: string;
  readonly firstNumber: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
  readonly state: ItemState;
  readonly reason?: Reason;
}

export interface PastUpload {
  readonly name: string;
  readonly database: { readonly id: number; readonly name: string };
  readonly source: string;
  readonly state: UploadState;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly stoppedBy: Failure | null;
  readonly runs: readonly FileRun[];
}

/** Only the first files of an upload get a source file and a hash: no test looks at more. */
const sourceFilesPerUpload = 200;

/** Connection and request are copied from the store's first upload. Returns the new ids. */
export function addPastUploads(stateDir: string, uploads: Iterable<PastUpload>): readonly number[] {
  const db = new Sqlite(join(stateDir, storeFileName));
  try {
    db.pragma('synchronous = OFF');
    const add = prepareInserts(db);
    return db.transaction(() => Array.from(uploads, add))();
  } finally {
    db.close();
  }
}

function prepareInserts(db: Database): (upload: PastUpload) => number {
  const copied = 'server_url, is_sandbox, profile_path, key_id, dataset_id, os_user, machine, version';
  const addUpload = db.prepare(
    `INSERT INTO uploads (${copied}, uuid, state, created_at, started_at, finished_at, stopped_by, database_id, database_name,
       dataset_name, request)
     SELECT ${copied}, @uuid, @state, @createdAt, @createdAt, @finishedAt, @stoppedBy, @databaseId, @databaseName, @name,
       json_set(request, '$.sources', json_array(@source), '$.databaseId', @databaseId)
     FROM uploads ORDER BY id LIMIT 1`,
  );
  const addEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const addRoot = db.prepare('INSERT INTO roots (upload_id, path) VALUES (?, ?)');
  const findFolder = db
    .prepare<[number, string], number>('SELECT id FROM folders WHERE root_id = ? AND path = ?')
    .pluck();
  const addFolder = db.prepare('INSERT INTO folders (root_id, path, rule_custodian) VALUES (?, ?, ?)');
  const addItems = db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < @files - 1)
     INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
     SELECT @uploadId, @folderId, printf(@name, @firstNumber + i),
       @leastBytes + ((@firstNumber + i) * 7919 * 104729) % (@mostBytes - @leastBytes + 1),
       1700000000000000000, 1, @firstNumber + i, @state, @reason FROM n`,
  );
  const addSourceFiles = db.prepare(
    `INSERT INTO source_files (item_id, requested_at, platform_id, part_size_bytes, part_count, sha1, completion_requested_at,
       completed_at)
     SELECT id, @at, 400000 + id, 50000000, 1 + size_bytes / 50000000, lower(hex(randomblob(20))), @at, @at
     FROM items WHERE id >= @firstItem AND state = 'accepted' ORDER BY id LIMIT ${sourceFilesPerUpload}`,
  );
  // New items have consecutive ids. The unary + keeps SQLite from using a slower index.
  const lastItem = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM items').pluck();
  const addTotals = [
    db.prepare(
      `INSERT INTO totals (upload_id, state, items, bytes)
       SELECT upload_id, state, count(*), sum(size_bytes) FROM items WHERE id >= ? GROUP BY upload_id, state`,
    ),
    db.prepare(
      `UPDATE folders SET items = found.items, bytes = found.bytes
       FROM (SELECT folder_id, count(*) AS items, sum(size_bytes) AS bytes FROM items
             WHERE id >= ? AND state <> 'skipped' GROUP BY +folder_id) AS found
       WHERE found.folder_id = folders.id`,
    ),
  ];
  return ({ runs, database, ...upload }) => {
    const createdAt = upload.createdAt.toISOString();
    const uploadId = addUpload.run({
      uuid: randomUUID(),
      name: upload.name,
      source: upload.source,
      state: upload.state,
      databaseId: database.id,
      databaseName: database.name,
      createdAt,
      finishedAt: upload.finishedAt?.toISOString() ?? null,
      stoppedBy: upload.stoppedBy === null ? null : JSON.stringify(upload.stoppedBy),
    }).lastInsertRowid;
    // Without its first event, the engine takes an upload for one that was edited in the store.
    const created = { databaseId: database.id, sources: [upload.source] };
    const { seq, type, data, previousHash, hash } = nextEvent(null, createdAt, 'upload-created', created);
    addEvent.run(uploadId, seq, createdAt, type, JSON.stringify(data), previousHash, hash);
    const rootId = Number(addRoot.run(uploadId, upload.source).lastInsertRowid);
    const firstItem = (lastItem.get() ?? 0) + 1;
    for (const { folder, custodian, reason = null, ...files } of runs) {
      const folderId =
        findFolder.get(rootId, folder) ?? addFolder.run(rootId, folder, custodian).lastInsertRowid;
      addItems.run({ uploadId, folderId, reason: reason === null ? null : JSON.stringify(reason), ...files });
    }
    addSourceFiles.run({ firstItem, at: createdAt });
    for (const statement of addTotals) statement.run(firstItem);
    return Number(uploadId);
  };
}
