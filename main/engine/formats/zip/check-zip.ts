import { type ContainerListing, type ContentCheck, damaged, intact } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { listZip } from './list-zip.ts';
import { type CentralDirectory, findCentralDirectory } from './zip-end-record.ts';
import { entryContent, zipEntries } from './zip-entries.ts';

/** An archive: what is in it, what is locked, and whether it is whole. */
export const checkZip = (file: RandomAccess): ContentCheck => check(file, () => false);

/** A document that is a ZIP archive inside. Its parts are nobody's files, so they are not listed. */
export const checkZipDocument = (file: RandomAccess): ContentCheck => ({ ...checkZip(file), listing: null });
export const checkOpenDocument = (file: RandomAccess): ContentCheck => ({
  ...check(file, isOpenDocumentEncrypted),
  listing: null,
});

function check(
  file: RandomAccess,
  isLockedInside: (file: RandomAccess, directory: CentralDirectory) => boolean,
): ContentCheck {
  const found = findCentralDirectory(file);
  if ('damage' in found) return damaged(found.damage);
  const { directory } = found;
  if (directory.isEncrypted) return { ...intact, isEncrypted: true, locked: 'file' };
  // An archive that was cut behind another one that is stored in it: what was found is the inner one's.
  if (directory.prefixBytes > 0 && readAt(file, 0, 4).toString('latin1') === 'PK\x03\x04')
    return damaged({ kind: 'end-missing', part: 'table-of-contents' });
  const { listing, damage } = listZip(file, directory);
  const locked = lockedBy(listing);
  if (damage === null && locked === null && isLockedInside(file, directory))
    return { ...intact, isEncrypted: true, locked: 'file', listing };
  return { ...intact, isEncrypted: locked !== null, locked, damage, listing };
}

function lockedBy({ entries, encryptedEntries }: ContainerListing): ContentCheck['locked'] {
  if (encryptedEntries === 0) return null;
  return encryptedEntries === entries ? 'file' : 'entries';
}

const maxPartsToSearch = 1000;

/** OpenDocument encrypts its parts itself, or all of them as one, and says so in the manifest. */
function isOpenDocumentEncrypted(file: RandomAccess, directory: CentralDirectory): boolean {
  let parts = 0;
  for (const entry of zipEntries(file, directory)) {
    const name = entry.name.toString('latin1');
    if (name === 'encrypted-package') return true;
    parts += 1;
    if (parts > maxPartsToSearch) return false;
    if (name === 'META-INF/manifest.xml')
      return entryContent(file, directory, entry).includes('encryption-data');
  }
  return false;
}
