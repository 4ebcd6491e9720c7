import { z } from 'zod';
import type { ReceiptItem } from './receipt.ts';

/** A path relative to the root. Where it isn't Unicode, only its bytes say what it is. */
export type MovedPlace = Pick<ReceiptItem, 'path' | 'pathBytesHex'>;

/** Where Lading moved files of a watched folder, according to the log, by `movedKey`. */
export type MovedFiles = ReadonlyMap<string, MovedPlace>;

const hex = z.string().nullable().default(null);
/** The event `file-moved`. */
export const fileMoved = z.object({ path: z.string(), to: z.string(), pathBytesHex: hex, toBytesHex: hex });

export function movedKey({ path, pathBytesHex }: MovedPlace): string {
  return pathBytesHex === null ? path : `\0${pathBytesHex}`;
}
