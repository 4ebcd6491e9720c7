/** What packs do, in one phrase for the window and the command line. */
import { formatBytes } from './format-bytes.ts';
import { count, plural } from './format-number.ts';

interface Packing {
  readonly isPacked: boolean;
  readonly files: number;
  readonly maxFileBytes: number;
  readonly packs: number;
  readonly aloneRequests: number;
  readonly packedRequests: number;
}

/** "160 files of up to 8.0 MB": those that can be packed. */
export function packableText({ files, maxFileBytes }: Pick<Packing, 'files' | 'maxFileBytes'>): string {
  return `${plural(files, 'file')} of up to ${formatBytes(maxFileBytes)}`;
}

/** "packed into about 2 ZIPs" */
export function packedText({ packs }: Pick<Packing, 'packs'>): string {
  return `packed into about ${plural(packs, 'ZIP')}`;
}

/** The plan's choice and the other one. The requests are those of the whole upload. */
export function packingText(packing: Packing): string {
  const { isPacked, aloneRequests: alone, packedRequests: packed } = packing;
  return isPacked
    ? `${packableText(packing)} ${packedText(packing)}: ${plural(packed, 'request')} instead of ${count(alone)}`
    : `${packableText(packing)} sent one by one: ${plural(alone, 'request')} (${packedText(packing)}: ${count(packed)})`;
}
