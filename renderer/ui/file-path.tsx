import { printable } from '../../../preload/contract/printable.ts';
import { splitPath } from '../../i18n/format.ts';
import './file-path.css';

/** Where space is short, the folder is shortened before the name. */
export function FilePath({ path }: { readonly path: string }) {
  const text = printable(path);
  const { folder, name } = splitPath(text);
  return (
    <span className="file-path" title={text}>
      <span className="file-path-folder">{folder}</span>
      <span className="file-path-name">{name}</span>
    </span>
  );
}
