/**
 * What a ZIP archive's central directory says. Entries are read one after the other and only counted, so memory grows with
 * the number of folders, which is bounded. Nothing is expanded.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { ContentDamage, ListingWarning } from '../../../../preload/contract/views/content-check.ts';
import type { ContainerFolder, ContainerListing } from '../content-check.ts';
import { FolderTally, maxFolders } from '../folder-tally.ts';
import type { RandomAccess } from '../random-access.ts';
import { DuplicateNames, hash53 } from './duplicate-names.ts';
import { warningTally } from './listing-warnings.ts';
import type { CentralDirectory } from './zip-end-record.ts';
import { type ZipEntry, zipEntries, zipFlags } from './zip-entries.ts';
import { decodeName, likelyEncodings, type NameEncoding, statedName } from './zip-name-encoding.ts';

/** An hour's work for any platform. Time and memory (8 bytes each) end here. */
export const maxEntries = 10_000_000;
/** Length of the names from which the encoding is guessed. */
const maxSampleBytes = 65_536;
/** How many times as large as packed an entry can be, with one byte more for a short one: stored, deflate, and any other. */
const maxRatios: Readonly<Record<number, number>> = { 0: 1, 8: 1032 };
const maxRatio = 1_000_000;
const bombRatio = 100;
const bombBytes = 1e9;
const slash = 0x2f;
const backslash = 0x5c;
/** In front of folders whose names don't state an encoding. No decoded path begins with it: names with it are unsafe. */
const undecoded = '\0';

export interface ZipContents {
  readonly listing: ContainerListing;
  readonly damage: ContentDamage | null;
}

export function listZip(file: RandomAccess, directory: CentralDirectory): ZipContents {
  const names = new ZipNames();
  const warnings = warningTally();
  const duplicates = new DuplicateNames();
  const layout = new EntryLayout(directory);
  let entries = 0;
  let records = 0;
  let encryptedEntries = 0;
  let expandedBytes = 0;
  let end = directory.position;
  for (const entry of zipEntries(file, directory, (position) => {
    end = position;
  })) {
    records += 1;
    if (records > maxEntries) break;
    layout.add(entry);
    duplicates.add(entry.name);
    const isFolder = endsWithSeparator(entry.name);
    names.add(entry, possibleBytes(entry, file.sizeBytes), isFolder, warnings);
    if (isFolder && entry.expandedBytes === 0) continue;
    entries += 1;
    expandedBytes += possibleBytes(entry, file.sizeBytes);
    if ((entry.flags & zipFlags.encrypted) !== 0) encryptedEntries += 1;
    if (hasImpossibleSize(entry)) warnings.add('impossible-sizes', entry.name);
  }
  const encodings = names.encodings();
  const [encoding] = encodings;
  const all: ListingWarning[] = [...warnings.found((name) => names.show(name, encoding))];
  const doubtful = names.doubtful(encodings);
  if (doubtful !== null) all.push(doubtful);
  const duplicate = duplicates.found();
  if (duplicate.hash !== null)
    all.push({
      kind: 'duplicate-names',
      entries: duplicate.names,
      example: names.show(nameWithHash(file, directory, duplicate.hash), encoding),
    });
  const overlapping = layout.overlapping();
  if (overlapping > 0) all.push({ kind: 'overlapping-entries', entries: overlapping });
  if (expandedBytes > bombBytes && expandedBytes > bombRatio * file.sizeBytes)
    all.push({ kind: 'high-expansion', packedBytes: file.sizeBytes, expandedBytes });
  if (names.areTooMany) all.push({ kind: 'too-many-folders', limit: maxFolders });
  const damage = records > maxEntries ? null : (countDamage(directory, records, end) ?? layout.damage(file));
  return {
    listing: { entries, encryptedEntries, expandedBytes, folders: names.folders(encodings), warnings: all },
    damage,
  };
}

/** All of the directory has to be entries, and as many as recorded. */
function countDamage(directory: CentralDirectory, records: number, end: number): ContentDamage | null {
  const isWhole = directory.isZip64
    ? records === directory.entries
    : records % 65_536 === directory.entries % 65_536;
  // A digital signature may follow the entries.
  return isWhole && (end === directory.position + directory.sizeBytes || records > 0)
    ? null
    : { kind: 'invalid', part: 'table-of-contents', position: end };
}

function hasImpossibleSize({ method, flags, packedBytes, expandedBytes }: ZipEntry): boolean {
  if (method === 0 && (flags & zipFlags.encrypted) === 0) return packedBytes !== expandedBytes;
  return expandedBytes > mostBytes(method, packedBytes);
}

const mostBytes = (method: number, packedBytes: number): number =>
  (packedBytes + 1) * (maxRatios[method] ?? maxRatio);

/** The size that an entry states, or the most that its method can expand its bytes to, since the stated size may be false. */
function possibleBytes({ method, packedBytes, expandedBytes }: ZipEntry, fileBytes: number): number {
  const packed = Math.min(packedBytes, fileBytes);
  return Math.min(expandedBytes, method === 0 ? packed : mostBytes(method, packed));
}

function endsWithSeparator(name: Buffer): boolean {
  const last = name[name.length - 1];
  return last === slash || (last === backslash && !name.includes(slash));
}

function nameWithHash(file: RandomAccess, directory: CentralDirectory, hash: number): Buffer {
  for (const { name } of zipEntries(file, directory)) if (hash53(name) === hash) return Buffer.from(name);
  return Buffer.alloc(0);
}

