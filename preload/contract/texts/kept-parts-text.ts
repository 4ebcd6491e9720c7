import { formatBytes } from './format-bytes.ts';

/** What stays after an upload to the sandbox is canceled. Null for other platforms: which parts they keep isn't known. */
export function keptPartsText(isSandbox: boolean, unfinishedBytes: number): string | null {
  return isSandbox && unfinishedBytes > 0
    ? `The sandbox keeps the parts of unfinished files (${formatBytes(unfinishedBytes)}) until you delete its data.`
    : null;
}
