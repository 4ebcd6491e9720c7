/**
 * Whether a file's content may be in a cloud service only. Opening such a file downloads it, so this is decided before.
 *
 * What Node's stat has: a size, and the space taken on this disk. The attributes that Windows sets on placeholders
 * (OFFLINE, RECALL_ON_DATA_ACCESS) and macOS's SF_DATALESS are not among it. A placeholder takes no space; neither does
 * a file that holds nothing but zeros (sparse), nor one that the file system keeps beside its name (small ones).
 */
export type CloudSign = 'no-blocks' | 'placeholder' | 'shortcut';

export interface CloudFacts {
  readonly name: string;
  readonly sizeBytes: number;
  /** Of 512 bytes. */
  readonly blocks: number;
  /** Whether the file system reports how much space files take: some user-space ones never do. */
  readonly hasBlocks: boolean;
}

/** File systems keep smaller content beside the name: NTFS up to 900 bytes, btrfs 2 KiB, APFS 4 KiB compressed. */
const maxInlineBytes = 16_384;

/** Google Drive's and Dropbox's shortcuts to online documents, which hold an address only. */
const shortcuts =
  /\.(gdoc|gsheet|gslides|gdraw|gform|gjam|gmap|gsite|gtable|glink|gscript|gdlink|gnote|paper|papert)$/i;
/** iCloud Drive's placeholder for "a.pdf" is ".a.pdf.icloud". */
const placeholders = /^\..+\.icloud$/i;

export function cloudSignOf({ name, sizeBytes, blocks, hasBlocks }: CloudFacts): CloudSign | null {
  if (placeholders.test(name)) return 'placeholder';
  // The services' own are a few hundred bytes.
  if (shortcuts.test(name) && sizeBytes < 4096) return 'shortcut';
  return hasBlocks && blocks === 0 && sizeBytes > maxInlineBytes ? 'no-blocks' : null;
}
