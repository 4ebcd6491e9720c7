import { toStoredTime } from '../types/file-time.ts';
import type { DecodedName } from '../types/source-path.ts';
import type { ScanBatch, ScanFolder, ScanProblem } from './scan-types.ts';

/** What is stored in one turn of the event loop. */
const filesPerBatch = 1_000;
/** Folders and problems are objects, so their number is bounded too. */
const foldersPerBatch = 500;

/** A batch between threads: one string with all names is copied several times faster than many strings. */
export interface PackedBatch extends Omit<ScanBatch, 'names'> {
  /** Separated by NUL, the one character that no file system allows in a name. */
  readonly packedNames: string;
}

export function unpackBatch({ packedNames, ...columns }: PackedBatch): ScanBatch {
  return { ...columns, names: columns.sizesBytes.length === 0 ? [] : packedNames.split('\0') };
}

export type FolderRun = Pick<ScanFolder, 'number' | 'rootIndex' | 'folder' | 'folderBytes'>;

/** Collects files row by row into batches. */
export class BatchBuilder {
  #names: string[] = [];
  #nameBytes: (Uint8Array | null)[] | null = null;
  #sizesBytes = new Float64Array(filesPerBatch);
  #mtimesNs = new BigInt64Array(filesPerBatch);
  #mtimeEras = new Int32Array(filesPerBatch);
  #devices = new BigInt64Array(filesPerBatch);
  #fileIds = new BigInt64Array(filesPerBatch);
  #folders: ScanFolder[] = [];
  #problems: ScanProblem[] = [];
  #current: FolderRun | null = null;
  #currentIsFirst = true;
  #from = 0;

  get isEmpty(): boolean {
    return this.#names.length === 0 && this.#folders.length === 0 && this.#problems.length === 0;
  }

  get isFull(): boolean {
    return (
      this.#names.length >= filesPerBatch ||
      this.#folders.length >= foldersPerBatch ||
      this.#problems.length >= foldersPerBatch
    );
  }

  beginFolder(folder: FolderRun): void {
    this.#current = folder;
    this.#currentIsFirst = true;
    this.#from = this.#names.length;
  }

  endFolder(mayRepeat: boolean): void {
    this.#closeRun(true, mayRepeat);
    this.#current = null;
  }

  add(name: DecodedName, stat: { size: bigint; mtimeNs: bigint; dev: bigint; ino: bigint }): void {
    const row = this.#names.push(name.text) - 1;
    this.#sizesBytes[row] = Number(stat.size);
    const mtime = toStoredTime(stat.mtimeNs);
    this.#mtimesNs[row] = mtime.ns;
    this.#mtimeEras[row] = mtime.era;
    this.#devices[row] = stat.dev;
    this.#fileIds[row] = stat.ino;
    if (name.bytes !== null) this.#nameBytes ??= new Array<null>(row).fill(null);
    this.#nameBytes?.push(name.bytes);
  }

  addProblem(problem: ScanProblem): void {
    this.#problems.push(problem);
  }

  /** Returns the batch so far and starts the next one, in which the current folder continues. */
  take(): PackedBatch {
    this.#closeRun(false, false);
    const count = this.#names.length;
    const packed: PackedBatch = {
      folders: this.#folders,
      packedNames: this.#names.join('\0'),
      nameBytes: this.#nameBytes,
      sizesBytes: this.#sizesBytes.slice(0, count),
      mtimesNs: this.#mtimesNs.slice(0, count),
      mtimeEras: this.#mtimeEras.slice(0, count),
      devices: this.#devices.slice(0, count),
      fileIds: this.#fileIds.slice(0, count),
      problems: this.#problems,
    };
    this.#names = [];
    this.#nameBytes = null;
    this.#folders = [];
    this.#problems = [];
    this.#from = 0;
    return packed;
  }

  #closeRun(isLast: boolean, mayRepeat: boolean): void {
    if (this.#current === null) return;
    const to = this.#names.length;
    const rows = { from: this.#from, to };
    this.#folders.push({ ...this.#current, isFirst: this.#currentIsFirst, isLast, mayRepeat, ...rows });
    this.#currentIsFirst = false;
    this.#from = to;
  }
}

export function transferList(batch: PackedBatch): ArrayBuffer[] {
  return [batch.sizesBytes, batch.mtimesNs, batch.mtimeEras, batch.devices, batch.fileIds].flatMap(
    ({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []),
  );
}
