import type { Database } from 'better-sqlite3';
import type { LedgerState } from '../../../../preload/contract/watch/watched-folder.ts';
import { fromStoredTime } from '../../types/file-time.ts';
import { type DecodedName, rawOf } from '../../types/source-path.ts';
import { type CreatedFile, type KnownFile, keptFacts } from './observe.ts';

export interface KnownFolder {
  readonly id: number;
  /** Its files that were at their path. */
  readonly present: number;
}

/** Larger folders are looked up file by file: twenty times slower, but a million names don't fit in memory. */
const maxLoaded = 50_000;

export interface KnownRow extends KnownFile {
  readonly id: number;
  /** Its rule moved it away after it was sent. */
  readonly wasMoved: boolean;
}

type FileRow = [
  id: bigint,
  size: bigint,
  mtime: bigint,
  era: bigint,
  device: bigint,
  fileId: bigint,
  bornNs: bigint,
  state: LedgerState,
  goneAt: string | null,
  batchId: bigint | null,
  continuesId: bigint | null,
  wasMoved: bigint,
];

type NamedRow = [...FileRow, name: string, nameBytes: Uint8Array | null];
const rowColumns =
  'id, size_bytes, mtime_ns, mtime_era, device, file_id, born_ns, state, gone_at, batch_id, continues_id, moved_to IS NOT NULL, name, name_bytes';

const versionColumns =
  'size_bytes AS sizeBytes, mtime_ns AS mtimeNs, mtime_era AS mtimeEra, device, file_id AS fileId, born_ns AS bornNs';
/** Puts IDs in an order that is always the same, and in which the first ones lie all over the ledger. */
const spread = (id: string): string => `${id} * 2654435761 % 4294967296`;

export type LedgerStatements = ReturnType<typeof prepareLedger>;

/** What a scan asks the ledger. A thread prepares it once: it scans one folder after the other. */
export function prepareLedger(db: Database) {
  return {
    folder: db.prepare<[number, Uint8Array], KnownFolder>(
      'SELECT id, present FROM watch_folders WHERE rule_id = ? AND place = ?',
    ),
    folders: db.prepare<[number, number], KnownFolder & { path: string; pathBytes: Uint8Array | null }>(
      `SELECT id, present, path, path_bytes AS pathBytes FROM watch_folders
       WHERE rule_id = ? AND present > 0 AND id > ? ORDER BY id LIMIT 1000`,
    ),
    foldersBelow: db.prepare<
      [number, Uint8Array, Uint8Array],
      KnownFolder & { path: string; pathBytes: Uint8Array | null }
    >(
      `SELECT id, present, path, path_bytes AS pathBytes FROM watch_folders
       WHERE rule_id = ? AND place > ? AND place < ? AND present > 0`,
    ),
    newest: db
      .prepare<[number, string, Uint8Array], NamedRow>(
        `SELECT ${rowColumns} FROM watch_files
         WHERE folder_id = ? AND name = ? AND coalesce(name_bytes, x'') = ? ORDER BY version DESC LIMIT 1`,
      )
      .raw()
      .safeIntegers(),
    files: db
      .prepare<[number], NamedRow>(
        `SELECT ${rowColumns} FROM watch_files WHERE folder_id = ? AND gone_at IS NULL`,
      )
      .raw()
      .safeIntegers(),
    present: db
      .prepare<[number, number], { id: bigint; device: bigint }>(
        'SELECT id, device FROM watch_files WHERE folder_id = ? AND gone_at IS NULL AND id <= ?',
      )
      .safeIntegers(),
    sample: db
      .prepare<[number, number], StoredSample>(
        `SELECT folder.path AS folder, folder.path_bytes AS folderBytes, name, name_bytes AS nameBytes, ${versionColumns}
         FROM watch_files AS file JOIN watch_folders AS folder ON folder.id = file.folder_id
         WHERE file.id IN (
           SELECT file.id FROM watch_folders AS folder JOIN watch_files AS file ON file.folder_id = folder.id
           WHERE folder.rule_id = ? AND present > 0 AND gone_at IS NULL ORDER BY ${spread('file.id')} LIMIT ?)`,
      )
      .safeIntegers(),
    movedSample: db
      .prepare<[number, number], StoredSample>(
        `SELECT '' AS folder, NULL AS folderBytes, moved_to AS name, NULL AS nameBytes, ${versionColumns}
         FROM watch_files AS file WHERE rule_id = ? AND moved_to IS NOT NULL ORDER BY ${spread('id')} LIMIT ?`,
      )
      .safeIntegers(),
    any: db.prepare<[number], number>('SELECT 1 FROM watch_files WHERE rule_id = ? LIMIT 1').pluck(),
    lastId: db.prepare<[], number | null>('SELECT max(id) FROM watch_files').pluck(),
  };
}

