import type { Database } from 'better-sqlite3';
import { fromStoredTime } from '../../types/file-time.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import type { SegmentFile } from '../../types/segments.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { isQueued, mayBeAccepted } from './item-conditions.ts';
import { sentAtColumn, sentTables } from './sent-source-file.ts';

export interface SurveyedFile {
  readonly id: ItemId;
  readonly folderId: number;
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly type: string | null;
}

export type SurveyedSegment = SurveyedFile & Required<Pick<SegmentFile, 'stated'>>;

interface FolderRow extends SurveyedFile {
  readonly number: number | null;
  /** 1 for true. */
  readonly isFollowed: number | null;
}

export interface SurveyedFolder {
  readonly id: number;
  readonly rootId: number;
  readonly rootPath: string;
  readonly key: Uint8Array;
}

/** A root of an earlier upload to the same database. */
export interface EarlierRoot {
  readonly id: number;
  readonly path: string;
  readonly upload: string;
}

/** The upload whose earlier ones are looked for. */
export interface SurveyTarget {
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly uuid: string;
}

/** A file as the scan found it, for comparison with the same path in an earlier upload. */
export interface SurveyedVersion extends FileIdentity {
  readonly id: ItemId;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

export interface SentVersion extends SurveyedVersion {
  /** `held`: whether the platform accepted it isn't known. */
  readonly state: 'accepted' | 'held';
  readonly sentAt: string;
  readonly sourceFileId: bigint | null;
}

type StoredVersion<Version extends SurveyedVersion> = Omit<Version, 'sizeBytes'> & {
  readonly sizeBytes: bigint;
  readonly mtimeEra: bigint;
};

const version = `items.id, items.name, items.name_bytes AS nameBytes, items.size_bytes AS sizeBytes,
  items.mtime_ns AS mtimeNs, items.mtime_era AS mtimeEra, items.device, items.file_id AS fileId`;

/** What the survey reads and writes: sets of segments, and what earlier uploads sent. */
export function createSurveyRepository(db: Database) {
  const selectFiles = db.prepare<[UploadId, number, number], SurveyedFile>(
    `SELECT items.id, items.folder_id AS folderId, folders.path AS folder, items.name, items.size_bytes AS sizeBytes,
       items.type
     FROM items CROSS JOIN folders ON folders.id = items.folder_id
     WHERE items.upload_id = ? AND ${isQueued} AND items.id > ?
     ORDER BY items.id LIMIT ?`,
  );
  const selectFolder = db.prepare<[number], FolderRow>(
    `SELECT items.id, items.folder_id AS folderId, folders.path AS folder, items.name, items.size_bytes AS sizeBytes,
       items.type, container.details ->> '$.segment.number' AS number,
       container.details ->> '$.segment.isFollowed' AS isFollowed
     FROM items JOIN folders ON folders.id = items.folder_id
       LEFT JOIN findings AS container ON container.item_id = items.id AND container.code = 'container'
     WHERE items.folder_id = ? AND items.state = 'queued' ORDER BY items.id`,
  );
  const selectTaken = db.prepare<[number, UploadId], SegmentFile>(
    `SELECT file.name, file.size_bytes AS sizeBytes, max(file.id)
     FROM uploads CROSS JOIN folders ON folders.id = ?
       CROSS JOIN watch_folders ON watch_folders.rule_id = uploads.request ->> '$.watch.ruleId' AND watch_folders.path = folders.path
       CROSS JOIN watch_files AS file ON file.folder_id = watch_folders.id
     WHERE uploads.id = ? AND file.state IN ('taken', 'sent', 'held') GROUP BY file.name`,
  );
  const insertSegment = db.prepare<[ItemId, ItemId, number]>(
    'INSERT OR REPLACE INTO segments (item_id, first_item_id, bytes) VALUES (?, ?, ?)',
  );
  const selectEarlierRoots = db.prepare<[SurveyTarget], EarlierRoot>(
    `SELECT roots.id, roots.path, earlier.uuid AS upload FROM uploads AS earlier
     JOIN roots ON roots.upload_id = earlier.id
     WHERE earlier.server_url = @serverUrl AND earlier.database_id = @databaseId AND earlier.uuid <> @uuid
       AND EXISTS (
         SELECT 1 FROM totals WHERE totals.upload_id = earlier.id AND totals.state IN ('accepted', 'held') AND totals.items > 0)
       AND NOT (earlier.is_sandbox AND EXISTS (
         SELECT 1 FROM events WHERE events.upload_id = earlier.id AND type = 'sandbox-data-deleted'))
     ORDER BY earlier.id DESC, roots.id`,
  );
  const selectFolders = db.prepare<[UploadId, number, number], SurveyedFolder>(
    `SELECT folders.id, root_id AS rootId, roots.path AS rootPath, path_key AS key
     FROM folders CROSS JOIN roots ON roots.id = folders.root_id
     WHERE roots.upload_id = ? AND folders.id > ? AND folders.items > 0 ORDER BY folders.id LIMIT ?`,
  );
  const selectFolderOf = db.prepare<[ItemId], SurveyedFolder>(
    `SELECT folders.id, root_id AS rootId, roots.path AS rootPath, path_key AS key
     FROM items JOIN folders ON folders.id = items.folder_id JOIN roots ON roots.id = folders.root_id WHERE items.id = ?`,
  );
  const selectVersions = db
    .prepare<[number], StoredVersion<SurveyedVersion>>(
      `SELECT ${version} FROM items WHERE folder_id = ? AND state = 'queued'`,
    )
    .safeIntegers();
  const selectSent = db
    .prepare<[number], StoredVersion<SentVersion>>(
      `SELECT ${version}, items.state, ${sentAtColumn}, sent.platform_id AS sourceFileId
       FROM items JOIN uploads ON uploads.id = items.upload_id ${sentTables}
       WHERE folder_id = ? AND ${mayBeAccepted}`,
    )
    .safeIntegers();

  return {
    /** Queued files in inventory order. */
    files: (id: UploadId, after: number, limit: number): readonly SurveyedFile[] =>
      selectFiles.all(id, after, limit),
    /** With what inspection found that segments state. */
    filesOf: (folderId: number): readonly SurveyedSegment[] =>
      selectFolder.all(folderId).map(({ number, isFollowed, ...file }) => ({
        ...file,
        stated: number === null ? null : { number, isFollowed: isFollowed === 1 },
      })),
    /** Files of a watched folder's folder that were taken so far, this batch's among them. None of another upload's. */
    takenFrom: (uploadId: UploadId, folderId: number): readonly SegmentFile[] =>
      selectTaken.all(folderId, uploadId),
    addSegment: (id: ItemId, first: ItemId, bytes: number): void => void insertSegment.run(id, first, bytes),
    /** The roots of earlier uploads that sent something to the same database, or may have, the last one first. */
    earlierRoots: ({ serverUrl, databaseId, uuid }: SurveyTarget): readonly EarlierRoot[] =>
      selectEarlierRoots.all({ serverUrl, databaseId, uuid }),
    folders: (id: UploadId, after: number, limit: number): readonly SurveyedFolder[] =>
      selectFolders.all(id, after, limit),
    folderOf: (id: ItemId): SurveyedFolder | null => selectFolderOf.get(id) ?? null,
    versions: (folderId: number): readonly SurveyedVersion[] => selectVersions.all(folderId).map(toVersion),
    sentVersions: (folderId: number): readonly SentVersion[] => selectSent.all(folderId).map(toVersion),
  };
}

function toVersion<Row extends StoredVersion<SurveyedVersion>>({ mtimeEra, ...row }: Row) {
  return { ...row, sizeBytes: Number(row.sizeBytes), mtimeNs: fromStoredTime(row.mtimeNs, mtimeEra) };
}
