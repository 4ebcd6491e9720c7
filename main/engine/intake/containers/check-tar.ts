import { type ContentCheck, damaged, intact, shorterThan } from './content-check.ts';
import { type RandomAccess, readAt } from './random-access.ts';
import { readTarHeader, tarBlock, tarHeaderIsValid } from './tar-header.ts';

/** A read per entry. Of longer archives, only these entries and the end are checked. */
const maxEntries = 20_000;

/** Entries one after the other, then two blocks of zeros. */
export function checkTar(file: RandomAccess): ContentCheck {
  let position = 0;
  for (let count = 0; count < maxEntries; count += 1) {
    const block = readAt(file, position, tarBlock);
    if (block.length === 0) return damaged({ kind: 'end-missing', part: 'end-record' });
    if (block.length < tarBlock)
      return damaged({ kind: 'cut-short', expectedBytes: position + tarBlock, foundBytes: file.sizeBytes });
    if (isZero(block)) return intact;
    if (!tarHeaderIsValid(block)) return damaged({ kind: 'invalid', part: 'entry', position });
    const { sizeBytes, isSparse } = readTarHeader(block);
    // GNU's sparse entries may continue their map in blocks that the size doesn't count.
    if (isSparse) return checkEnd(file);
    const end = position + tarBlock + Math.ceil(sizeBytes / tarBlock) * tarBlock;
    const damage = shorterThan(file, position + tarBlock + sizeBytes);
    if (damage !== null) return damaged(damage);
    position = end;
  }
  return checkEnd(file);
}

function checkEnd(file: RandomAccess): ContentCheck {
  return isZero(readAt(file, file.sizeBytes - tarBlock, tarBlock))
    ? intact
    : damaged({ kind: 'end-missing', part: 'end-record' });
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}
