import type {
  ContentDamage,
  ListingWarning,
  StatedSegment,
} from '../../../preload/contract/views/content-check.ts';
import type { RandomAccess } from './random-access.ts';

export interface ContentCheck {
  /** Whether any content is encrypted. A PDF may be encrypted and still open for everybody. */
  readonly isEncrypted: boolean;
  /** What a password is needed for: the file (or the list of its entries), or some of its entries. */
  readonly locked: 'file' | 'entries' | null;
  readonly damage: ContentDamage | null;
  /** What is in a container whose entries can be listed without expanding it. */
  readonly listing: ContainerListing | null;
  /** Null where the file states nothing, or is damaged. */
  readonly segment: StatedSegment | null;
}

export interface ContainerListing {
  /** Files; folders don't count. */
  readonly entries: number;
  readonly encryptedEntries: number;
  /** As the container claims. */
  readonly expandedBytes: number;
  /** Each folder that has files of its own, with a path that ends with a slash; '' for the top. Bounded. */
  readonly folders: readonly ContainerFolder[];
  readonly warnings: readonly ListingWarning[];
}

export interface ContainerFolder {
  readonly path: string;
  /** Where the encoding of its name was guessed: the path as programs spell it that don't guess. */
  readonly otherPath: string | null;
  /** Whether its name can be read in several ways. Then no rule goes by it. */
  readonly isDoubtful: boolean;
  readonly entries: number;
  readonly bytes: number;
}

export const intact: ContentCheck = {
  isEncrypted: false,
  locked: null,
  damage: null,
  listing: null,
  segment: null,
};

export function damaged(damage: ContentDamage): ContentCheck {
  return { ...intact, damage };
}

/** Damage of a file that is shorter than it says; null if it is long enough. */
export function shorterThan(file: RandomAccess, expectedBytes: number): ContentDamage | null {
  return file.sizeBytes < expectedBytes
    ? { kind: 'cut-short', expectedBytes, foundBytes: file.sizeBytes }
    : null;
}
