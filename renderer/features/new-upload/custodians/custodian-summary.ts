import type { CustodianView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';

/** Largest total size first; files without a custodian last. */
export function sortCustodians(custodians: readonly CustodianView[]): readonly CustodianView[] {
  return custodians.toSorted(
    (a, b) => Number(a.custodian === null) - Number(b.custodian === null) || b.bytes - a.bytes,
  );
}

/** '' stands for the source folder itself. */
export function folderNames(folders: readonly string[]): string {
  return folders
    .map((folder) => (folder === '' ? words.newUploadCustodians.sourceFolder : folder))
    .join(' · ');
}
