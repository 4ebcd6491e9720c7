import { type ContainerListing, type ContentCheck, damaged, intact } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { listZip } from './list-zip.ts';
import { type CentralDirectory, findCentralDirectory } from './zip-end-record.ts';
import { entryContent, zipEntries } from './zip-entries.ts';

/** An archive: what is in it, what is locked, and whether it is whole. */
export function checkZip(file: RandomAccess): ContentCheck {
  const found = findCentralDirectory(file);
  if ('damage' in found) return damaged(found.damage);
  if (found.directory.isEncrypted) return { ...intact, isEncrypted: true, locked: 'file' };
  // An archive that was cut behind another one that is stored in it: what was found is the inner one's.
  if (found.directory.prefixBytes > 0 && readAt(file, 0, 4).toString('latin1') === 'PK\x03\x04')
    return damaged({ kind: 'end-missing', part: 'table-of-contents' });
  const { listing, damage } = listZip(file, found.directory);
  return { isEncrypted: listing.encryptedEntries > 0, locked: lockedBy(listing), damage, listing };
}

/** A document that is a ZIP archive inside. Its parts are nobody's files, so they are not listed. */
export function checkZipDocument(file: RandomAccess): ContentCheck {
  return { ...checkZip(file), listing: null };
}

export function checkOpenDocument(file: RandomAccess): ContentCheck {
  const check = checkZipDocument(file);
  if (check.damage !== null || check.isEncrypted) return check;
  const found = findCentralDirectory(file);
  if ('damage' in found || !isOpenDocumentEncrypted(file, found.directory)) return check;
  return { ...check, isEncrypted: true, locked: 'file' };
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
