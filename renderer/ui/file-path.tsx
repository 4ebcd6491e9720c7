import { printable } from '../../preload/contract/texts/printable.ts';
import { splitName, splitPath } from '../i18n/format.ts';
import './file-path.css';

/**
 * A path, or a name alone. Where space is short, the folder is shortened first and then the middle of the name, so that the
 * extension stays. The tooltip has the whole path.
 */
export function FilePath({ path, tooltip = path }: { readonly path: string; readonly tooltip?: string }) {
  const { folder, name } = splitPath(printable(path));
  const { start, end } = splitName(name);
  return (
    <span className="file-path" title={printable(tooltip)}>
      {folder === '' ? null : <span className="file-path-folder">{folder}</span>}
      {/* The direction of the name's own script decides where it starts. */}
      <span className="file-path-name" dir="auto">
        <span className="file-path-start">{start}</span>
        <span className="file-path-end">{end}</span>
      </span>
    </span>
  );
}
