/** Incremental builds: a step runs again when an input is newer than its last build. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The newest mtime below a path. A folder's own mtime shows that an entry was removed. */
function newestMtimeMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path).map((name) => newestMtimeMs(join(path, name)));
  return Math.max(stats.mtimeMs, ...below);
}

export function isOutdated(stamp: string, inputs: readonly string[]): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false });
  return built === undefined || inputs.some((input) => newestMtimeMs(input) > built.mtimeMs);
}

/** `startedAt` is when the build began: an input that changed during the build is outdated. */
export function writeStamp(stamp: string, startedAt: Date): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/** Runs `work` while no other process holds the lock. The lock is a folder; a lock of a dead process is removed. */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const pidFile = join(lock, 'pid');
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (!isLockHeld(lock, pidFile)) rmSync(lock, { recursive: true, force: true });
      else await delay(100);
    }
  }
  try {
    writeFileSync(pidFile, String(process.pid));
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** The owner creates the folder first and writes its pid shortly after. */
const pidWriteMs = 5_000;

function isLockHeld(lock: string, pidFile: string): boolean {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    const stats = statSync(lock, { throwIfNoEntry: false });
    return stats !== undefined && Date.now() - stats.mtimeMs < pidWriteMs;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
