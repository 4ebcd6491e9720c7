/** Pure. */

import { failure } from '../../../preload/contract/failures/failure.ts';
import { endOfUpload } from '../../../preload/contract/texts/delivery-text.ts';
import { isDraft, isInterrupted } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadSummary } from '../../engine/index.ts';
import { states } from '../words/progress.ts';
import { draft, incomplete, interrupted } from '../words/uploads.ts';

/** An upload where no process has the store: it isn't running, whatever was written last. The next process pauses it. */
export function withoutProcess(upload: UploadSummary): UploadSummary {
  if (isInterrupted(upload)) return { ...upload, state: 'paused', stoppedBy: failure('interrupted').failure };
  // It may also have been stopped in its scan.
  return upload.state === 'scanning' && upload.startedAt !== null ? { ...upload, state: 'paused' } : upload;
}

/** As the window says it: a finished upload by what became of its files. */
export function stateText(upload: UploadSummary): string {
  if (isDraft(upload)) return draft;
  if (upload.stoppedBy?.code === 'interrupted') return interrupted;
  if (upload.state !== 'finished') return states[upload.state];
  const { kind, label } = endOfUpload(upload);
  return kind === 'failed' || kind === 'needs-review' ? incomplete(label) : label.toLowerCase();
}
