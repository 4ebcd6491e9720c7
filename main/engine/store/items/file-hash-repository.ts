import type { Database } from 'better-sqlite3';
import { severities } from '../../../../preload/contract/views/finding.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import type { DecodedName } from '../../types/source-path.ts';
import { type FolderKey, subtreeRange, withinSubtree } from './folder-repository.ts';
import { type Item, type ItemRow, itemColumns, itemTables, toItem } from './item-repository.ts';
import { sentAtColumn, sentTables } from './sent-source-file.ts';
import type { SurveyTarget } from './survey-repository.ts';

/** Hexadecimal. */
export type FileDigests = Readonly<Record<HashAlgorithm, string>>;
/** As far as they are known. */
export type KnownDigests = { readonly [Algorithm in HashAlgorithm]: string | null };

/** The upload that earlier ones are compared with. */
interface SentTarget extends SurveyTarget {
  readonly isSandbox: boolean;
}

/** A file, and which of those with its content is kept: itself, or the first one by source and path. */
export interface DuplicateRow {
  readonly id: ItemId;
  readonly sha256: string;
  readonly of: string;
  readonly kept: ItemId;
}

export interface SentHash {
  readonly id: ItemId;
  /** It is null for a file that was sent without hashes. */
  readonly sha256: string | null;
  readonly sizeBytes: number;
  readonly path: string;
  readonly upload: string;
  readonly sentAt: string;
}

const infoSeverity = severities.indexOf('info');
const path = (folders: string, items: string): string =>
  `iif(${folders}.path = '', ${items}.name, ${folders}.path || '/' || ${items}.name)`;

