/** Messages to and from a thread that computes SHA-1. It answers each one, in their order. */

export type HashRequest = { readonly file: number } & (
  | {
      readonly kind: 'begin';
      /** With a state that can be saved: slower. */
      readonly canSave: boolean;
      readonly from: SavedHash | null;
      /** Also MD5 and SHA-256, for comparison with lists of others. */
      readonly all: boolean;
    }
  /** The block moves to the thread and back. */
  | { readonly kind: 'update'; readonly block: ArrayBuffer; readonly bytes: number }
  | { readonly kind: 'save' }
  /** Another file that begins with the same bytes: those that `from` has had so far. */
  | { readonly kind: 'copy'; readonly from: number }
  | { readonly kind: 'digest' }
  | { readonly kind: 'drop' }
);

/** Hexadecimal. Null where only the SHA-1 was wanted. */
export interface Digests {
  readonly sha1: string;
  readonly md5: string | null;
  readonly sha256: string | null;
}

export interface SavedHash {
  readonly hashedBytes: number;
  readonly state: Uint8Array;
}

export type HashReply =
  | { readonly kind: 'begin'; readonly hashedBytes: number }
  | { readonly kind: 'update'; readonly block: ArrayBuffer }
  | { readonly kind: 'save'; readonly state: Uint8Array }
  | { readonly kind: 'copy' }
  | ({ readonly kind: 'digest' } & Digests)
  | { readonly kind: 'drop' };
