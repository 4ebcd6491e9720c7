/** Lading never writes to a source. A path may lead into one under another name, so folders are compared by identity. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileIdentity, identityKey } from '../types/source-path.ts';
import { mountedPaths } from './mounted-paths.ts';
import type { SourceReader } from './source-reader.ts';

/** The source that holds the path has just answered: about the path. Others may not answer at all. */
const answerMs = 2_000;

export interface EnclosingSource {
  readonly source: string;
  /** The path is the source itself. */
  readonly same: boolean;
}

/** The first of the sources that `path` is, or is inside of. `path` and the folders above it need not exist. */
export async function findEnclosingSource(
  path: string,
  sources: readonly string[],
  reader: SourceReader,
): Promise<EnclosingSource | null> {
  const own = await namesAndIdentities(resolve(path), reader);
  const signal = AbortSignal.timeout(answerMs);
  const found = await Promise.all(
    sources.map(async (source) => {
      const root = resolve(source);
      if (own.names.has(root)) return { source, same: root === resolve(path) };
      try {
        const identity = await reader.keyOf({ root, path: root }, signal);
        return own.identities.has(identity) ? { source, same: own.identity === identity } : null;
      } catch {
        return null; // the source is gone
      }
    }),
  );
  return found.find((enclosing) => enclosing !== null) ?? null;
}

/** The names and identities of a path and all folders above it, as it is spelled, as it is resolved, and as it is mounted. */
async function namesAndIdentities(
  path: string,
  reader: SourceReader,
): Promise<{
  readonly names: ReadonlySet<string>;
  readonly identities: ReadonlySet<string>;
  /** The identity of the path itself, or null where it doesn't exist. */
  readonly identity: string | null;
}> {
  const real = await nearestRealPath(path);
  const names = [...upwards(path), ...upwards(real)];
  const identities = await Promise.all(upwards(real).map(identityOf));
  // Only Linux has it.
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const signal = AbortSignal.timeout(answerMs);
  for (const root of mountedPaths(real, mountinfo)) {
    const above = upwards(root);
    const found = await Promise.all(
      above.map((folder) => reader.keyOf({ root, path: folder }, signal).catch(() => null)),
    );
    if (found[0] === null || found[0] !== identities[0]) continue;
    names.push(...above);
    identities.push(...found);
  }
  return {
    names: new Set(names),
    identities: new Set(identities.filter((identity) => identity !== null)),
    identity: await identityOf(path),
  };
}

async function nearestRealPath(path: string): Promise<string> {
  for (const folder of upwards(path)) {
    const real = await realpath(folder).catch(() => null);
    if (real !== null) return real;
  }
  return path;
}

/** The path, the folder that contains it, and so on up to the top. */
export function upwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...upwards(above)];
}

/** As `SourceReader.keyOf`; null if nothing is there. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && (identityKey(fileIdentity(found)) ?? (await realpath(path, 'latin1').catch(() => null)));
}
