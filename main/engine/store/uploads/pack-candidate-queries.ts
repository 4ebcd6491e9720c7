import type { Database } from 'better-sqlite3';
import {
  contentTypes,
  contentTypesThat,
  isContainerName,
} from '../../../../preload/contract/views/content-type.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { isCertainSegmentName } from '../../types/segments.ts';
import { itemCustodian } from '../items/custodian-columns.ts';
import { isQueued } from '../items/item-conditions.ts';

/** A small queued file that is in no pack, and whose content and name let it share one. */
export interface PackCandidate {
  readonly id: ItemId;
  readonly rootId: number;
  readonly root: string;
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly custodian: string | null;
  /** A single message: the platform expands it into itself and its attachments. By its name if its content is unknown. */
  readonly isMessage: boolean;
}

/** In no pack. */
const isQueuedFile = `${isQueued} AND items.folder_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM pack_members WHERE item_id = items.id)`;

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** By its name, or pre-flight found a mail store, an archive or a disk image, a password, or that it is one of a set of segments. */
const isAlone = `(coalesce(items.type IN (${listed(contentTypesThat(({ kind }) => kind === 'container'))}), FALSE)
  OR EXISTS (SELECT 1 FROM findings WHERE findings.item_id = items.id AND findings.code = 'encrypted')
  OR EXISTS (SELECT 1 FROM segments WHERE segments.item_id = items.id)
  OR stands_alone(items.name))`;

const messageTypes = contentTypesThat(({ kind }) => kind === 'message');
const messageNames = messageTypes.flatMap((type): readonly string[] => contentTypes[type].extensions);
const isMessage = `CASE WHEN items.type IS NULL
    THEN ${messageNames.map((extension) => `items.name LIKE '%.${extension}'`).join(' OR ')}
  ELSE items.type IN (${listed(messageTypes)}) END`;

/** A ZIP says only how names in Unicode are to be read. */
const isCandidate = `items.upload_id = ? AND ${isQueuedFile} AND items.id > ? AND items.size_bytes <= ?
  AND folders.path_bytes IS NULL AND items.name_bytes IS NULL AND NOT ${isAlone}`;
const tables =
  'items CROSS JOIN folders ON folders.id = items.folder_id CROSS JOIN roots ON roots.id = folders.root_id';

/**
 * Whether a file is sent as a source file of its own, by its name: archives, mail stores, disk images, and the segments of
 * each. The platform expands them with passwords and custodians of their own, which belong to a source file
 * (platform-interface 2.12), and segments are found by their names. The survey of the inventory knows others.
 */
export function standsAlone(name: string): boolean {
  return isContainerName(name) || isCertainSegmentName(name);
}

/** The files that could be in packs: those of an upload, after an ID, of at most so many bytes. */
export function createPackCandidateQueries(db: Database) {
  db.function('stands_alone', { deterministic: true }, (name) => (standsAlone(String(name)) ? 1 : 0));
  const selectCandidates = db.prepare<[UploadId, number, number, number], CandidateRow>(
    `SELECT items.id, folders.root_id AS rootId, folders.path AS folder, items.name, items.size_bytes AS sizeBytes,
       ${itemCustodian} AS custodian, roots.path AS root, ${isMessage} AS isMessage
     FROM ${tables} WHERE ${isCandidate} ORDER BY items.id LIMIT ?`,
  );
  const tallyCandidates = db.prepare<[UploadId, number, number], { files: number; bytes: number }>(
    `SELECT count(*) AS files, sum(size_bytes) AS bytes FROM ${tables} WHERE ${isCandidate}
     GROUP BY roots.path, CASE WHEN ${isMessage} THEN coalesce(${itemCustodian}, '') END`,
  );
  const selectLastItem = db
    .prepare<[UploadId], number | null>(`SELECT max(id) FROM items WHERE upload_id = ? AND ${isQueued}`)
    .pluck();
  const selectPackedTo = db.prepare<[UploadId], number>('SELECT packed_to FROM uploads WHERE id = ?').pluck();
  const updatePackedTo = db.prepare('UPDATE uploads SET packed_to = ? WHERE id = ?');

  return {
    /** By ID. */
    candidates: (
      uploadId: UploadId,
      after: number,
      maxBytes: number,
      limit: number,
    ): readonly PackCandidate[] =>
      selectCandidates
        .all(uploadId, after, maxBytes, limit)
        .map(({ isMessage: message, ...row }) => ({ ...row, isMessage: message === 1 })),
    /** For each root: messages of each custodian, and what else is packed. */
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

interface CandidateRow extends Omit<PackCandidate, 'isMessage'> {
  readonly isMessage: number;
}
