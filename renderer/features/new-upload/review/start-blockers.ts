import type { Answer } from '../../../../preload/contract/index.ts';
import { isSameName } from '../../../../preload/contract/texts/database-check-text.ts';
import type { ConnectionView, EngineView, UploadView } from '../../../../preload/contract/views/views.ts';
import type { words } from '../../../i18n/words.ts';

export type StartBlocker = keyof typeof words.newUploadReview.blockers;

/** The first reason why the upload can't start; null if there is none. */
export function startBlocker({
  upload,
  databaseCheck,
  typedName,
  connection,
  engine,
  invalidSettings,
}: {
  readonly upload: Pick<UploadView, 'totals'>;
  /** It is null until it is answered. */
  readonly databaseCheck: Answer<'drafts.databaseCheck'> | 'failed' | null;
  readonly typedName: string;
  readonly connection: ConnectionView | null;
  readonly engine: EngineView;
  /** How many processing settings were typed that can't be saved. */
  readonly invalidSettings: number;
}): StartBlocker | null {
  if (upload.totals.queued.items === 0) return 'nothing';
  if (engine.kind === 'failed' || engine.kind === 'starting') return 'engine';
  if (invalidSettings > 0) return 'settings';
  if (connection?.state.kind !== 'ready') return 'connection';
  if (databaseCheck === null) return 'checking';
  if (databaseCheck === 'failed') return 'unchecked';
  const { reason, databaseName } = databaseCheck;
  return reason !== null && !isSameName(typedName, databaseName) ? 'databaseCheck' : null;
}
