import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { refuseOverlap } from './folder-overlap.ts';
import { confirmRuleDatabase, type DatabaseRule } from './rule-database.ts';

/**
 * The name of the database, if the rule can be activated with what a person typed beside the others. Fails as confirming the
 * database does, and with watch-rule-invalid.
 */
export async function checkActivation(
  context: Pick<EngineContext, 'sessions' | 'repositories' | 'sources'>,
  { rule, others }: { readonly rule: DatabaseRule; readonly others: readonly StoredWatchRule[] },
  typed: string | null,
  signal: AbortSignal,
): Promise<Result<string>> {
  const alone = await refuseOverlap({ id: null, rule: rule.rule }, others, context.sources, signal);
  return alone.ok ? confirmRuleDatabase(context, rule, typed, signal) : alone;
}
