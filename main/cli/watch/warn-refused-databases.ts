import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { Engine } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import type { ConfiguredRule } from './read-config.ts';

/**
 * Nobody is asked about a rule of a config file, as `lading upload` asks, and a right to upload may be given while the rule
 * watches. So the databases that `lading upload` refuses are named, and the rule goes on.
 */
export async function warnRefusedDatabases(
  { output }: { readonly output: Pick<CliContext['output'], 'warn'> },
  engine: Pick<Engine, 'databaseRefusal'>,
  configured: readonly { readonly rule: Pick<ConfiguredRule['rule'], 'name' | 'database'> }[],
  signal: AbortSignal,
): Promise<void> {
  const databases = [...new Set(configured.map(({ rule }) => rule.database))];
  const found = new Map(
    await Promise.all(databases.map(async (id) => [id, await engine.databaseRefusal(id, signal)] as const)),
  );
  for (const { rule } of configured) {
    const refusal = found.get(rule.database);
    if (refusal != null) output.warn(`${rule.name}: ${failureText(refusal)}`);
  }
}