/** Folders under the bytes of their names. What the bytes mean is decided at the end, from all of them. */
class ZipNames {
  readonly #folders = new FolderTally();
  #folder: Buffer = Buffer.alloc(0);
  #folderIsKnown = true;
  #folderKey = '';
  #sample: Buffer[] = [];
  #sampleBytes = 0;
  #unstated = 0;

  add(
    entry: ZipEntry,
    expandedBytes: number,
    isFolder: boolean,
    warnings: ReturnType<typeof warningTally>,
  ): void {
    const stated = statedName(entry);
    const name = stated ?? entry.name;
    const isKnown = stated !== null || isAscii(name);
    if (!isKnown) this.#addUnstated(name);
    warnings.checkName(entry.name);
    if (isFolder && entry.expandedBytes === 0) return;
    const path = folderOf(name);
    // Archives have the files of a folder one after the other.
    if (!path.equals(this.#folder) || isKnown !== this.#folderIsKnown) {
      this.#folder = Buffer.from(path);
      this.#folderIsKnown = isKnown;
      this.#folderKey = isKnown ? path.toString('utf8') : undecoded + path.toString('latin1');
    }
    this.#folders.add(this.#folderKey, 1, expandedBytes);
  }

  #addUnstated(name: Buffer): void {
    this.#unstated += 1;
    // Where most names are UTF-8, one that isn't would be missed in a sample of the first ones.
    if (
      this.#sampleBytes + name.length > maxSampleBytes &&
      (isUtf8(name) || this.#sampleBytes > 2 * maxSampleBytes)
    )
      return;
    const copy = Buffer.from(name);
    this.#sample.push(copy);
    this.#sampleBytes += copy.length;
  }

  /** As `likelyEncodings`. */
  encodings(): Encodings {
    return this.#unstated === 0 ? ['UTF-8'] : likelyEncodings(this.#sample);
  }

  get areTooMany(): boolean {
    return this.#folders.isFull;
  }

  folders(encodings: Encodings): ContainerFolder[] {
    return this.#folders.named((key) => {
      if (!key.startsWith(undecoded)) return { path: withSlashes(key), otherPath: null, isDoubtful: false };
      const bytes = Buffer.from(key.slice(1), 'latin1');
      const path = withSlashes(decodeName(bytes, encodings[0]));
      // What the format prescribes for names without a stated encoding.
      const other = withSlashes(decodeName(bytes, 'CP437'));
      return {
        path,
        otherPath: other === path ? null : other,
        isDoubtful: isDoubtful(bytes, encodings),
      };
    });
  }

  doubtful(encodings: Encodings): ListingWarning | null {
    const name = this.#sample.find((each) => isDoubtful(each, encodings));
    if (name === undefined) return null;
    const [encoding] = encodings;
    return {
      kind: 'doubtful-encoding',
      entries: this.#unstated,
      encoding,
      example: this.show(name, encoding),
    };
  }

  show(name: Buffer, encoding: NameEncoding): string {
    return decodeName(name, isAscii(name) || isUtf8(name) ? 'UTF-8' : encoding).slice(0, 300);
  }
}

type Encodings = ReturnType<typeof likelyEncodings>;

function isDoubtful(name: Buffer, [first, ...others]: Encodings): boolean {
  return others.length > 0 && others.some((other) => decodeName(name, other) !== decodeName(name, first));
}

/** With the slash; empty at the top. A backslash separates only where there is no slash: it is part of some characters. */
function folderOf(name: Buffer): Buffer {
  const end = name.lastIndexOf(slash);
  if (end >= 0) return name.subarray(0, end + 1);
  return name.subarray(0, isAscii(name) || isUtf8(name) ? name.lastIndexOf(backslash) + 1 : 0);
}

function withSlashes(path: string): string {
  return path.includes('/') ? path : path.replaceAll('\\', '/');
}

/** Where the entries' bytes are. */
class EntryLayout {
  readonly #directory: CentralDirectory;
  #sumBytes = 0;
  #overlapping = 0;
  #lastStart = -1;
  #lastEnd = 0;
  #isInOrder = true;
  #beyond: ContentDamage | null = null;
  #samples: number[] = [];
  #seen = 0;

  constructor(directory: CentralDirectory) {
    this.#directory = directory;
  }

  add({ localPosition, packedBytes, name }: ZipEntry): void {
    if (this.#directory.isSplit) return;
    const start = localPosition + this.#directory.prefixBytes;
    const end = start + 30 + name.length + packedBytes;
    if (end > this.#directory.position)
      this.#beyond ??= { kind: 'invalid', part: 'table-of-contents', position: start };
    this.#sumBytes += end - start;
    if (start < this.#lastStart) this.#isInOrder = false;
    else if (start < this.#lastEnd) this.#overlapping += 1;
    this.#lastStart = start;
    this.#lastEnd = Math.max(this.#lastEnd, end);
    this.#seen += 1;
    // Spread over all entries: each power of two.
    if ((this.#seen & (this.#seen - 1)) === 0) this.#samples.push(start);
  }

  /** A table in another order than its entries is caught by the sum of their bytes, which needs no memory. */
  overlapping(): number {
    if (this.#isInOrder && this.#overlapping > 0) return this.#overlapping;
    return this.#sumBytes > this.#directory.position && this.#beyond === null ? this.#seen : 0;
  }

  /** The headers of some entries, and of the last one, have to be where the directory says. */
  damage(file: RandomAccess): ContentDamage | null {
    if (this.#beyond !== null) return this.#beyond;
    if (this.#lastStart >= 0) this.#samples.push(this.#lastStart);
    for (const position of this.#samples)
      if (Buffer.from(file.read(position, 4)).toString('latin1') !== 'PK\x03\x04')
        return { kind: 'invalid', part: 'entry', position };
    return null;
  }
}
