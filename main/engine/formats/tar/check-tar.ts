import { isUtf8 } from 'node:buffer';
import { type ContainerListing, type ContentCheck, damaged, intact, shorterThan } from '../content-check.ts';
import { FolderTally } from '../folder-tally.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { readTarExtension, readTarHeader, type TarHeader, tarBlock, tarHeaderIsValid } from './tar-header.ts';

/** A read per entry. In longer archives, only these entries and the end are checked, and nothing is listed. */
const maxEntries = 20_000;
/** The length of a name, or of all that stands in front of an entry. */
const maxExtensionBytes = 65_536;

/** Entries one after the other, then two blocks of zeros. */
export function checkTar(file: RandomAccess): ContentCheck {
  const contents = new TarContents();
  let position = 0;
  let extension: ReturnType<typeof readTarExtension> = {};
  for (let count = 0; count < maxEntries; count += 1) {
    const block = readAt(file, position, tarBlock);
    if (block.length === 0) return damaged({ kind: 'end-missing', part: 'end-record' });
    if (block.length < tarBlock)
      return damaged({ kind: 'cut-short', expectedBytes: position + tarBlock, foundBytes: file.sizeBytes });
    if (isZero(block)) return { ...intact, listing: contents.listing() };
    if (!tarHeaderIsValid(block)) return damaged({ kind: 'invalid', part: 'entry', position });
    const header = { ...readTarHeader(block), ...extension };
    const { type, sizeBytes, isSparse } = header;
    // GNU's sparse entries may continue their map in blocks that the size doesn't count.
    if (isSparse) return checkEnd(file);
    if (type === 'L' || type === 'x')
      extension = {
        ...extension,
        ...readTarExtension(type, readAt(file, position + tarBlock, Math.min(sizeBytes, maxExtensionBytes))),
      };
    else if (!/[Kg]/.test(type)) {
      contents.add(header);
      extension = {};
    }
    const end = position + tarBlock + Math.ceil(sizeBytes / tarBlock) * tarBlock;
    const damage = shorterThan(file, position + tarBlock + sizeBytes);
    if (damage !== null) return damaged(damage);
    position = end;
  }
  return checkEnd(file);
}

/** Folders with their files. Names have no stated encoding: what isn't UTF-8 isn't listed. */
class TarContents {
  readonly #folders = new FolderTally();
  #entries = 0;
  #expandedBytes = 0;
  #isReadable = true;

  add({ type, name, sizeBytes }: TarHeader): void {
    // A file, one of an old program, or another link to one.
    if (!/[017]/.test(type) || name.at(-1) === slash) return;
    this.#isReadable &&= isUtf8(name);
    this.#entries += 1;
    this.#expandedBytes += sizeBytes;
    this.#folders.add(name.toString('utf8', 0, name.lastIndexOf(slash) + 1), 1, sizeBytes);
  }

  listing(): ContainerListing | null {
    if (!this.#isReadable || this.#folders.isFull) return null;
    return {
      entries: this.#entries,
      encryptedEntries: 0,
      expandedBytes: this.#expandedBytes,
      folders: this.#folders.named(),
      warnings: [],
    };
  }
}

const slash = 0x2f;

function checkEnd(file: RandomAccess): ContentCheck {
  return isZero(readAt(file, file.sizeBytes - tarBlock, tarBlock))
    ? intact
    : damaged({ kind: 'end-missing', part: 'end-record' });
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}
