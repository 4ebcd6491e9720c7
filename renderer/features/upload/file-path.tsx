import { splitPath } from '../../i18n/format.ts';
import { printable } from '../../i18n/printable.ts';

/** Where it is short of room, the folder gives way before the name does. */
export function FilePath({ path }: { readonly path: string }) {
  const shown = printable(path);
  const { folder, name } = splitPath(shown);
  return (
    <span className="file-path" title={shown}>
      <span className="file-folder">{folder}</span>
      <span className="file-name">{name}</span>
    </span>
  );
}
