/** A mounted folder that can stop answering, as a share does whose server went away, or be slow. Linux, as root. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FuseOperation = 'lookup' | 'getattr' | 'open' | 'read' | 'opendir' | 'readdir' | 'release';

export interface FuseFolder {
  readonly path: string;
  /** Calls of these operations wait from now on. */
  hang(...operations: readonly FuseOperation[]): void;
  /** Answers what waits. */
  resume(): void;
  /** Resolves when so many calls wait. */
  held(count: number): Promise<void>;
  /** How many bytes of files were read from it. */
  readBytes(): number;
  /** Unmounts it. Whoever still waits gets an error. */
  end(): Promise<void>;
}

/** Why no folder can be mounted here; null if it can. */
export async function fuseMissing(): Promise<string | null> {
  if (!existsSync('/dev/fuse')) return 'there is no /dev/fuse';
  if (process.getuid?.() !== 0) return 'only root can mount';
  const from = mkdtempSync(join(tmpdir(), 'lading-fuse-probe-'));
  try {
    await (await mountFuse(from)).end();
    return null;
  } catch {
    return 'mounting is not allowed';
  } finally {
    rmSync(from, { recursive: true });
  }
}

/** A disk or share that the system caches files of, as far as its memory goes. */
export interface CachedFuse {
  readonly bytesPerSecond: number;
  /** What the system keeps before the furthest byte that was read. */
  readonly cachedBytes: number;
}

/** Mounts `from`, read-only, at a new path. Without `cached`, each read of a program comes to the folder. */
export async function mountFuse(from: string, cached?: CachedFuse): Promise<FuseFolder> {
  const path = mkdtempSync(join(tmpdir(), 'lading-fuse-'));
  const limits = cached === undefined ? [] : [`${cached.bytesPerSecond}`, `${cached.cachedBytes}`];
  const program = fileURLToPath(new URL('./fuse-server.ts', import.meta.url));
  const server = fork(program, [from, path, ...limits]);
  let heldCount = 0;
  let readBytes = 0;
  server.on('message', (message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('held' in message) heldCount = Number(message.held);
    if ('readBytes' in message) readBytes = Number(message.readBytes);
  });
  await started(server);
  return {
    path,
    hang: (...operations) => server.send(operations),
    resume: () => server.send([]),
    readBytes: () => readBytes,
    async held(count) {
      while (heldCount < count) await once(server, 'message');
    },
    async end() {
      const exited = once(server, 'exit');
      if (server.connected) server.disconnect();
      await exited;
      rmSync(path, { recursive: true });
    },
  };
}

async function started(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit').then(() => {
    throw new Error('The folder could not be mounted');
  });
  await Promise.race([once(server, 'message'), ended]);
  ended.catch(() => undefined);
}
