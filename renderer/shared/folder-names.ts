import { printable } from '../../preload/contract/texts/printable.ts';
import { words } from '../i18n/words.ts';

/** The folders of a custodian. '' stands for the source folder itself. */
export function folderNames(folders: readonly string[], separator = ' · '): string {
  return folders
    .map((folder) => (folder === '' ? words.newUploadCustodians.sourceFolder : printable(folder)))
    .join(separator);
}
