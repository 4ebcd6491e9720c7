import type { Database } from 'better-sqlite3';
import { contentTypes, contentTypesThat } from '../../../../preload/contract/views/content-type.ts';
import { fromStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import { itemCustodian } from '../items/custodian-columns.ts';

/** A queued file that is in no pack. */
export interface PackCandidate {
  readonly id: ItemId;
  readonly rootId: number;
  readonly root: string;
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly custodian: string | null;
  /** Pre-flight found a mail store, an archive or a disk image, a password, or that it is one of a set of segments. */
  readonly isAlone: boolean;
  /** A single message: the platform expands it into itself and its attachments. By its name if its content is unknown. */
  readonly isMessage: boolean;
}

/** In no pack. The state is spelled out twice so that SQLite uses the index of open items. */
const isQueuedFile = `items.state = 'queued' AND items.state IN ('queued', 'uploading') AND items.folder_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM pack_members WHERE item_id = items.id)`;

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Sent as a source file of its own. */
const isAlone = `(coalesce(items.type IN (${listed(contentTypesThat(({ kind }) => kind === 'container'))}), FALSE)
  OR EXISTS (SELECT 1 FROM findings WHERE findings.item_id = items.id AND findings.code = 'encrypted')
  OR EXISTS (SELECT 1 FROM segments WHERE segments.item_id = items.id))`;

const messageTypes = contentTypesThat(({ kind }) => kind === 'message');
const messageNames = messageTypes.flatMap((type): readonly string[] => contentTypes[type].extensions);
const isMessage = `CASE WHEN items.type IS NULL
    THEN ${messageNames.map((extension) => `items.name LIKE '%.${extension}'`).join(' OR ')}
  ELSE items.type IN (${listed(messageTypes)}) END`;

/** The files that could be in packs. */
export function createPackCandidateQueries(db: Database) {
  const selectCandidates = db
    .prepare<[UploadId, number, number], CandidateRow>(
      `SELECT items.id, folders.root_id AS rootId, folders.path AS folder, folders.path_bytes AS folderBytes, items.name,
         items.name_bytes AS nameBytes, items.size_bytes AS sizeBytes, items.mtime_ns AS mtimeNs, items.mtime_era AS mtimeEra,
         ${itemCustodian} AS custodian, roots.path AS root,
         ${isAlone} AS isAlone, ${isMessage} AS isMessage
       FROM items CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = folders.root_id
       WHERE items.upload_id = ? AND ${isQueuedFile} AND items.id > ? ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const tallyCandidates = db.prepare<[UploadId, number, number], { files: number; bytes: number }>(
    `SELECT count(*) AS files, sum(size_bytes) AS bytes
     FROM items CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = folders.root_id
     WHERE items.upload_id = ? AND ${isQueuedFile} AND items.id > ? AND items.size_bytes <= ?
       AND NOT ${isAlone}
     GROUP BY roots.path, CASE WHEN ${isMessage} THEN coalesce(${itemCustodian}, '') END`,
  );
  const selectLastItem = db
    .prepare<[UploadId], number | null>(
      "SELECT max(id) FROM items WHERE upload_id = ? AND state = 'queued' AND state IN ('queued', 'uploading')",
    )
    .pluck();
  const selectPackedTo = db.prepare<[UploadId], number>('SELECT packed_to FROM uploads WHERE id = ?').pluck();
  const updatePackedTo = db.prepare('UPDATE uploads SET packed_to = ? WHERE id = ?');

  return {
    /** Queued files in no pack, by ID. */
    candidates: (uploadId: UploadId, after: number, limit: number): readonly PackCandidate[] =>
      selectCandidates.all(uploadId, after, limit).map(toCandidate),
    /**
     * Those of at most so many bytes without what stands alone, for each root: messages of each custodian, and what else is
     * packed.
     */
    candidateTallies: (
      uploadId: UploadId,
      after: number,
      maxBytes: number,
    ): readonly { readonly files: number; readonly bytes: number }[] =>
      tallyCandidates.all(uploadId, after, maxBytes),
    /** The last ID of the queued items, or 0 if there is none. */
    lastItemId: (uploadId: UploadId): number => selectLastItem.get(uploadId) ?? 0,
    /** Items up to this ID were considered for packs. */
    packedTo: (uploadId: UploadId): number => selectPackedTo.get(uploadId) ?? 0,
    setPackedTo: (uploadId: UploadId, id: number): void => void updatePackedTo.run(id, uploadId),
  };
}

interface CandidateRow extends Omit<PackCandidate, 'id' | 'rootId' | 'sizeBytes' | 'isAlone' | 'isMessage'> {
  id: bigint;
  rootId: bigint;
  sizeBytes: bigint;
  mtimeEra: bigint;
  isAlone: bigint;
  isMessage: bigint;
}

function toCandidate({ mtimeEra, ...row }: CandidateRow): PackCandidate {
  return {
    ...row,
    id: itemId.parse(Number(row.id)),
    rootId: Number(row.rootId),
    sizeBytes: Number(row.sizeBytes),
    mtimeNs: fromStoredTime(row.mtimeNs, mtimeEra),
    isAlone: row.isAlone === 1n,
    isMessage: row.isMessage === 1n,
  };
}
