import type { ConnectionView, EngineView } from '../../../../preload/contract/views/views.ts';
import type { words } from '../../../i18n/words.ts';
import type { QueryState } from '../../../state/use-query.ts';

export type StartBlocker = keyof typeof words.newUploadReview.blockers;

/** What blocks the start before the engine can say whether anything does; null once it can. */
export function startBlocker({
  startCheck,
  connection,
  engine,
  invalidSettings,
}: {
  readonly startCheck: QueryState<unknown>['kind'];
  readonly connection: ConnectionView | null;
  readonly engine: EngineView;
  /** How many processing settings were typed that can't be saved. */
  readonly invalidSettings: number;
}): StartBlocker | null {
  if (engine.kind === 'failed' || engine.kind === 'starting') return 'engine';
  if (invalidSettings > 0) return 'settings';
  // Stricter than the engine, which may still have a session of before: what the window shows as lost starts nothing.
  if (connection?.state.kind !== 'ready') return 'connection';
  if (startCheck === 'loading') return 'checking';
  return startCheck === 'failed' ? 'unchecked' : null;
}
