/** A mounted folder that can stop answering, as a share does whose server went away. Linux, as root. */
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

/** Mounts `from`, read-only, at a new path. */
export async function mountFuse(from: string): Promise<FuseFolder> {
  const path = mkdtempSync(join(tmpdir(), 'lading-fuse-'));
  const server = fork(fileURLToPath(new URL('./fuse-server.ts', import.meta.url)), [from, path]);
  let heldCount = 0;
  server.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'held' in message)
      heldCount = Number(message.held);
  });
  await started(server);
  return {
    path,
    hang: (...operations) => server.send(operations),
    resume: () => server.send([]),
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
