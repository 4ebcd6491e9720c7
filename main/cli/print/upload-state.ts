/** Pure. */
import type { UploadSummary } from '../../engine/index.ts';
import { states } from '../words/progress.ts';
import { draft, incomplete } from '../words/uploads.ts';

/** Nobody started it, so nothing sends it. A cancelled one is just cancelled. */
export function isDraft({ startedAt, state }: Pick<UploadSummary, 'startedAt' | 'state'>): boolean {
  return startedAt === null && state !== 'cancelled';
}

export function stateText(upload: Pick<UploadSummary, 'startedAt' | 'state' | 'totals'>): string {
  if (isDraft(upload)) return draft;
  const { failed, held } = upload.totals;
  return upload.state === 'finished' && failed.items + held.items > 0 ? incomplete : states[upload.state];
}