/** The ledger of one rule as a scan reads it, over a connection of its own, folder by folder. */
export class KnownFiles {
  readonly #sql: LedgerStatements;
  readonly #ruleId: number;

  constructor(sql: LedgerStatements, ruleId: number) {
    this.#sql = sql;
    this.#ruleId = ruleId;
  }

  folder(place: Uint8Array): KnownFolder | null {
    return this.#sql.folder.get(this.#ruleId, place) ?? null;
  }

  /** Every folder with files, page by page, with its raw path. */
  *folders(): Generator<KnownFolder & { readonly raw: string }> {
    for (let after = 0; ; ) {
      const page = this.#sql.folders.all(this.#ruleId, after);
      for (const { path, pathBytes, ...folder } of page) yield { ...folder, raw: rawOf(path, pathBytes) };
      if (page.length < 1000) return;
      after = page.at(-1)?.id ?? 0;
    }
  }

  /** The folders with files below a place. */
  foldersBelow(place: Buffer): readonly (KnownFolder & { readonly raw: string })[] {
    const above = (next: string) => Buffer.concat([place, Buffer.from(next)]);
    const isRoot = place.at(-1) === 0x2f;
    const range = isRoot
      ? [place, Buffer.concat([place.subarray(0, -1), Buffer.from('0')])]
      : [above('/'), above('0')];
    const [from = place, to = place] = range;
    return this.#sql.foldersBelow
      .all(this.#ruleId, from, to)
      .map(({ path, pathBytes, ...folder }) => ({ ...folder, raw: rawOf(path, pathBytes) }));
  }

  /** The current versions in a folder, by name. */
  inFolder({ id, present }: KnownFolder): (name: DecodedName) => KnownRow | null {
    const loaded = new Map<string, NamedRow>();
    if (present <= maxLoaded)
      for (const row of this.#sql.files.all(id)) loaded.set(nameKey({ text: row[12], bytes: row[13] }), row);
    return (name) => {
      // A file that the ledger knows as gone isn't among those that were loaded.
      const row = loaded.get(nameKey(name)) ?? this.#sql.newest.get(id, name.text, name.bytes ?? noBytes);
      return row === undefined ? null : toKnownRow(row);
    };
  }

  /** Files at their path, of those that were known when the scan began. */
  present(folderId: number, lastId: number): readonly { readonly id: number; readonly device: bigint }[] {
    return this.#sql.present.all(folderId, lastId).map(({ id, device }) => ({ id: Number(id), device }));
  }

  /** Some files that were at their path, from all over the folder. */
  sample(limit: number): readonly SampleRow[] {
    return this.#sql.sample.all(this.#ruleId, limit).map(toSampleRow);
  }

  /** Some files that their rule moved, as they are below the watched folder now. */
  movedSample(limit: number): readonly SampleRow[] {
    return this.#sql.movedSample.all(this.#ruleId, limit).map(toSampleRow);
  }

  /** Whether the rule never had a file. */
  isEmpty(): boolean {
    return this.#sql.any.get(this.#ruleId) === undefined;
  }

  lastId(): number {
    return this.#sql.lastId.get() ?? 0;
  }
}

function nameKey({ text, bytes }: DecodedName): string {
  return bytes === null ? text : `\0${Buffer.from(bytes).toString('latin1')}`;
}

function toKnownRow([
  id,
  size,
  mtime,
  era,
  device,
  fileId,
  bornNs,
  state,
  goneAt,
  batchId,
  continuesId,
  wasMoved,
]: NamedRow): KnownRow {
  return {
    id: Number(id),
    sizeBytes: Number(size),
    mtimeNs: fromStoredTime(mtime, era),
    device,
    fileId,
    bornNs,
    state,
    ...keptFacts({ goneAt, batchId, continuesId }),
    wasMoved: wasMoved === 1n,
  };
}

interface SampledPlace {
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

type StoredSample = SampledPlace & {
  readonly [column in 'sizeBytes' | 'mtimeNs' | 'mtimeEra' | 'device' | 'fileId' | 'bornNs']: bigint;
};

export type SampleRow = SampledPlace & CreatedFile;

const toSampleRow = ({ sizeBytes, mtimeNs, mtimeEra, ...row }: StoredSample): SampleRow => ({
  ...row,
  sizeBytes: Number(sizeBytes),
  mtimeNs: fromStoredTime(mtimeNs, mtimeEra),
});

const noBytes = new Uint8Array();

/** Numbers that were seen, a bit each. */
export class BitSet {
  #bits = new Uint32Array(1024);

  add(number: number): void {
    const index = number >>> 5;
    if (index >= this.#bits.length) {
      const larger = new Uint32Array(Math.max(index + 1, 2 * this.#bits.length));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (number & 31));
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }
}
