import type { Failure } from '../../../preload/contract/failure.ts';

/**
 * What the hashing thread and the engine share without messages: how far it may read, and whether to stop. It reads no
 * further than the parts in flight, so that the bytes are in the system's cache and a disk or share is read once.
 */
export interface HashControl {
  readonly frontier: BigInt64Array;
  readonly stop: Int32Array;
}

export function createHashControl(memory: SharedArrayBuffer = new SharedArrayBuffer(16)): HashControl & {
  readonly memory: SharedArrayBuffer;
} {
  return {
    memory,
    frontier: new BigInt64Array(memory, 0, 1),
    stop: new Int32Array(memory, 8, 1),
  };
}

export interface HashJob {
  readonly memory: SharedArrayBuffer;
  readonly fd: number;
  readonly sizeBytes: number;
  /** With a state that can be saved (slower), from this file size on. */
  readonly saveEveryBytes: number | null;
  readonly from: { readonly hashedBytes: number; readonly state: Uint8Array } | null;
}

export type HashMessage =
  | { readonly kind: 'saved'; readonly hashedBytes: number; readonly state: Uint8Array }
  | { readonly kind: 'done'; readonly sha1: string }
  | { readonly kind: 'failed'; readonly failure: Failure };
