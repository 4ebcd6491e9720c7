import { z } from 'zod';
import { uploadId, watchBatchId } from '../views/ids.ts';

/** A batch of a watched folder that became an upload. */
export const watchBatchView = z.object({
  id: watchBatchId,
  closedAt: z.string(),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  datasetName: z.string(),
  uploadId,
});
export type WatchBatchView = z.infer<typeof watchBatchView>;
