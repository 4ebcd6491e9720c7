/** How much of a pack is sent next. Pure. */
import { type PlatformPartLimits, packPartBytes } from './pack-limits.ts';

/** What a run of members should have; one member that is larger is a run of its own. */
export interface CutSize {
  readonly atLeast: number;
  readonly wanted: number;
  readonly atMost: number;
}

export type NextCut =
  /** The next part of the pack. */
  | { readonly kind: 'part'; readonly size: CutSize }
  /** Smaller than a part may be that isn't the last one: these members become a pack of their own. */
  | { readonly kind: 'piece'; readonly size: CutSize };

/** Members that no part has yet. */
export interface UncutMembers {
  readonly files: number;
  /** Size of their content. */
  readonly bytes: number;
}

/** A rest that is hardly larger than wanted is not cut again. */
const slightlyMore = 1.5;
/** In the list at the end of the last part, with a long path. */
const listedBytes = 256;

/**
 * The next part of a pack, as large as suits the line (`lineBytes`). Every part but the last one has a minimum
 * (platform-interface 8). Where less suits the line, members are taken out of the pack: a pack of one part may be of any
 * size. `files` are all members of the pack; `rest` is asked only where it matters.
 */
export function nextCut(
  { files, lineBytes }: { readonly files: number; readonly lineBytes: number },
  platform: PlatformPartLimits,
  rest: () => UncutMembers,
): NextCut {
  const { atLeast, wanted: most } = packPartBytes(platform);
  const atMost = platform.maxPartBytes - Math.min(files * listedBytes, platform.maxPartBytes / 2);
  const wanted = Math.min(most, lineBytes);
  if (wanted >= atLeast) return { kind: 'part', size: { atLeast, wanted, atMost } };
  const left = rest();
  if (left.bytes <= wanted * slightlyMore || left.files < 2)
    return { kind: 'part', size: { atLeast, wanted: atLeast, atMost } };
  return { kind: 'piece', size: { atLeast: 1, wanted, atMost: wanted } };
}

/** How many of the members, in their order, are sent next. At least one, if there is one. */
export function countNext(
  membersBytes: Iterable<number>,
  { atLeast, wanted, atMost }: CutSize,
): { readonly count: number; readonly bytes: number } {
  let [count, bytes] = [0, 0];
  for (const more of membersBytes) {
    if (bytes >= wanted || (bytes >= atLeast && bytes + more > atMost)) break;
    count += 1;
    bytes += more;
  }
  return { count, bytes };
}
