/** What has to be built again: an input is newer than the last build of it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The newest time of change below a path; a folder's own time tells that something was removed. */
function newestMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const below = readdirSync(path).map((name) => newestMs(join(path, name)));
  return Math.max(found.mtimeMs, ...below);
}

export function isStale(stamp: string, inputs: readonly string[]): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false });
  return built === undefined || inputs.some((input) => newestMs(input) > built.mtimeMs);
}

/** `startedAt`: what changed while it was built is stale. */
export function stampAs(stamp: string, startedAt: Date): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/** One build at a time, whoever asks; the folder is the lock, and a lock of a process that is gone does not count. */
export async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const owner = join(lock, 'pid');
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (!isHeld(lock, owner)) rmSync(lock, { recursive: true, force: true });
      else await delay(100);
    }
  }
  try {
    writeFileSync(owner, String(process.pid));
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Between the folder and the pid in it lies a moment. */
const momentMs = 5_000;

function isHeld(lock: string, owner: string): boolean {
  let pid: number;
  try {
    pid = Number(readFileSync(owner, 'utf8'));
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false });
    return made !== undefined && Date.now() - made.mtimeMs < momentMs;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
