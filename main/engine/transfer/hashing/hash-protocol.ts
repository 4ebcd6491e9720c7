/** Messages to and from a thread that computes hashes. It answers each one, in their order. */
import type { HashAlgorithm } from '../../types/content-hashes.ts';

export type HashRequest = { readonly file: number } & (
  | {
      readonly kind: 'begin';
      /** All of the same bytes. */
      readonly algorithms: readonly HashAlgorithm[];
      /** With a state that can be saved: slower, and not of MD5. */
      readonly canSave: boolean;
      /** The states to continue with; null to hash from the first byte. */
      readonly from: HashStates | null;
      readonly shared: SharedBlocks | null;
    }
  /** Reads and hashes what follows, up to `to` and the limit, or until other files have their turn. */
  | { readonly kind: 'read'; readonly fd: number; readonly to: number; readonly limit: ReadLimit }
  /** Hashes what another thread reads into the shared blocks, as far and as long as that one reads. */
  | { readonly kind: 'follow'; readonly to: number; readonly limit: ReadLimit }
  /** The block moves to the thread and back. */
  | { readonly kind: 'update'; readonly block: ArrayBuffer; readonly bytes: number }
  | { readonly kind: 'save'; readonly algorithm: HashAlgorithm }
  /** Another file that begins with the same bytes: those that `from` has had so far. */
  | { readonly kind: 'copy'; readonly from: number }
  | { readonly kind: 'digest'; readonly algorithm: HashAlgorithm }
  | { readonly kind: 'drop' }
);

/** One offset, shared by threads: it moves while a file is read. */
export type ReadLimit = BigInt64Array<SharedArrayBuffer>;

export function limitOf(limit: ReadLimit): number {
  return Number(Atomics.load(limit, 0));
}

/**
 * The bytes of a file that one thread reads and hashes, and another thread hashes too. Two readings could be of different
 * bytes: a program may write to a mapped file without a trace.
 */
export interface SharedBlocks {
  readonly ring: Uint8Array<SharedArrayBuffer>;
  /** The bytes before these offsets were read, and were hashed by the thread that follows. */
  readonly offsets: BigInt64Array<SharedArrayBuffer>;
}
export const offsetIndex = { read: 0, followed: 1 } as const;

const ringBytes = 2 * 1024 * 1024;

export function newSharedBlocks(): SharedBlocks {
  return {
    ring: new Uint8Array(new SharedArrayBuffer(ringBytes)),
    offsets: new BigInt64Array(new SharedArrayBuffer(16)),
  };
}

export type HashStates = { readonly [Algorithm in HashAlgorithm]?: Uint8Array | null } & {
  readonly hashedBytes: number;
};

/** Why a file can't be read on. */
export type ReadProblem =
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreadable'; readonly errno: string };

export type HashReply =
  /** `position`: how many bytes are hashed. After 'begin' 0, unless every hash continues from its saved state. */
  | { readonly kind: 'begin'; readonly position: number }
  | { readonly kind: 'read'; readonly position: number; readonly problem: ReadProblem | null }
  | { readonly kind: 'follow'; readonly position: number }
  /** Belongs to the request that is answered next. */
  | { readonly kind: 'progress'; readonly position: number }
  | { readonly kind: 'update'; readonly block: ArrayBuffer }
  | { readonly kind: 'save'; readonly state: Uint8Array }
  | { readonly kind: 'copy' }
  /** Hexadecimal. */
  | { readonly kind: 'digest'; readonly hash: string }
  | { readonly kind: 'drop' };

export interface HashThreadTypes {
  readonly data: undefined;
  readonly to: HashRequest;
  readonly from: HashReply;
}
