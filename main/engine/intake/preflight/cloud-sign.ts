/**
 * Whether a file's content may be in a cloud service only. Opening such a file downloads it, so this is decided before.
 *
 * What Node's stat has: a size, and the space taken on this disk. The attributes that Windows sets on placeholders
 * (OFFLINE, RECALL_ON_DATA_ACCESS) and macOS's SF_DATALESS are not among it. A placeholder takes no space; neither does
 * a file that holds nothing but zeros (sparse), nor one that the file system keeps beside its name (small ones).
 */
import { statfsSync } from 'node:fs';

export type CloudSign = 'no-blocks' | 'placeholder' | 'shortcut';

export interface CloudFacts {
  readonly name: string;
  readonly sizeBytes: number;
  /** Each has 512 bytes. */
  readonly blocks: number;
}

/** File systems keep smaller content beside the name: NTFS up to 900 bytes, btrfs 2 KiB, APFS 4 KiB compressed. */
const maxInlineBytes = 16_384;

/** Google Drive's and Dropbox's shortcuts to online documents, which hold an address only. */
const shortcuts =
  /\.(gdoc|gsheet|gslides|gdraw|gform|gjam|gmap|gsite|gtable|glink|gscript|gdlink|gnote|paper|papert)$/i;
/** iCloud Drive's placeholder for "a.pdf" is ".a.pdf.icloud". */
const placeholders = /^\..+\.icloud$/i;

/** `mayBeElsewhere` is asked only about a file without blocks. */
export function cloudSignOf(
  { name, sizeBytes, blocks }: CloudFacts,
  mayBeElsewhere: () => boolean,
): CloudSign | null {
  if (placeholders.test(name)) return 'placeholder';
  // The services' own are a few hundred bytes.
  if (shortcuts.test(name) && sizeBytes < 4096) return 'shortcut';
  return blocks === 0 && sizeBytes > maxInlineBytes && mayBeElsewhere() ? 'no-blocks' : null;
}

/** NFS, CIFS, SMB, Lustre, GPFS, Ceph: their servers may have moved content to slower storage. */
const servers: ReadonlySet<number> = new Set([
  0x6969, 0xff534d42, 0xfe534d42, 0x0bd00bd0, 0x47504653, 0x00c36400,
]);

/**
 * Whether a file without blocks may have its content elsewhere. On a local disk of Linux, it is sparse: reading it costs
 * nothing. User-space file systems (FUSE, 9P) often don't report blocks. Windows and macOS have placeholders on every disk.
 */
export function mayKeepContentElsewhere(path: string | Buffer): boolean {
  return process.platform !== 'linux' || servers.has(statfsSync(path).type >>> 0);
}
