export interface VerifyProgress {
  readonly phase: 'receipt' | 'sizes' | 'hashes' | 'other-files';
  readonly itemsDone: number;
  /** It is null while it is unknown. */
  readonly itemsTotal: number | null;
  /** Bytes hashed so far. */
  readonly bytesDone: number;
}
