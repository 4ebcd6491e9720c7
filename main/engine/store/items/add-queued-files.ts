import type { Database } from 'better-sqlite3';
import type { UploadId } from '../../types/ids.ts';

/** A file that a scan found. */
export interface QueuedFile {
  readonly folderId: number;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly nameFolded: string | null;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly mtimeEra: number;
  readonly device: bigint;
  readonly fileId: bigint;
}

/** Three times as fast as one row per statement. More rows are no faster. */
const filesPerStatement = 50;

type Value = string | number | bigint | Uint8Array | null;

/** Whether its other columns have the values that they have by default, as in nearly all files. */
const isPlain = ({ nameBytes, nameFolded, mtimeEra }: QueuedFile): boolean =>
  nameBytes === null && nameFolded === null && mtimeEra === 0;
const plainColumns = 'folder_id, name, size_bytes, mtime_ns, device, file_id';
function pushPlain(values: Value[], file: QueuedFile): void {
  const { folderId, name, sizeBytes, mtimeNs, device, fileId } = file;
  values.push(folderId, name, sizeBytes, mtimeNs, device, fileId);
}
const allColumns = `${plainColumns}, name_bytes, name_folded, mtime_era`;
function pushAll(values: Value[], file: QueuedFile): void {
  pushPlain(values, file);
  values.push(file.nameBytes, file.nameFolded, file.mtimeEra);
}

/** Adds scanned files in bulk. The caller adds to the totals, once per batch. */
export function createQueuedFilesInsert(db: Database) {
  const statement = (columns: string, push: typeof pushAll, rows: number) => {
    const row = `(@uploadId, 'queued', ${columns.replaceAll(/\w+/g, '?')})`;
    const insert = db.prepare(
      `INSERT INTO items (upload_id, state, ${columns}) VALUES ${Array(rows).fill(row).join(', ')}`,
    );
    return (uploadId: UploadId, files: readonly QueuedFile[]): void => {
      const values: Value[] = [];
      for (const file of files) push(values, file);
      insert.run(values, { uploadId });
    };
  };
  // To hand a value to SQLite takes as long as to store it.
  const insertPlainFiles = statement(plainColumns, pushPlain, filesPerStatement);
  const insertFiles = statement(allColumns, pushAll, filesPerStatement);
  const insertFile = statement(allColumns, pushAll, 1);

  return (uploadId: UploadId, files: Iterable<QueuedFile>): void => {
    let pending: QueuedFile[] = [];
    for (const file of files) {
      pending.push(file);
      if (pending.length < filesPerStatement) continue;
      if (pending.every(isPlain)) insertPlainFiles(uploadId, pending);
      else insertFiles(uploadId, pending);
      pending = [];
    }
    for (const file of pending) insertFile(uploadId, [file]);
  };
}
