import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { printable } from '../../../preload/contract/printable.ts';
import type { CliContext } from '../cli-context.ts';
import { service as words } from '../words/watch.ts';
import type { ConfiguredRule } from './read-config.ts';

/** A share that doesn't answer is reported by its rule. */
const patienceMs = 5_000;

/** A hardened service can't write anywhere by default: without a warning, files would be sent and quietly stay. */
export async function warnUnmovable(
  { output }: CliContext,
  configured: readonly ConfiguredRule[],
): Promise<void> {
  const errnos = await Promise.all(
    configured.map(({ rule }) => (rule.afterwards === 'leave' ? null : unwritable(rule.path))),
  );
  for (const [index, { rule }] of configured.entries()) {
    const errno = errnos[index];
    if (errno != null) output.warn(words.unmovable(printable(rule.name), printable(rule.path), errno));
  }
}

/** Why nothing can be written to a folder; null if it can, or isn't there. */
async function unwritable(path: string): Promise<string | null> {
  const checked = access(path, constants.W_OK).then(
    () => null,
    (error: unknown) => (errnoOf(error) === 'ENOENT' ? null : errnoOf(error)),
  );
  return Promise.race([checked, delay(patienceMs, null, { ref: false })]);
}
