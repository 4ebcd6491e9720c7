import { statfs } from 'node:fs/promises';
import { errnoIn, isFull } from '../../preload/contract/failures/errno.ts';

/** Whether a file of this size takes at most half of what is free, so that none fills the disk. */
export async function hasRoom(folder: string, sizeBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return sizeBytes <= (bavail * bsize) / 2;
}

/** Whether a file, or the store, could not be written because the disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  const code = errnoIn(error);
  return code === 'SQLITE_FULL' || (code !== null && isFull(code));
}
