import { splitPath } from '../../i18n/format.ts';

/** Where it is short of room, the folder gives way before the name does. */
export function FilePath({ path }: { readonly path: string }) {
  const { folder, name } = splitPath(path);
  return (
    <span className="file-path" title={path}>
      <span className="file-folder">{folder}</span>
      <span className="file-name">{name}</span>
    </span>
  );
}
