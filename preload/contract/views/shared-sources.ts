import { z } from 'zod';
import { uploadId } from './ids.ts';

/** Another unfinished upload, and those of the sources asked about whose files it has too. */
export const sharedSources = z.object({ uploadId, sources: z.array(z.string()) });
export type SharedSources = z.infer<typeof sharedSources>;
