/** Files and folders of a new upload. */
import { z } from 'zod';
import { uploadId } from '../views/ids.ts';
import { sourceView } from '../views/views.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

export const newSources = z.array(granted('source-folders', 'source-files', 'dropped')).max(1000);

/** Another unfinished upload, and those of the sources asked about whose files it has too. */
const sharedSources = z.object({ uploadId, sources: z.array(z.string()) });
export type SharedSources = z.infer<typeof sharedSources>;

export const sourceCalls = {
  /** The sample matter, without a dialog, for uploads to the sandbox. */
  'sources.sample': command('main', noValue, z.array(sourceView)),
  /**
   * Which of these are in another unfinished upload too. Without sources, those of the upload. `uploadId`: what doesn't count,
   * the upload itself or the draft that is replaced.
   */
  'drafts.sharedSources': query(
    'engine',
    z.object({ uploadId: uploadId.nullable(), sources: newSources.nullable() }),
    z.array(sharedSources),
  ),
} as const;