/** Hashes of files that were read before sending, because a person asked for it. */
export function createFileHashRepository(db: Database) {
  const selectFiles = db
    .prepare<[UploadId, number, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.upload_id = ? AND items.id > ? AND items.folder_id IS NOT NULL
         AND (items.state = 'queued' OR items.state = 'skipped') AND (items.mtime_ns <> 0 OR items.file_id <> 0)
       ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const insert = db.prepare<[ItemId, string, string, string]>(
    'INSERT OR REPLACE INTO file_hashes (item_id, sha1, md5, sha256) VALUES (?, unhex(?), unhex(?), unhex(?))',
  );
  const select = db.prepare<[ItemId], FileDigests>(
    `SELECT lower(hex(sha1)) AS sha1, lower(hex(md5)) AS md5, lower(hex(sha256)) AS sha256
     FROM file_hashes WHERE item_id = ?`,
  );
  const selectOther = db
    .prepare<[ItemId, string]>('SELECT 1 FROM file_hashes WHERE item_id = ? AND sha256 <> unhex(?)')
    .pluck();
  const remove = db.prepare<[ItemId]>('DELETE FROM file_hashes WHERE item_id = ?');
  const removeOwnDuplicates = db
    .prepare<[ItemId], ItemId>(
      `DELETE FROM findings WHERE code = 'duplicate' AND details ->> '$.upload' IS NULL AND item_id IN (
         SELECT same.item_id FROM file_hashes AS own JOIN file_hashes AS same ON same.sha256 = own.sha256
         JOIN items ON items.id = own.item_id JOIN items AS other ON other.id = same.item_id
         WHERE own.item_id = ? AND other.upload_id = items.upload_id)
       RETURNING item_id`,
    )
    .pluck();
  const byHash = (algorithm: HashAlgorithm) =>
    db
      .prepare<[string, UploadId], ItemId>(
        `SELECT item_id FROM file_hashes JOIN items ON items.id = item_id
         WHERE ${algorithm} = unhex(?) AND upload_id = ?`,
      )
      .pluck();
  const lookups = { sha1: byHash('sha1'), md5: byHash('md5'), sha256: byHash('sha256') };
  const selectStarts = db.prepare<
    [UploadId, number, number],
    { id: ItemId; sha1: Buffer; md5: Buffer; sha256: Buffer }
  >(
    `SELECT item_id AS id, substr(sha1, 1, 4) AS sha1, substr(md5, 1, 4) AS md5, substr(sha256, 1, 4) AS sha256
     FROM file_hashes JOIN items ON items.id = item_id WHERE upload_id = ? AND item_id > ? ORDER BY item_id LIMIT ?`,
  );
  const duplicates = (isCandidate: string, isKept: string) =>
    db.prepare<[{ uploadId: UploadId; after: number; limit: number }], DuplicateRow>(
      `WITH page AS MATERIALIZED (
         SELECT items.id, sha256 FROM items JOIN file_hashes ON file_hashes.item_id = items.id
         WHERE items.upload_id = @uploadId AND ${isCandidate} AND items.id > @after AND items.size_bytes > 0
           AND NOT EXISTS (SELECT 1 FROM segments WHERE segments.item_id = items.id)
         ORDER BY items.id LIMIT @limit),
       chosen AS MATERIALIZED (
         SELECT sha256, (
           SELECT other.item_id FROM file_hashes AS other JOIN items ON items.id = other.item_id
             JOIN folders ON folders.id = items.folder_id
           WHERE other.sha256 = hashes.sha256 AND items.upload_id = @uploadId AND ${isKept}
           ORDER BY items.state <> 'accepted', folders.root_id, folders.path, items.name LIMIT 1) AS id
         FROM (SELECT DISTINCT sha256 FROM page) AS hashes)
       SELECT page.id, lower(hex(page.sha256)) AS sha256, kept.id AS kept, ${path('folders', 'kept')} AS of
       FROM page JOIN chosen ON chosen.sha256 = page.sha256 JOIN items AS kept ON kept.id = chosen.id
         JOIN folders ON folders.id = kept.folder_id
       ORDER BY page.id`,
    );
  const isNoFailure = "items.state IN ('queued', 'skipped', 'uploading', 'accepted')";
  const allDuplicates = duplicates(isNoFailure, isNoFailure);
  const isSentOrWillBe = "items.state IN ('queued', 'uploading', 'accepted')";
  const queuedDuplicates = duplicates("items.state = 'queued'", isSentOrWillBe);
  const selectSent = db.prepare<[UploadId, number, number], SentHash>(
    `SELECT items.id, iif(packs.id IS NULL, sent.sha256, member.sha256) AS sha256, items.size_bytes AS sizeBytes,
       ${path('folders', 'items')} AS path, uploads.uuid AS upload, ${sentAtColumn}
     FROM items JOIN uploads ON uploads.id = items.upload_id JOIN folders ON folders.id = items.folder_id ${sentTables}
     WHERE items.upload_id = ? AND items.state = 'accepted' AND items.id > ? ORDER BY items.id LIMIT ?`,
  );
  const selectEarlier = db
    .prepare<[SurveyTarget & { readonly isSandbox: 0 | 1 }], UploadId>(
      `SELECT id FROM uploads
       WHERE server_url = @serverUrl AND database_id = @databaseId AND is_sandbox = @isSandbox AND uuid <> @uuid
         AND NOT (is_sandbox AND EXISTS (
           SELECT 1 FROM events WHERE events.upload_id = uploads.id AND type = 'sandbox-data-deleted'))
       ORDER BY id`,
    )
    .pluck();
  const selectAt = db
    .prepare<[number, Uint8Array, string, Uint8Array | null], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.folder_id IN (SELECT id FROM folders WHERE root_id = ? AND path_key = ?)
         AND items.name = ? AND items.name_bytes IS ? LIMIT 1`,
    )
    .safeIntegers();
  const selectFoldersBelow = db
    .prepare<unknown[], number>(
      `SELECT id FROM folders WHERE root_id = @rootId AND ${withinSubtree} ORDER BY path_key`,
    )
    .pluck();
  const selectIn = db
    .prepare<[number, ItemId, number], ItemId>(
      `SELECT id FROM items WHERE folder_id = ? AND id > ? AND state IN ('queued', 'accepted') ORDER BY id LIMIT ?`,
    )
    .pluck();
  const selectWith = db
    .prepare<[UploadId, string], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.id IN (
         SELECT item_id FROM findings WHERE upload_id = ? AND severity = ${infoSeverity} AND code = ?)
       ORDER BY items.id`,
    )
    .safeIntegers();
  const selectSentDigests = db.prepare<[ItemId], KnownDigests>(
    `SELECT coalesce(source_files.sha1, pack_members.sha1) AS sha1,
       coalesce(source_files.md5, pack_members.md5, nullif(lower(hex(file_hashes.md5)), '')) AS md5,
       coalesce(source_files.sha256, pack_members.sha256) AS sha256
     FROM items LEFT JOIN source_files ON source_files.item_id = items.id AND abandoned = 0
       LEFT JOIN pack_members ON pack_members.item_id = items.id
       LEFT JOIN file_hashes ON file_hashes.item_id = items.id
         AND file_hashes.sha256 = unhex(coalesce(source_files.sha256, pack_members.sha256))
     WHERE items.id = ? AND items.state = 'accepted'`,
  );
  const hasFinding = db
    .prepare<[ItemId, string], number>('SELECT 1 FROM findings WHERE item_id = ? AND code = ? LIMIT 1')
    .pluck();

  return {
    /** Files that the scan could read, in inventory order: what is skipped now may be chosen later. */
    files: (id: UploadId, after: number, limit: number): readonly Item[] =>
      selectFiles.all(id, after, limit).map(toItem),
    record: (id: ItemId, { sha1, md5, sha256 }: FileDigests): void => void insert.run(id, sha1, md5, sha256),
    /**
     * Forgets the hashes of a file that changed since, and that files of its upload were duplicates of what it was. Returns
     * these files: they may be duplicates of each other.
     */
    forget(id: ItemId): readonly ItemId[] {
      const same = removeOwnDuplicates.all(id);
      remove.run(id);
      return same;
    },
    of: (id: ItemId): FileDigests | null => select.get(id) ?? null,
    /** Whether pre-flight read another content than this one, given by its SHA-256. */
    isOther: (id: ItemId, sha256: string): boolean => selectOther.get(id, sha256) !== undefined,
    /** The files of an upload with this hash. */
    find: (algorithm: HashAlgorithm, hash: string, id: UploadId): readonly ItemId[] =>
      lookups[algorithm].all(hash, id),
    /** The first four bytes of each hash. */
    starts: (id: UploadId, after: number, limit: number) => selectStarts.all(id, after, limit),
    /** The file of a name in a folder; null if there is none. */
    at({ rootId, key }: FolderKey, name: DecodedName): Item | null {
      const row = selectAt.get(rootId, key, name.text, name.bytes);
      return row === undefined ? null : toItem(row);
    },
    /** The files in a folder and everything below it that are sent, or were, page by page. */
    *below(folder: FolderKey, limit: number): Generator<readonly ItemId[]> {
      for (const folderId of selectFoldersBelow.all(subtreeRange(folder)))
        for (let page = selectIn.all(folderId, itemId.parse(0), limit); page.length > 0; ) {
          yield page;
          const last = page.at(-1);
          if (last === undefined || page.length < limit) break;
          page = selectIn.all(folderId, last, limit);
        }
    },
    /** The hash lists and logs that pre-flight found among the files, and the files that no list names. */
    itemsWith: (id: UploadId, code: 'hash-list' | 'imaging-log' | 'hash-extra'): readonly Item[] =>
      selectWith.all(id, code).map(toItem),
    /** The digests of the bytes that the platform accepted, or null if it accepted none. */
    sentDigests: (id: ItemId): KnownDigests | null => selectSentDigests.get(id) ?? null,
    duplicates: (uploadId: UploadId, after: number, limit: number): readonly DuplicateRow[] =>
      allDuplicates.all({ uploadId, after, limit }),
    /** Duplicates of a file that is sent. */
    queuedDuplicates: (uploadId: UploadId, after: number, limit: number): readonly DuplicateRow[] =>
      queuedDuplicates.all({ uploadId, after, limit }),
    /** Other uploads to the same database. */
    earlierUploads: ({ serverUrl, databaseId, uuid, isSandbox }: SentTarget): readonly UploadId[] =>
      selectEarlier.all({ serverUrl, databaseId, uuid, isSandbox: isSandbox ? 1 : 0 }),
    sent: (id: UploadId, after: number, limit: number): readonly SentHash[] =>
      selectSent.all(id, after, limit),
    hasFinding: (id: ItemId, code: string): boolean => hasFinding.get(id, code) === 1,
  };
}

export type FileHashRepository = ReturnType<typeof createFileHashRepository>;
