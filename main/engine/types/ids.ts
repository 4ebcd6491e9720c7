/** An upload's number in this store, as a person types it. */
export type UploadId = number & { readonly __brand: 'UploadId' };

/** A watched folder's rule. */
export type WatchRuleId = number & { readonly __brand: 'WatchRuleId' };

/** Files of a watched folder that became one upload. */
export type WatchBatchId = number & { readonly __brand: 'WatchBatchId' };
