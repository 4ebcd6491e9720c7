import { formatFileTime } from '../../types/file-time.ts';
import { displayPath, hasIdentity, type Item } from './item-repository.ts';

/** What is known of an item before it is sent, as the log and the receipt say it. */
export interface ListedItem {
  readonly id: number;
  readonly root: string | null;
  readonly path: string;
  readonly pathBytesHex: string | null;
  readonly link: string | null;
  readonly sizeBytes: number | null;
  readonly modified: string | null;
  readonly custodian: string | null;
  readonly custodianFrom: string | null;
}

export function listedItem(item: Item): ListedItem {
  return {
    id: item.id,
    root: item.link === null ? item.root : null,
    path: displayPath(item),
    pathBytesHex: pathBytesHex(item),
    link: item.link,
    ...scannedIdentity(item),
    custodian: item.custodian,
    custodianFrom: item.custodianFrom,
  };
}

/** Both are null for a link, and for what could not be read. */
export type ScannedIdentity = Pick<ListedItem, 'sizeBytes' | 'modified'>;

export function scannedIdentity(
  item: Pick<Item, 'link' | 'sizeBytes' | 'mtimeNs' | 'fileId'>,
): ScannedIdentity {
  const isRead = item.link === null && hasIdentity(item);
  return {
    sizeBytes: isRead ? item.sizeBytes : null,
    modified: isRead ? formatFileTime(item.mtimeNs) : null,
  };
}

/** The line of an item in the digests of the event `inventory-recorded`: canonical JSON, without names for speed. */
export function inventoryLine(item: ListedItem): string {
  const { id, root, path, pathBytesHex: hex, link, sizeBytes, modified, custodian, custodianFrom } = item;
  return JSON.stringify([id, root, path, hex, link, sizeBytes, modified, custodian, custodianFrom]);
}

function pathBytesHex({ folder, folderBytes, name, nameBytes }: Item): string | null {
  if (folderBytes === null && nameBytes === null) return null;
  const parts = [
    Buffer.from(folderBytes ?? Buffer.from(folder)),
    Buffer.from(nameBytes ?? Buffer.from(name)),
  ];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.toString('hex'))
    .join('2f');
}
