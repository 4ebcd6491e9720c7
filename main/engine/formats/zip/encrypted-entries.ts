import { maxOtherBytes, maxOthers } from '../limits.ts';
import type { CannotTry } from '../password-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { findCentralDirectory } from './zip-end-record.ts';
import { extraField, localHeader, type ZipEntry, zipEntries, zipFlags } from './zip-entries.ts';

/** An encrypted entry of a ZIP archive. */
export interface EncryptedEntry {
  /** 99 for AES. */
  readonly method: number;
  readonly crc32: number;
  /** With the headers of its encryption. */
  readonly packedBytes: number;
  readonly expandedBytes: number;
  readonly dataPosition: number;
  /** What the last byte of a decrypted traditional header may be. */
  readonly checkBytes: readonly number[];
  /** 1, 2 or 3 for 128, 192 or 256 bits; null without AES. */
  readonly aesStrength: number | null;
}

type Candidate = Pick<ZipEntry, 'method' | 'crc32' | 'packedBytes' | 'expandedBytes' | 'localPosition'> &
  Pick<EncryptedEntry, 'checkBytes' | 'aesStrength'>;

/** Archives have an encrypted entry among their first ones. */
const maxEntries = 100_000;

/** The entry that is tried quickest, then some others from all over the archive. */
export function encryptedEntries(file: RandomAccess): readonly EncryptedEntry[] | CannotTry {
  const found = findCentralDirectory(file);
  if ('damage' in found) return 'damaged';
  const { directory } = found;
  if (directory.isEncrypted || directory.isSplit) return 'unsupported';
  const others = new Sample<Candidate>(maxOthers);
  let best: Candidate | null = null;
  let isStrong = false;
  let entries = 0;
  for (const entry of zipEntries(file, directory)) {
    entries += 1;
    if (entries > maxEntries) break;
    if ((entry.flags & zipFlags.encrypted) === 0) continue;
    if ((entry.flags & (zipFlags.strongEncryption | zipFlags.maskedHeaders)) !== 0) {
      isStrong = true;
      continue;
    }
    const candidate = candidateOf(entry);
    if (best === null || isBetter(candidate, best)) best = candidate;
    if (candidate.packedBytes <= maxOtherBytes && candidate.expandedBytes >= tellingBytes)
      others.add(candidate);
  }
  if (best === null) return isStrong ? 'unsupported' : 'damaged';
  const tried = [best, ...others.items.filter((other) => other.localPosition !== best?.localPosition)];
  const located = tried.flatMap(({ localPosition, ...entry }) => {
    const header = localHeader(file, directory, localPosition);
    return header?.isSound ? [{ ...entry, dataPosition: header.dataPosition }] : [];
  });
  return located.length === 0 ? 'damaged' : located;
}

function candidateOf({
  flags,
  method,
  time,
  crc32,
  packedBytes,
  expandedBytes,
  localPosition,
  extra,
}: ZipEntry): Candidate {
  const aes = extraField(extra, 0x9901);
  return {
    method,
    crc32,
    packedBytes,
    expandedBytes,
    localPosition,
    // With a data descriptor the CRC wasn't known yet, and the time stands in for it. Some programs knew it.
    checkBytes: (flags & 8) === 0 ? [crc32 >>> 24] : [time >>> 8, crc32 >>> 24],
    aesStrength: aes === null || aes.length < 7 ? null : (aes[4] ?? null),
  };
}

/** Hardly anything in a shorter content could differ. */
const tellingBytes = 16;

function isBetter(entry: Candidate, best: Candidate): boolean {
  if (best.expandedBytes < tellingBytes) return entry.expandedBytes > best.expandedBytes;
  return entry.expandedBytes >= tellingBytes && entry.packedBytes < best.packedBytes;
}

/** Some of many, spread over all of them: every nth, where n doubles when there are too many. */
class Sample<T> {
  readonly #size: number;
  #every = 1;
  #seen = 0;
  #items: T[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  add(item: T): void {
    if (this.#seen % this.#every === 0) this.#items.push(item);
    this.#seen += 1;
    if (this.#items.length <= this.#size) return;
    this.#items = this.#items.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  get items(): readonly T[] {
    return this.#items;
  }
}
