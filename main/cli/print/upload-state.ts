/** Pure. */
import { endOfUpload } from '../../../preload/contract/texts/delivery-text.ts';
import type { UploadSummary } from '../../engine/index.ts';
import { states } from '../words/progress.ts';
import { draft, incomplete } from '../words/uploads.ts';

/** Nobody started it, so nothing sends it. A cancelled one is just cancelled. */
export function isDraft({ startedAt, state }: Pick<UploadSummary, 'startedAt' | 'state'>): boolean {
  return startedAt === null && state !== 'cancelled';
}

/** As the window says it: a finished upload by what became of its files. */
export function stateText(upload: UploadSummary): string {
  if (isDraft(upload)) return draft;
  if (upload.state !== 'finished') return states[upload.state];
  const { kind, label } = endOfUpload(upload);
  return kind === 'failed' || kind === 'needs-review' ? incomplete(label) : label.toLowerCase();
}
