/** The name of a pack as a source file. Packs of two uploads into one dataset have different ones. */
export function packFilename({ uuid, number }: { readonly uuid: string; readonly number: number }): string {
  return `Lading pack ${uuid.slice(0, 8)}-${String(number).padStart(4, '0')}.zip`;
}
