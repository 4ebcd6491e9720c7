import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
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
  const obstacles = await Promise.all(
    configured.map(({ rule: { path, afterwards } }) =>
      afterwards === 'leave' ? null : unwritable([path, join(path, afterwards.moveTo)]),
    ),
  );
  for (const [index, { rule }] of configured.entries()) {
    const obstacle = obstacles[index];
    if (obstacle != null)
      output.warn(words.unmovable(printable(rule.name), printable(obstacle.path), obstacle.errno));
  }
}

interface Obstacle {
  readonly path: string;
  readonly errno: string;
}

/** The first of the folders to which nothing can be written, and why. Those that aren't there are passed over. */
async function unwritable(paths: readonly string[]): Promise<Obstacle | null> {
  return Promise.race([firstObstacle(paths), delay(patienceMs, null, { ref: false })]);
}

async function firstObstacle(paths: readonly string[]): Promise<Obstacle | null> {
  for (const path of paths) {
    try {
      await access(path, constants.W_OK);
      if (!(await stat(path)).isDirectory()) return { path, errno: 'ENOTDIR' };
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== 'ENOENT') return { path, errno };
    }
  }
  return null;
}
