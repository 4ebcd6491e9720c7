/** Pure. */

import { endOfUpload } from '../../../preload/contract/texts/delivery-text.ts';
import { isDraft } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadSummary } from '../../engine/index.ts';
import { states } from '../words/progress.ts';
import { draft, incomplete } from '../words/uploads.ts';

/** As the window says it: a finished upload by what became of its files. */
export function stateText(upload: UploadSummary): string {
  if (isDraft(upload)) return draft;
  if (upload.state !== 'finished') return states[upload.state];
  const { kind, label } = endOfUpload(upload);
  return kind === 'failed' || kind === 'needs-review' ? incomplete(label) : label.toLowerCase();
}
