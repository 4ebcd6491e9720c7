import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { Engine } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import type { ConfiguredRule } from './read-config.ts';

/** Nobody is asked about a rule of a config file, as `lading upload` asks: the databases that aren't active are named. */
export async function warnInactive(
  { output }: CliContext,
  engine: Pick<Engine, 'inactiveDatabase'>,
  configured: readonly ConfiguredRule[],
  signal: AbortSignal,
): Promise<void> {
  const databases = [...new Set(configured.map(({ rule }) => rule.database))];
  const found = new Map(
    await Promise.all(databases.map(async (id) => [id, await engine.inactiveDatabase(id, signal)] as const)),
  );
  for (const { rule } of configured) {
    const inactive = found.get(rule.database);
    if (inactive != null) output.warn(`${rule.name}: ${failureText(inactive)}`);
  }
}
