/** The window's call for the tree of a draft: its folders and files, and the folders inside containers that were listed. */

import { z } from 'zod';
import { maxPageRows } from '../bounds.ts';
import { skipReason } from '../failures/failure-table.ts';
import { custodianOrigins } from '../views/custodian-rule.ts';
import { itemId, uploadId } from '../views/ids.ts';
import { query } from './call.ts';

const count = z.int().nonnegative();
const choice = z.enum(['selected', 'deselected']).nullable();

/**
 * What is listed: the sources themselves, a folder, a container's folder ('' for its top), what a search finds, the files without
 * a custodian, or the folders that no row of the CSV names and another rule does.
 */
export const treeParent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sources') }),
  z.object({ kind: z.literal('folder'), id: z.int() }),
  z.object({ kind: z.literal('container'), itemId, path: z.string().max(100_000) }),
  z.object({ kind: z.literal('search'), text: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('without-custodian') }),
  z.object({ kind: z.literal('not-in-csv') }),
]);
export type TreeParent = z.infer<typeof treeParent>;

const entry = z.object({
  name: z.string(),
  /** Below the source; inside a container, below it. */
  path: z.string(),
  /** The size of what is sent. */
  bytes: count,
  hasChildren: z.boolean(),
  custodian: z.string().nullable(),
  custodianFrom: z.enum([...custodianOrigins, 'none']),
  /** By hand, to this very folder or file, and not to one above. */
  isAssigned: z.boolean(),
});
const choosable = entry.extend({
  id: z.int(),
  /** What the selection skips. */
  skipped: z.object({ items: count, bytes: count }),
  /** What sends all of it: null leaves it to the rules, because only choices by hand skip it. */
  choiceToSend: choice,
});

export const folderEntry = choosable.extend({
  kind: z.literal('folder'),
  hasFolders: z.boolean(),
  /** How many files to send are in the folder and everything below it. */
  items: count,
  /** Folders that could not be read, not in these numbers: what they hold is unknown. */
  unreadFolders: count,
  /** How many of the files to send have no custodian. */
  itemsWithoutCustodian: count,
});
export const fileEntry = choosable.extend({
  kind: z.literal('file'),
  id: itemId,
  /** Why it isn't sent. It is null if it is. */
  reason: skipReason.nullable(),
  /** A container whose folders couldn't be listed: a person can name some. */
  isUnlisted: z.boolean(),
});
export const innerFolderEntry = entry.extend({
  kind: z.literal('inner-folder'),
  itemId,
  /** Directly in it and below it. */
  items: count,
  /** It was named by a person or a CSV, inside a container that couldn't be listed: nobody knows whether it is there. */
  isUnchecked: z.boolean(),
  /** Whether folders below it have other custodians, and it has no files of its own. */
  varies: z.boolean(),
});
export const treeEntry = z.discriminatedUnion('kind', [folderEntry, fileEntry, innerFolderEntry]);
export type FolderEntry = z.infer<typeof folderEntry>;
export type FileEntry = z.infer<typeof fileEntry>;
export type InnerFolderEntry = z.infer<typeof innerFolderEntry>;
export type TreeEntry = z.infer<typeof treeEntry>;

export const treeCalls = {
  /** Folders before files. */
  'drafts.tree': query(
    'engine',
    z.object({
      uploadId,
      parent: treeParent,
      /** `selection` lists files that the selection skips too; `custodians`, the folders inside containers. */
      view: z.enum(['selection', 'custodians']),
      offset: count,
      limit: z.int().min(1).max(maxPageRows),
    }),
    z.object({ total: count, entries: z.array(treeEntry) }),
  ),
} as const;
