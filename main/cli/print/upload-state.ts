/** Pure. */

import { failure } from '../../../preload/contract/failures/failure.ts';
import { endOfUpload } from '../../../preload/contract/texts/delivery-text.ts';
import { isDraft, isInterrupted, stateAtRest } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadSummary } from '../../engine/index.ts';
import { states } from '../words/progress.ts';
import { draft, incomplete, interrupted } from '../words/uploads.ts';

/** An upload where no process has the store: it isn't running, whatever was written last. The next process pauses it. */
export function withoutProcess(upload: UploadSummary): UploadSummary {
  // A scan may also have been stopped by a person: nothing is written of it.
  const stoppedBy = isInterrupted(upload) ? failure('interrupted').failure : upload.stoppedBy;
  return { ...upload, state: stateAtRest(upload), stoppedBy };
}

/** As the window says it: a finished upload by what became of its files. */
export function stateText(upload: UploadSummary): string {
  if (isDraft(upload)) return draft;
  if (upload.stoppedBy?.code === 'interrupted') return interrupted;
  if (upload.state !== 'finished') return states[upload.state];
  const { kind, label } = endOfUpload(upload);
  return kind === 'failed' || kind === 'needs-review' ? incomplete(label) : label.toLowerCase();
}
