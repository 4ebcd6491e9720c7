/**
 * The front door of the readers of files from strangers: what a file is, whether it is whole or locked, what is inside, and
 * whether a password opens it. What reading a file may cost is in limits.ts; everything else here is private to this room.
 */

export type { ContainerListing } from './content-check.ts';
export { ewfSections, readEwfSection } from './disk/check-ewf.ts';
export { type FoundPassword, findPassword } from './find-password.ts';
export { openedFile, type RandomAccess } from './random-access.ts';
export { checkContent } from './readers.ts';
export { headBytes, recognizeFile } from './recognize/recognize.ts';
export { repeatedByte } from './recognize/repeated-byte.ts';
export { isMostlyText } from './recognize/text-type.ts';
