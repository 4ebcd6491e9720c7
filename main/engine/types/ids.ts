/** An upload's number in this store, as a person types it. */
export type UploadId = number & { readonly __brand: 'UploadId' };
