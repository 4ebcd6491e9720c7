import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import type { SentFile } from '../../types/uploads.ts';
import { displayPath } from '../items/item-repository.ts';
import { sentTables } from '../items/sent-source-file.ts';
import type { PackId } from './pack-repository.ts';

const rowId = z.int().brand<'SourceFileRowId'>();
export type SourceFileRowId = z.infer<typeof rowId>;

/** What was requested from the platform for one item or one pack, and what it acknowledged. */
export interface SourceFile {
  readonly id: SourceFileRowId;
  /** It is null until the platform answers: whether it created the source file is unknown. */
  readonly platformId: number | null;
  readonly requestedAt: string;
  /** The version of the file that its parts were read from, or null if unknown. */
  readonly fileVersion: string | null;
  readonly partSizeBytes: number;
  /** A pack has those that were cut so far. */
  readonly partCount: number;
  readonly sha1: string | null;
  readonly md5: string | null;
  /** It is null for a pack, too. */
  readonly sha256: string | null;
  readonly savedHash: SavedHash | null;
  /** Since then the platform may have completed it. It is null where it said that it did not. */
  readonly completionRequestedAt: string | null;
}

/** The states of a file's hashes after its first bytes. */
export interface SavedHash {
  readonly hashedBytes: number;
  readonly sha1: Uint8Array;
  /** Null where SHA-1 alone is computed. */
  readonly sha256: Uint8Array | null;
}

export interface AcknowledgedPart {
  readonly number: number;
  readonly etag: string;
  readonly sizeBytes: number;
  /** The digest of its bytes as they were sent (part-digest.ts), or null where there is none. */
  readonly digest: string | null;
}

/** A source file that the platform gave before, with the number of its pack. */
export interface SourceFileUse {
  readonly id: SourceFileRowId;
  readonly uploadId: UploadId;
  readonly item: ItemId | null;
  readonly pack: number | null;
  /** 1 while it may still be completed. */
  readonly isOpen: 0 | 1;
}

/** One that was created and isn't complete. */
export interface OpenSourceFile {
  readonly id: number;
  readonly item: number | null;
  readonly pack: number | null;
}

interface SentVersion {
  readonly fileVersion: string | null;
  readonly ctimeNs: bigint | null;
  readonly sha256: string | null;
}

interface SourceFileRow {
  id: SourceFileRowId;
  platform_id: number | null;
  requested_at: string;
  file_version: string | null;
  part_size_bytes: number;
  part_count: number;
  sha1: string | null;
  md5: string | null;
  sha256: string | null;
  hashed_bytes: number;
  /** The state of the SHA-1. */
  hash_state: Uint8Array | null;
  sha256_state: Uint8Array | null;
  completion_requested_at: string | null;
}

