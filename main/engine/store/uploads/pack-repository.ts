import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Reason } from '../../../../preload/contract/failures/failure.ts';
import { fromStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import type { LoggedMember } from '../../types/pack-members-digest.ts';
import { type HashColumns, type MemberColumns, memberHashes } from '../../types/part-members.ts';
import type { ItemState } from '../../types/uploads.ts';
import { itemCustodian } from '../items/custodian-columns.ts';
import { type Item, type ItemRow, itemColumns, toItem } from '../items/item-repository.ts';
import { createPackCandidateQueries } from './pack-candidate-queries.ts';

export const packId = z.int().brand<'PackId'>();
export type PackId = z.infer<typeof packId>;

/** `open`: planned or being sent. `held`: whether the platform accepted it is unknown. `closed`: it will not be sent. */
export type PackState = 'open' | 'accepted' | 'held' | 'closed';

/** Many small files of one root that are sent as one source file. */
export interface Pack {
  readonly id: PackId;
  readonly uploadId: UploadId;
  /** The pack's number in this upload, from 1 on; never used again. */
  readonly number: number;
  readonly root: string;
  readonly state: PackState;
  readonly items: number;
  /** Size of the members' content. */
  readonly bytes: number;
  /** Size of the members' content in acknowledged parts. */
  readonly acknowledgedBytes: number;
  /** See `packCustodian`. */
  readonly custodian: string | null;
}

export interface MemberHashes {
  readonly crc32: number;
  readonly sha1: string;
  /** Of uploads with lists of hashes. */
  readonly md5: string | null;
  readonly sha256: string;
}

export interface Member {
  readonly item: Item;
  /** The hashes of what an acknowledged part has of it, or null before. */
  readonly hashes: MemberHashes | null;
}

/** A part's members, by item, which is their order in the part. */
export interface PartMembers extends MemberColumns {
  readonly ids: readonly ItemId[];
}

export interface NewPack {
  readonly rootId: number;
  readonly custodian: string | null;
  readonly bytes: number;
  readonly members: readonly ItemId[];
}

/** A member that no part has yet, and how much of the pack it will take. */
export interface UncutMember {
  readonly id: ItemId;
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
}

interface MemberRow extends ItemRow {
  part: bigint;
  crc32: bigint | null;
  sha1: string | null;
  md5: string | null;
  sha256: string | null;
}

/** The part of members that no part has yet: parts are cut when they are sent. Behind all others. */
const uncutPart = 1_000_000;

/** As `displayPath`. */
const memberPath = "iif(folders.path = '', items.name, folders.path || '/' || items.name)";

export function createPackRepository(db: Database) {
  const columns = `packs.id, packs.upload_id AS uploadId, number, roots.path AS root, packs.state, packs.items, packs.bytes,
    acknowledged_bytes AS acknowledgedBytes, packs.custodian`;
  const selectPack = db.prepare<[PackId], Pack>(
    `SELECT ${columns} FROM packs JOIN roots ON roots.id = packs.root_id WHERE packs.id = ?`,
  );
  const selectOpen = db.prepare<[UploadId], Pack>(
    `SELECT ${columns} FROM packs JOIN roots ON roots.id = packs.root_id
     WHERE packs.upload_id = ? AND packs.state = 'open' ORDER BY number`,
  );
  const selectInState = db
    .prepare<[UploadId, PackState], PackId>('SELECT id FROM packs WHERE upload_id = ? AND state = ?')
    .pluck();
  const insertPack = db.prepare(
    `INSERT INTO packs (upload_id, root_id, number, items, bytes, custodian)
     VALUES (?, ?, 1 + (SELECT coalesce(max(number), 0) FROM packs WHERE upload_id = ?), ?, ?, ?)`,
  );
  const insertMember = db.prepare('INSERT INTO pack_members (item_id, pack_id, part) VALUES (?, ?, ?)');
  const sumUncut = db.prepare<[PackId], { files: number; bytes: number }>(
    `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS bytes
     FROM pack_members CROSS JOIN items ON items.id = item_id WHERE pack_id = ? AND part = ${uncutPart}`,
  );
  const selectOneUncut = db
    .prepare<[PackId], 1>(`SELECT 1 FROM pack_members WHERE pack_id = ? AND part = ${uncutPart} LIMIT 1`)
    .pluck();
  const selectUncut = db
    .prepare<[PackId], [bigint, string, bigint, bigint, bigint]>(
      `SELECT items.id, ${memberPath}, size_bytes, mtime_ns, mtime_era
       FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id CROSS JOIN folders ON folders.id = folder_id
       WHERE pack_id = ? AND part = ${uncutPart} ORDER BY item_id`,
    )
    .safeIntegers()
    .raw();
  const cutPart = db.prepare(
    `UPDATE pack_members SET part = ? WHERE pack_id = ? AND part = ${uncutPart} AND item_id <= ?`,
  );
  const uncutParts = db.prepare(
    `UPDATE pack_members SET part = ${uncutPart} WHERE pack_id = ? AND part > ? AND part < ${uncutPart}`,
  );
  const selectLastHashed = db
    .prepare<[PackId], number | null>(
      'SELECT max(part) FROM pack_members WHERE pack_id = ? AND crc32 IS NOT NULL',
    )
    .pluck();
  const insertPiece = db.prepare(
    `INSERT INTO packs (upload_id, root_id, number, items, bytes, custodian)
     SELECT upload_id, root_id, 1 + (SELECT max(number) FROM packs AS all_packs WHERE all_packs.upload_id = packs.upload_id),
       0, 0, custodian FROM packs WHERE id = ?`,
  );
  const movePiece = db.prepare(
    `UPDATE pack_members SET pack_id = ? WHERE pack_id = ? AND part = ${uncutPart} AND item_id <= ?`,
  );
  const addToPack = db.prepare('UPDATE packs SET items = items + ?, bytes = bytes + ? WHERE id = ?');
  const selectMembers = db
    .prepare<[PackId, number, number, number, number], MemberRow>(
      `SELECT ${itemColumns}, pack_members.part, pack_members.crc32, pack_members.sha1, pack_members.md5,
         pack_members.sha256
       FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id
         LEFT JOIN folders ON folders.id = items.folder_id LEFT JOIN roots ON roots.id = folders.root_id
       WHERE pack_id = ? AND (part, item_id) > (?, ?) AND part <= ? ORDER BY part, item_id LIMIT ?`,
    )
    .safeIntegers();
  /** By item: id, path, size, time, its era, device, file ID. Without names for the columns, which cost time. */
  const selectPart = db
    .prepare<[PackId, number], [bigint, string, bigint, bigint, bigint, bigint, bigint]>(
      `SELECT items.id, ${memberPath}, size_bytes, mtime_ns, mtime_era,
         device, file_id
       FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id CROSS JOIN folders ON folders.id = folder_id
       WHERE pack_id = ? AND part = ? ORDER BY item_id`,
    )
    .safeIntegers()
    .raw();
  const selectPartHashes = db.prepare<[PackId, number], { crc32: number | null; sha256: string | null }>(
    'SELECT crc32, sha256 FROM pack_members WHERE pack_id = ? AND part = ? ORDER BY item_id',
  );
  const sumPart = db
    .prepare<[PackId, number], number>(
      `SELECT coalesce(sum(size_bytes), 0) FROM pack_members CROSS JOIN items ON items.id = item_id
       WHERE pack_id = ? AND part = ?`,
    )
    .pluck();
  const selectMembersById = db
    .prepare<[PackId], MemberRow>(
      `SELECT ${itemColumns}, pack_members.part, pack_members.crc32, pack_members.sha1, pack_members.md5,
         pack_members.sha256
       FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id
         LEFT JOIN folders ON folders.id = items.folder_id LEFT JOIN roots ON roots.id = folders.root_id
       WHERE pack_id = ? ORDER BY item_id`,
    )
    .safeIntegers();
  const selectLogged = db
    .prepare<[PackId], [number, string, number | null, string | null, string | null, string | null]>(
      // As `hasIdentity`.
      `SELECT items.id, ${memberPath}, iif(mtime_ns = 0 AND mtime_era = 0 AND file_id = 0, NULL, size_bytes), sha1, md5, sha256
       FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id CROSS JOIN folders ON folders.id = folder_id
       WHERE pack_id = ? ORDER BY item_id`,
    )
    .raw();
  const selectFolders = db.prepare<[PackId], { folder: string; custodian: string | null }>(
    `SELECT folders.path AS folder, ${itemCustodian} AS custodian
     FROM pack_members CROSS JOIN items ON items.id = pack_members.item_id CROSS JOIN folders ON folders.id = items.folder_id
     WHERE pack_id = ? GROUP BY folders.id, 2`,
  );
  const selectPackOf = db
    .prepare<[ItemId], PackId>('SELECT pack_id FROM pack_members WHERE item_id = ?')
    .pluck();
  const updateHashes = db.prepare(
    'UPDATE pack_members SET crc32 = ?, sha1 = ?, md5 = ?, sha256 = ?, ctime_ns = ?, born_ns = ? WHERE item_id = ?',
  );
  const clearHashes = db.prepare(
    'UPDATE pack_members SET crc32 = NULL, sha1 = NULL, md5 = NULL, sha256 = NULL, ctime_ns = NULL, born_ns = NULL WHERE pack_id = ?',
  );
  const selectOtherThanRead = db
    .prepare<[PackId, number], ItemId>(
      `SELECT item_id FROM pack_members CROSS JOIN file_hashes USING (item_id)
       WHERE pack_id = ? AND part = ? AND pack_members.sha256 <> lower(hex(file_hashes.sha256))`,
    )
    .pluck();
  const deleteMember = db.prepare('DELETE FROM pack_members WHERE item_id = ?');
  const deleteMembers = db.prepare('DELETE FROM pack_members WHERE pack_id = ?');
  const updateAcknowledged = db.prepare('UPDATE packs SET acknowledged_bytes = ? WHERE id = ?');
  const updateState = db.prepare('UPDATE packs SET state = ? WHERE id = ?');
  const updateSize = db.prepare('UPDATE packs SET size_bytes = ? WHERE id = ?');
  const tallyMembers = db.prepare<[PackId, ItemState], { items: number; bytes: number }>(
    `SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes
     FROM pack_members CROSS JOIN items ON items.id = item_id WHERE pack_id = ? AND state = ?`,
  );
  const updateMemberStates = db.prepare(
    `UPDATE items SET state = ?, reason = ?
     WHERE id IN (SELECT item_id FROM pack_members WHERE pack_id = ?) AND state = ?`,
  );
  const addToTotals = db.prepare(
    `INSERT INTO totals (upload_id, state, items, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT (upload_id, state) DO UPDATE SET items = items + excluded.items, bytes = bytes + excluded.bytes`,
  );
  const countPacks = db.prepare<[UploadId], { packs: number; files: number }>(
    `SELECT count(*) AS packs, coalesce(sum(items), 0) AS files FROM packs
     WHERE upload_id = ? AND state <> 'closed'`,
  );

  function* members(packId: PackId, fromPart: number, toPart: number): Generator<Member> {
    for (let [part, item] = [fromPart - 1, Number.MAX_SAFE_INTEGER]; ; ) {
      const rows = selectMembers.all(packId, part, item, toPart, 500);
      for (const row of rows) yield toMember(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < 500) return;
      [part, item] = [Number(last.part), Number(last.id)];
    }
  }

  return {
    ...createPackCandidateQueries(db),
    /** Packs that were sent or are to be, and the files in them. */
    count: (uploadId: UploadId): { readonly packs: number; readonly files: number } =>
      countPacks.get(uploadId) ?? { packs: 0, files: 0 },
    get: (id: PackId): Pack | null => {
      const row = selectPack.get(id);
      return row ?? null;
    },
    /** By number. */
    open: (uploadId: UploadId): readonly Pack[] => selectOpen.all(uploadId),
    inState: (uploadId: UploadId, state: PackState): readonly PackId[] => selectInState.all(uploadId, state),
    packOf: (itemId: ItemId): PackId | null => selectPackOf.get(itemId) ?? null,
    add(uploadId: UploadId, { rootId, custodian: of, bytes, members: added }: NewPack): PackId {
      const { lastInsertRowid } = insertPack.run(uploadId, rootId, uploadId, added.length, bytes, of);
      for (const id of added) insertMember.run(id, lastInsertRowid, uncutPart);
      return packId.parse(Number(lastInsertRowid));
    },
    hasUncut: (id: PackId): boolean => selectOneUncut.get(id) !== undefined,
    /** Members that no part has yet; bytes are those of their content. */
    uncut: (id: PackId): { readonly files: number; readonly bytes: number } =>
      sumUncut.get(id) ?? { files: 0, bytes: 0 },
    /** By item. No statement may change the store meanwhile. */
    *uncutMembers(id: PackId): Generator<UncutMember, undefined> {
      for (const [item, path, size, ns, era] of selectUncut.iterate(id))
        yield {
          id: itemId.parse(Number(item)),
          path,
          sizeBytes: Number(size),
          mtimeNs: fromStoredTime(ns, Number(era)),
        };
    },
    /** The next part has the uncut members up to `last`. */
    cut: (id: PackId, part: number, last: ItemId): void => void cutPart.run(part, id, last),
    /** Members of later parts are in no part any longer. Returns whether there were any. */
    uncutAfter: (id: PackId, part: number): boolean => uncutParts.run(id, part).changes > 0,
    /** The last part that was ever acknowledged and still has members; 0 without one. */
    lastHashedPart: (id: PackId): number => selectLastHashed.get(id) ?? 0,
    /** The uncut members up to `last` become a pack of their own, with the same custodian: see `isPackCustodian`. */
    split(id: PackId, last: ItemId): PackId {
      const piece = packId.parse(Number(insertPiece.run(id).lastInsertRowid));
      movePiece.run(piece, id, last);
      const { files, bytes } = sumUncut.get(piece) ?? { files: 0, bytes: 0 };
      addToPack.run(files, bytes, piece);
      addToPack.run(-files, -bytes, id);
      return piece;
    },
    /** In the order in which they are in the pack, read page by page. */
    members: (id: PackId): Generator<Member> => members(id, 1, Number.MAX_SAFE_INTEGER),
    /** By item. No statement may change the store meanwhile. */
    *membersById(id: PackId): Generator<Member> {
      for (const row of selectMembersById.iterate(id)) yield toMember(row);
    },
    membersOf: (id: PackId, part: number): readonly Member[] => [...members(id, part, part)],
    /** By item. No statement may change the store meanwhile. */
    *loggedMembers(id: PackId): Generator<LoggedMember> {
      for (const [item, path, sizeBytes, sha1, md5, sha256] of selectLogged.iterate(id))
        yield { item, path, sizeBytes, sha1, sha256, md5 };
    },
    partMembers(id: PackId, part: number): PartMembers {
      const rows = selectPart.all(id, part);
      return {
        ids: rows.map(([item]) => itemId.parse(Number(item))),
        paths: rows.map(([, path]) => path),
        sizesBytes: Float64Array.from(rows, ([, , size]) => Number(size)),
        mtimesNs: BigInt64Array.from(rows, ([, , , ns]) => ns),
        mtimeEras: Int32Array.from(rows, ([, , , , era]) => Number(era)),
        devices: BigInt64Array.from(rows, ([, , , , , device]) => device),
        fileIds: BigInt64Array.from(rows, ([, , , , , , fileId]) => fileId),
      };
    },
    /** The hashes of the members of a part that was acknowledged, in their order. */
    partHashes: (id: PackId, part: number) => selectPartHashes.all(id, part),
    /** Members of which pre-flight read another content than the one that was sent. */
    otherThanRead: (id: PackId, part: number): readonly ItemId[] => selectOtherThanRead.all(id, part),
    /** Size of the members' content. */
    partBytes: (id: PackId, part: number): number => sumPart.get(id, part) ?? 0,
    /** The folders that hold members, each with its custodian. */
    folders: (id: PackId): readonly { readonly folder: string; readonly custodian: string | null }[] =>
      selectFolders.all(id),
    setHashes(ids: readonly ItemId[], { crc32s, hashes, ctimesNs, bornsNs }: HashColumns): void {
      for (const [index, id] of ids.entries()) {
        const { sha1, md5, sha256 } = memberHashes(hashes[index] ?? '');
        updateHashes.run(crc32s[index], sha1, md5, sha256, ctimesNs[index], bornsNs[index], id);
      }
    },
    /** Forgets the hashes of members that go to another source file. */
    forgetHashes: (id: PackId): void => void clearHashes.run(id),
    setAcknowledgedBytes: (id: PackId, bytes: number): void => void updateAcknowledged.run(bytes, id),
    setSize: (id: PackId, sizeBytes: number): void => void updateSize.run(sizeBytes, id),
    setState: (id: PackId, state: PackState): void => void updateState.run(state, id),
    /** The item goes its own way. */
    remove(id: PackId, { id: itemId, sizeBytes }: Pick<Item, 'id' | 'sizeBytes'>): void {
      if (deleteMember.run(itemId).changes === 1) addToPack.run(-1, -sizeBytes, id);
    },
    /** Its members are in no pack any longer. */
    close(id: PackId): void {
      deleteMembers.run(id);
      updateState.run('closed', id);
    },
    /** Moves the members in one state, and the totals. Returns how many. */
    transition(
      pack: Pick<Pack, 'id' | 'uploadId'>,
      from: ItemState,
      to: ItemState,
      reason: Reason | null,
    ): number {
      const { items, bytes } = tallyMembers.get(pack.id, from) ?? { items: 0, bytes: 0 };
      if (items === 0) return 0;
      updateMemberStates.run(to, reason === null ? null : JSON.stringify(reason), pack.id, from);
      addToTotals.run(pack.uploadId, from, -items, -bytes);
      addToTotals.run(pack.uploadId, to, items, bytes);
      return items;
    },
  };
}

function toMember(row: MemberRow): Member {
  const { crc32, sha1, md5, sha256 } = row;
  const isHashed = crc32 !== null && sha1 !== null && sha256 !== null;
  return {
    item: toItem(row),
    hashes: isHashed ? { crc32: Number(crc32), sha1, md5, sha256 } : null,
  };
}

export type PackRepository = ReturnType<typeof createPackRepository>;
