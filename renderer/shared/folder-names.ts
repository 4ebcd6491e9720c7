import { printable } from '../../preload/contract/texts/printable.ts';
import type { CustodianView } from '../../preload/contract/views/views.ts';
import { words } from '../i18n/words.ts';

/** The folders of a custodian. '' stands for the source folder itself. */
export function folderNames(
  { folders, moreFolders }: Pick<CustodianView, 'folders' | 'moreFolders'>,
  separator = ' · ',
): string {
  const { sourceFolder, moreFolders: more } = words.newUploadCustodians;
  const named = folders.map((folder) => (folder === '' ? sourceFolder : printable(folder)));
  return [...named, ...(moreFolders === 0 ? [] : [more(moreFolders)])].join(separator);
}