export function createSourceFileRepository(db: Database) {
  const current = db.prepare<[ItemId], SourceFileRow>(
    'SELECT * FROM source_files WHERE item_id = ? AND abandoned = 0',
  );
  const currentOfPack = db.prepare<[PackId], SourceFileRow>(
    'SELECT * FROM source_files WHERE pack_id = ? AND abandoned = 0 AND pack_id IS NOT NULL',
  );
  const insertRequest = db.prepare(
    'INSERT INTO source_files (item_id, requested_at, part_size_bytes, part_count, file_version) VALUES (?, ?, ?, ?, ?)',
  );
  const insertPackRequest = db.prepare(
    'INSERT INTO source_files (pack_id, requested_at, part_size_bytes, part_count) VALUES (?, ?, 0, 0)',
  );
  const updateRequest = db.prepare('UPDATE source_files SET requested_at = ? WHERE id = ?');
  const selectUses = db.prepare<[number, UploadId, SourceFileRowId], SourceFileUse>(
    `SELECT source_files.id, item_id AS item, packs.number AS pack, other.id AS uploadId,
       abandoned = 0 AND completed_at IS NULL AS isOpen
     FROM source_files LEFT JOIN items ON items.id = item_id LEFT JOIN packs ON packs.id = pack_id
       JOIN uploads AS other ON other.id = coalesce(items.upload_id, packs.upload_id)
       JOIN uploads AS own ON other.id = own.id
         OR (other.server_url = own.server_url AND other.database_id = own.database_id)
     WHERE platform_id = ? AND own.id = ? AND source_files.id <> ?`,
  );
  const selectOpen = db.prepare<[UploadId, UploadId], OpenSourceFile>(
    `SELECT item_id AS item, NULL AS pack, platform_id AS id
     FROM source_files CROSS JOIN items ON items.id = item_id
     WHERE abandoned = 0 AND completed_at IS NULL AND item_id IS NOT NULL AND platform_id IS NOT NULL AND upload_id = ?
     UNION ALL SELECT NULL, number, platform_id
     FROM packs CROSS JOIN source_files ON pack_id = packs.id
     WHERE abandoned = 0 AND completed_at IS NULL AND platform_id IS NOT NULL AND upload_id = ?`,
  );
  const selectPlatformId = db
    .prepare<[SourceFileRowId], number | null>('SELECT platform_id FROM source_files WHERE id = ?')
    .pluck();
  const keepId = db.prepare(
    `INSERT INTO source_files (item_id, pack_id, requested_at, platform_id, part_size_bytes, part_count, abandoned)
     SELECT item_id, pack_id, requested_at, platform_id, part_size_bytes, part_count, 1 FROM source_files WHERE id = ?`,
  );
  const forgetCreated = db.prepare(
    'UPDATE source_files SET platform_id = NULL, completion_requested_at = NULL WHERE id = ?',
  );
  const deleteParts = db.prepare('DELETE FROM parts WHERE source_file_id = ?');
  const selectSentVersion = db
    .prepare<[number], SentVersion>(
      `SELECT file_version AS fileVersion, ctime_ns AS ctimeNs, coalesce(pack_members.sha256, source_files.sha256) AS sha256
         FROM items
         LEFT JOIN pack_members ON pack_members.item_id = items.id
         LEFT JOIN source_files ON source_files.item_id = items.id AND abandoned = 0
       WHERE items.id = ?`,
    )
    .safeIntegers();
  const updateFileVersion = db.prepare('UPDATE source_files SET file_version = ? WHERE id = ?');
  const updatePartCount = db.prepare('UPDATE source_files SET part_count = ? WHERE id = ?');
  const updateCreated = db.prepare('UPDATE source_files SET platform_id = ? WHERE id = ?');
  const abandon = db.prepare('UPDATE source_files SET abandoned = 1 WHERE item_id = ? AND abandoned = 0');
  const abandonPack = db.prepare('UPDATE source_files SET abandoned = 1 WHERE pack_id = ? AND abandoned = 0');
  const insertPart = db.prepare(
    'INSERT OR REPLACE INTO parts (source_file_id, number, etag, size_bytes, acknowledged_at, digest) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const deletePart = db.prepare('DELETE FROM parts WHERE source_file_id = ? AND number = ?');
  const parts = db.prepare<[SourceFileRowId], AcknowledgedPart>(
    'SELECT number, etag, size_bytes AS sizeBytes, digest FROM parts WHERE source_file_id = ? ORDER BY number',
  );
  const selectEtag = db
    .prepare<[SourceFileRowId, number], string>(
      'SELECT etag FROM parts WHERE source_file_id = ? AND number = ?',
    )
    .pluck();
  const updateHashState = db.prepare(
    'UPDATE source_files SET hashed_bytes = ?, hash_state = ?, sha256_state = ? WHERE id = ?',
  );
  const setHashes = db.prepare(
    `UPDATE source_files SET sha1 = ?, md5 = ?, sha256 = ?, hash_state = NULL, sha256_state = NULL, hashed_bytes = 0
     WHERE id = ?`,
  );
  const updateCompletionRequested = db.prepare<[string | null, SourceFileRowId]>(
    'UPDATE source_files SET completion_requested_at = ? WHERE id = ?',
  );
  const updateCompleted = db.prepare(
    'UPDATE source_files SET completed_at = ?, answer_state = ? WHERE id = ?',
  );
  const selectCompleted = db.prepare<
    [UploadId, number, number],
    {
      item: number;
      id: number;
      folder: string | null;
      name: string;
      link: string | null;
      bytes: number;
      sha1: string | null;
      sha256: string | null;
      parts: number;
      pack: number | null;
    }
  >(`SELECT items.id AS item, sent.platform_id AS id, folders.path AS folder, name, link, items.size_bytes AS bytes,
       coalesce(member.sha1, sent.sha1) AS sha1,
       iif(packs.id IS NULL, sent.sha256, member.sha256) AS sha256, sent.part_count AS parts, packs.number AS pack
     FROM items ${sentTables}
     LEFT JOIN folders ON folders.id = items.folder_id
     WHERE items.upload_id = ? AND sent.completed_at IS NOT NULL AND items.id > ? ORDER BY items.id LIMIT ?`);

  const selectFilesOfPack = db
    .prepare<[UploadId, number], [number, string, string, number, string | null, string | null]>(`
     SELECT platform_id, folders.path, name, items.size_bytes, pack_members.sha1, pack_members.sha256
     FROM packs CROSS JOIN source_files ON source_files.pack_id = packs.id AND abandoned = 0 AND completed_at IS NOT NULL
       CROSS JOIN pack_members ON pack_members.pack_id = packs.id CROSS JOIN items ON items.id = pack_members.item_id
       CROSS JOIN folders ON folders.id = items.folder_id
     WHERE packs.upload_id = ? AND packs.number = ? ORDER BY items.id`)
    .raw();

  return {
    /** The source file of the item alone, or null for a member of a pack. */
    current: (itemId: ItemId): SourceFile | null => toSourceFile(current.get(itemId)),
    ofPack: (packId: PackId): SourceFile | null => toSourceFile(currentOfPack.get(packId)),
    /** Call before the request that creates it. */
    recordRequest(
      itemId: ItemId,
      at: string,
      partSizeBytes: number,
      partCount: number,
      fileVersion: string | null,
    ): SourceFileRowId {
      return rowId.parse(
        Number(insertRequest.run(itemId, at, partSizeBytes, partCount, fileVersion).lastInsertRowid),
      );
    },
    /** Without parts: those of a pack are cut when they are sent. */
    recordPackRequest: (packId: PackId, at: string): SourceFileRowId =>
      rowId.parse(Number(insertPackRequest.run(packId, at).lastInsertRowid)),
    setPartCount: (id: SourceFileRowId, partCount: number): void => void updatePartCount.run(partCount, id),
    /** What is known of the version in which an item was sent, alone or in a pack. SHA-256 in hexadecimal. */
    sentVersion: (itemId: number): SentVersion | null => selectSentVersion.get(itemId) ?? null,
    setFileVersion: (id: SourceFileRowId, fileVersion: string): void =>
      void updateFileVersion.run(fileVersion, id),
    recordRetry: (id: SourceFileRowId, at: string): void => void updateRequest.run(at, id),
    /**
     * What else the platform gave this source file for before: another file or an earlier version of it, of this upload or of
     * another one of the same database.
     */
    usesOf: (platformId: number, uploadId: UploadId, except: SourceFileRowId): readonly SourceFileUse[] =>
      selectUses.all(platformId, uploadId, except),
    open: (uploadId: UploadId): readonly OpenSourceFile[] => selectOpen.all(uploadId, uploadId),
    /** A new source file has no parts. Those of the one before may have arrived after it was forgotten. */
    recordCreated(id: SourceFileRowId, platformId: number): void {
      updateCreated.run(platformId, id);
      deleteParts.run(id);
    },
    /** The platform gave it for something else, and nothing says whose it is: another one is requested, and it is never used. */
    forgetCreated(id: SourceFileRowId): void {
      keepId.run(id);
      forgetCreated.run(id);
      setHashes.run(null, null, null, id);
      deleteParts.run(id);
    },
    /** False once it was forgotten. */
    isStill: (id: SourceFileRowId, platformId: number): boolean => selectPlatformId.get(id) === platformId,
    /** The source file stays incomplete on the platform; the item may get another one. */
    abandon: (itemId: ItemId): void => void abandon.run(itemId),
    abandonPack: (packId: PackId): void => void abandonPack.run(packId),
    recordPart: (id: SourceFileRowId, part: AcknowledgedPart, at: string): void =>
      void insertPart.run(id, part.number, part.etag, part.sizeBytes, at, part.digest),
    removePart: (id: SourceFileRowId, number: number): void => void deletePart.run(id, number),
    parts: (id: SourceFileRowId): readonly AcknowledgedPart[] => parts.all(id),
    /**
     * Whether the platform may have accepted it as it was sent. Then its completion is asked for again, and nothing is sent
     * unless a person says so. False where a part that was to be sent again is missing.
     */
    mayBeAccepted: ({ id, partCount, completionRequestedAt }: SourceFile): boolean =>
      completionRequestedAt !== null && parts.all(id).length === partCount,
    /** Returns null if the part is not acknowledged. */
    partEtag: (id: SourceFileRowId, number: number): string | null => selectEtag.get(id, number) ?? null,
    saveHash: (id: SourceFileRowId, { hashedBytes, sha1, sha256 }: SavedHash): void =>
      void updateHashState.run(hashedBytes, sha1, sha256, id),
    setHashes: (
      id: SourceFileRowId,
      { sha1, md5, sha256 }: KnownContentHashes & { readonly md5: string | null },
    ): void => void setHashes.run(sha1, md5, sha256, id),
    recordCompletionRequest: (id: SourceFileRowId, at: string): void =>
      void updateCompletionRequested.run(at, id),
    /** After a refusal that leaves no doubt. */
    recordNotCompleted: (id: SourceFileRowId): void => void updateCompletionRequested.run(null, id),
    recordCompletion: (id: SourceFileRowId, at: string, answerState: string | null): void =>
      void updateCompleted.run(at, answerState, id),
    /** The files of a pack that the platform accepted. */
    *filesOfPack(uploadId: UploadId, pack: number): Generator<SentFile> {
      for (const [id, folder, name, bytes, sha1, sha256] of selectFilesOfPack.all(uploadId, pack)) {
        const path = displayPath({ folder, name, link: null });
        yield { id, path, state: 'accepted', bytes, sha1, sha256, parts: null, pack };
      }
    },
    *sentFiles(uploadId: UploadId): Generator<SentFile> {
      for (let after = 0; ; ) {
        const rows = selectCompleted.all(uploadId, after, 500);
        for (const { folder, name, link, id, bytes, sha1, sha256, parts: count, pack } of rows) {
          const path = displayPath({ folder: folder ?? '', name, link });
          if (pack !== null) yield { id, path, state: 'accepted', bytes, sha1, sha256, parts: null, pack };
          else if (link === null) yield { id, path, state: 'accepted', bytes, sha1, sha256, parts: count };
          else yield { id, path, state: 'handedOver', bytes: null, sha1: null, sha256: null, parts: null };
        }
        if (rows.length < 500) return;
        after = rows.at(-1)?.item ?? 0;
      }
    },
  };
}

function toSourceFile(row: SourceFileRow | undefined): SourceFile | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    platformId: row.platform_id,
    requestedAt: row.requested_at,
    fileVersion: row.file_version,
    partSizeBytes: row.part_size_bytes,
    partCount: row.part_count,
    sha1: row.sha1,
    md5: row.md5,
    sha256: row.sha256,
    savedHash: savedHashOf(row),
    completionRequestedAt: row.completion_requested_at,
  };
}

function savedHashOf({ hashed_bytes: hashedBytes, ...row }: SourceFileRow): SavedHash | null {
  const { hash_state: sha1, sha256_state: sha256 } = row;
  return sha1 === null ? null : { hashedBytes, sha1, sha256 };
}

export type SourceFileRepository = ReturnType<typeof createSourceFileRepository>;
