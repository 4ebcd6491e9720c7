/** Messages to and from a thread that computes hashes. It answers each one, in their order. */
import type { HashAlgorithm } from '../../types/content-hashes.ts';

export type HashRequest = { readonly file: number } & (
  | {
      readonly kind: 'begin';
      /** All of the same bytes. */
      readonly algorithms: readonly HashAlgorithm[];
      /** With a state that can be saved: slower, and not of MD5. */
      readonly canSave: boolean;
      /** The state to continue with; null to hash from the first byte. */
      readonly from: HashStates | null;
    }
  /** The block moves to the thread and back. */
  | { readonly kind: 'update'; readonly block: ArrayBuffer; readonly bytes: number }
  | { readonly kind: 'save'; readonly algorithm: HashAlgorithm }
  /** Another file that begins with the same bytes: those that `from` has had so far. */
  | { readonly kind: 'copy'; readonly from: number }
  | { readonly kind: 'digest'; readonly algorithm: HashAlgorithm }
  | { readonly kind: 'drop' }
);

export type HashStates = { readonly [Algorithm in HashAlgorithm]?: Uint8Array };

export type HashReply =
  /** `isResumed`: every hash continues from its saved state. If not, all begin with the first byte. */
  | { readonly kind: 'begin'; readonly isResumed: boolean }
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
