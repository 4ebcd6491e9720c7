/** Which custodian the source file of a pack has. Pure. */

/** The one that all files have. A pack of several has none: each of its folders has its own (`childCustodians`). */
export function packCustodian(ofFiles: Iterable<string | null>): string | null {
  const [first = null, ...others] = new Set(ofFiles);
  return others.length === 0 ? first : null;
}

/**
 * Whether a pack that was planned so can have these files. A piece of a pack, and what is left after files were dropped,
 * keep the pack's: of several custodians' files, those of one may be left.
 */
export function isPackCustodian(
  ofPack: string | null,
  folders: readonly { readonly folder: string; readonly custodian: string | null }[],
): boolean {
  return folders.every(({ folder, custodian }) => custodian === ofPack || (ofPack === null && folder !== ''));
}
