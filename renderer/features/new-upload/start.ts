import type { Answer } from '../../../preload/contract/index.ts';
import type { ConnectionView, EngineView, UploadView } from '../../../preload/contract/views.ts';
import type { words } from '../../i18n/words.ts';

export type WhyNotStart = keyof typeof words.newUploadReview.wait;

/** The first reason that the upload cannot start, or null. */
export function whyNotStart({
  upload,
  guard,
  typed,
  connection,
  engine,
}: {
  readonly upload: Pick<UploadView, 'totals'>;
  /** Null while it is asked for. */
  readonly guard: Answer<'drafts.databaseCheck'> | 'failed' | null;
  readonly typed: string;
  readonly connection: ConnectionView | null;
  readonly engine: EngineView;
}): WhyNotStart | null {
  if (upload.totals.queued.items === 0) return 'nothing';
  if (engine.kind === 'failed' || engine.kind === 'starting') return 'engine';
  if (connection?.state.kind !== 'ready') return 'connection';
  if (guard === null) return 'checking';
  if (guard === 'failed') return 'unchecked';
  return guard.mustTypeName && typed.trim() !== guard.databaseName.trim() ? 'guard' : null;
}
