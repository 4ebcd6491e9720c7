import type { LedgerFile } from '../store/ledger-file.ts';

const slash = 0x2f;

/** Where a file of the ledger is: at its own path, or where its rule moved it. Null if the text of the latter doesn't tell. */
export function currentPath(file: LedgerFile): Buffer | null {
  const { folder, folderBytes, name, nameBytes, movedTo } = file;
  const place = Buffer.from(file.place);
  if (movedTo === null) return below(place, Buffer.from(nameBytes ?? name));
  if (folderBytes !== null || nameBytes !== null) return null;
  const root = folder === '' ? place : place.subarray(0, place.length - Buffer.byteLength(folder) - 1);
  return below(root, Buffer.from(movedTo));
}

/** Whether a rule moved `earlier` to the path at which `file` was found, as after the rule got another subfolder. */
export function wasMovedTo(earlier: LedgerFile, file: LedgerFile): boolean {
  if (earlier.movedTo === null) return false;
  const path = currentPath(earlier);
  return path !== null && currentPath(file)?.equals(path) === true;
}

function below(folder: Buffer, name: Buffer): Buffer {
  return folder.at(-1) === slash
    ? Buffer.concat([folder, name])
    : Buffer.concat([folder, Buffer.from('/'), name]);
}
