import type { TreeEntry } from '../../../../preload/contract/calls/tree-calls.ts';

/** How the files in a folder are assigned. A folder can have no custodian while all its subfolders do. */
export type CustodianCoverage =
  | { readonly kind: 'named'; readonly custodian: string }
  /** Nothing in it will be sent. */
  | { readonly kind: 'empty' }
  /** Every file gets a custodian from a subfolder. */
  | { readonly kind: 'below' }
  | { readonly kind: 'none' }
  | { readonly kind: 'partly'; readonly without: number };

export function custodianCoverage(entry: TreeEntry): CustodianCoverage {
  if (entry.custodian !== null) return { kind: 'named', custodian: entry.custodian };
  if (entry.kind === 'file') return { kind: 'none' };
  if (entry.kind === 'inner-folder') return { kind: entry.varies ? 'below' : 'none' };
  const { items, unreadFolders, itemsWithoutCustodian: without } = entry;
  if (items === 0) return unreadFolders === 0 ? { kind: 'empty' } : { kind: 'none' };
  if (without === 0) return { kind: 'below' };
  return without === items ? { kind: 'none' } : { kind: 'partly', without };
}
