import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
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
      afterwards === 'leave' ? null : unwritable(path, join(path, afterwards.moveTo)),
    ),
  );
  for (const [index, { rule }] of configured.entries()) {
    const obstacle = obstacles[index];
    if (obstacle == null) continue;
    const [name, path] = [printable(rule.name), printable(obstacle.path)];
    output.warn(
      obstacle.errno === null ? words.movedToLink(name, path) : words.unmovable(name, path, obstacle.errno),
    );
  }
}

interface Obstacle {
  readonly path: string;
  /** It is null for a link, which is never followed there. */
  readonly errno: string | null;
}

/** The first of both folders to which nothing can be moved, and why. One that isn't there is passed over. */
async function unwritable(watched: string, sent: string): Promise<Obstacle | null> {
  return Promise.race([firstObstacle(watched, sent), delay(patienceMs, null, { ref: false })]);
}

async function firstObstacle(watched: string, sent: string): Promise<Obstacle | null> {
  for (const path of [watched, sent]) {
    try {
      if (path === sent && (await lstat(path)).isSymbolicLink()) return { path, errno: null };
      await access(path, constants.W_OK);
      if (!(await stat(path)).isDirectory()) return { path, errno: 'ENOTDIR' };
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== 'ENOENT') return { path, errno };
    }
  }
  return null;
}
