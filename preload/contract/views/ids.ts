/** Numbers that the store gives. One of another kind isn't taken in its place. */
import { z } from 'zod';

/** An upload's number in this store, as a person types it. */
export const uploadId = z.int().brand<'UploadId'>();
export type UploadId = z.infer<typeof uploadId>;

/** A file or link of an upload. */
export const itemId = z.int().brand<'ItemId'>();
export type ItemId = z.infer<typeof itemId>;

/** A watched folder's rule. */
export const watchRuleId = z.int().brand<'WatchRuleId'>();
export type WatchRuleId = z.infer<typeof watchRuleId>;

/** Files of a watched folder that became one upload. */
export const watchBatchId = z.int().brand<'WatchBatchId'>();
export type WatchBatchId = z.infer<typeof watchBatchId>;
