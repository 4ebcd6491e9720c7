/** How large packs and their parts are, and when packs are worth it. Pure. */
import { requestsOf } from '../types/request-count.ts';
import type { PackChoice } from '../types/uploads.ts';
import { maxMemberBytes } from './pack-member.ts';

/** platform-interface 8; from the interface profile. */
export interface PlatformPartLimits {
  readonly requestsPerSecond: number;
  readonly maxParts: number;
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly recommendedPartBytes: number;
}

export interface PackLimits {
  readonly maxBytes: number;
  readonly maxMembers: number;
  /** A platform that must read a list of custodians first may limit a request's body. */
  readonly maxFolderBytes: number;
}

/** Each keeps a few MB in memory. */
export const packsAtOnce = 6;

/** Why these: docs/packs.md. */
const packSize = { maxBytes: 256 * 1024 ** 2, maxMembers: 10_000, maxFolderBytes: 500_000 } as const;
const wantedPartBytes = 32_000_000;
const smallestPackBytes = 16_000_000;

/**
 * The parts of a pack are sent one after the other, so little is cut into as many packs as are sent at once. But none is so
 * small that its requests take longer than its bytes.
 */
export function packLimits(platform: PlatformPartLimits, totalBytes: number): PackLimits {
  const { wanted } = packPartBytes(platform);
  const share = Math.max(Math.ceil(totalBytes / packsAtOnce), Math.min(wanted, smallestPackBytes));
  return { ...packSize, maxBytes: Math.min(share, packSize.maxBytes) };
}

/** How large parts are that aren't the last one of their pack: on a good line, and at least. */
export function packPartBytes({
  maxParts,
  minPartBytes,
  maxPartBytes,
  recommendedPartBytes,
}: PlatformPartLimits): { readonly wanted: number; readonly atLeast: number } {
  const atLeast = Math.max(minPartBytes, Math.ceil((2 * packSize.maxBytes) / maxParts));
  const wanted = Math.max(
    Math.min(recommendedPartBytes, wantedPartBytes),
    // A part from which members are dropped should not fall below the minimum.
    2 * minPartBytes,
    atLeast,
  );
  return { wanted: Math.min(wanted, maxPartBytes), atLeast: Math.min(atLeast, maxPartBytes) };
}

/** Small files that could be in packs, of one root. */
export interface PackableFiles {
  readonly files: number;
  readonly bytes: number;
}

export interface PackingEstimate {
  /** Files small enough for packs. */
  readonly files: number;
  readonly bytes: number;
  readonly packs: number;
  /** In packs: of each pack, and one of each file that stays alone. */
  readonly packedParts: number;
  /** Requests to the API for these files: each alone, or in packs. */
  readonly aloneRequests: number;
  readonly packedRequests: number;
}

/**
 * About, because files that may not share a pack need more of them. The packs that will be are known only once the planner has
 * read every file, which takes too long for what a person looks at.
 */
export function estimatePacking(
  roots: readonly PackableFiles[],
  platform: PlatformPartLimits,
): PackingEstimate {
  const { maxBytes, maxMembers } = packLimits(platform, bytesOf(roots));
  const { wanted } = packPartBytes(platform);
  const sum = { files: 0, bytes: 0, packs: 0, packedParts: 0, aloneRequests: 0, packedRequests: 0 };
  for (const { files, bytes } of roots) {
    const packs = files < 2 ? 0 : Math.max(Math.ceil(files / maxMembers), Math.ceil(bytes / maxBytes));
    const alone = requestsOf(files, files);
    const packedParts = packs === 0 ? files : packs + Math.floor(bytes / wanted);
    sum.files += files;
    sum.bytes += bytes;
    sum.packs += packs;
    sum.packedParts += packedParts;
    sum.aloneRequests += alone;
    sum.packedRequests += requestsOf(packs === 0 ? files : packs, packedParts);
  }
  return sum;
}

function bytesOf(roots: readonly PackableFiles[]): number {
  return roots.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** How many packs these are, were they divided into pieces of this size, and how many files they hold. */
export function countPacks(
  packs: readonly { readonly items: number; readonly bytes: number }[],
  pieceBytes: number,
): { readonly packs: number; readonly files: number } {
  return {
    packs: packs.reduce((sum, { bytes }) => sum + Math.max(1, Math.ceil(bytes / pieceBytes)), 0),
    files: packs.reduce((sum, { items }) => sum + items, 0),
  };
}

/** Packs that save less are not worth that a file shares its source file with others. */
const minSavedSeconds = 60;

/**
 * Whether to pack. `auto` packs if it saves a minute of waiting for the rate limit, and half of the requests: where files
 * are few or large, their bytes take the time.
 */
export function shouldPack(
  choice: PackChoice,
  { packs, aloneRequests, packedRequests }: PackingEstimate,
  requestsPerSecond: number,
): boolean {
  if (packs === 0 || choice === 'never') return false;
  if (choice === 'always') return true;
  const savedSeconds = (aloneRequests - packedRequests) / requestsPerSecond;
  return savedSeconds >= minSavedSeconds && packedRequests <= aloneRequests / 2;
}

/**
 * The requests of files of which only the number and the sum of their sizes are known, as if all had the average size. Those of
 * a watched folder are an upload's, which can be planned, only once they are taken.
 */
export function estimateRequests(
  choice: PackChoice,
  sum: PackableFiles,
  platform: PlatformPartLimits,
): number {
  const { files, bytes } = sum;
  const { recommendedPartBytes, requestsPerSecond, maxParts } = platform;
  // A file with more parts than are allowed has larger ones.
  if (bytes > files * maxMemberBytes)
    return requestsOf(files, Math.min(files * maxParts, files + Math.floor(bytes / recommendedPartBytes)));
  const small = estimatePacking([sum], platform);
  return shouldPack(choice, small, requestsPerSecond) ? small.packedRequests : small.aloneRequests;
}
