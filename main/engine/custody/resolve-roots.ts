/** Finds where a receipt's roots are below the folder that a person chose. */
import { join, resolve } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { ReceiptItem } from './receipt.ts';
import { inspectFileOnDisk } from './source-on-disk.ts';

export interface ResolvedPath {
  readonly path: string | Buffer;
  /** The path below the chosen folder, in bytes. */
  readonly below: Buffer;
  readonly displayPath: string;
}

export interface RootResolver {
  /** Finds the roots of these items. Call it before resolving them. */
  readonly locate: (items: readonly ReceiptItem[]) => Promise<void>;
  /** Returns null for a link, or a path that leads out of the folder. */
  readonly resolve: (item: ReceiptItem) => ResolvedPath | null;
}

/** Items that decide between two possible locations of a root. */
const sampleSize = 50;

/**
 * One source: the folder is it, or contains it. Several: the folder contains each under its own name, or is the one of its
 * name, and the others are missing; so no two are taken for one folder. Sources that are files are in the folder itself, or
 * in one named like theirs. If two locations are possible, the one with more of the files wins.
 *
 * Fails with compare-folder-ambiguous.
 */
export function createRootResolver(folder: string, sources: readonly string[]): Result<RootResolver> {
  const names = sources.map(baseName);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    return failure('compare-folder-ambiguous', { path: folder, name: duplicate });
  }
  /** The folder below the chosen one that a root is, by root; empty for the chosen folder itself. */
  const located = new Map<string, string>();
  const resolveIn = (item: ReceiptItem, inside: string): ResolvedPath | null => {
    const path = item.pathBytesHex === null ? Buffer.from(item.path) : Buffer.from(item.pathBytesHex, 'hex');
    const segments = [Buffer.from(inside), path].filter((segment) => segment.length > 0);
    const below =
      segments.length === 2 ? Buffer.concat([Buffer.from(inside), Buffer.from('/'), path]) : segments[0];
    const name = below ?? Buffer.alloc(0);
    if (leavesFolder(name)) return null;
    return {
      // Bytes only if text can't express the path: a Windows path is text.
      path:
        item.pathBytesHex === null
          ? join(folder, inside, item.path)
          : Buffer.concat([Buffer.from(join(folder, '/')), name]),
      below: name,
      displayPath: inside === '' ? item.path : join(inside, item.path),
    };
  };
  return success({
    locate: async (items) => {
      for (const root of new Set(items.map((item) => item.root))) {
        if (root === null || located.has(root)) continue;
        const name = baseName(root);
        const sample = items.filter((item) => item.root === root).slice(0, sampleSize);
        const isFolder = sources.includes(root) && sample.some(({ path }) => path !== name);
        const mayBeFolder = !isFolder || sources.length === 1 || name === baseName(resolve(folder));
        const candidates = sources.length === 1 ? ['', name] : mayBeFolder ? [name, ''] : [name];
        let most = -1;
        for (const inside of candidates) {
          const places = sample.map((item) => resolveIn(item, inside)).filter((place) => place !== null);
          const found = await Promise.all(places.map(({ path }) => inspectFileOnDisk(path)));
          const files = found.filter((disk) => disk.kind === 'file').length;
          if (files <= most) continue;
          most = files;
          located.set(root, inside);
        }
      }
    },
    resolve: (item) => (item.root === null ? null : resolveIn(item, located.get(item.root) ?? '')),
  });
}

/** A receipt from elsewhere must not lead out of the chosen folder, by the name of a root either. */
function leavesFolder(below: Buffer): boolean {
  const path = below.toString('latin1');
  const names = path.split(process.platform === 'win32' ? /[\\/]/ : '/');
  return path.startsWith('/') || names.includes('..') || path.includes('\0');
}

/** The last name of a path of any system: the receipt may come from another one. */
function baseName(path: string): string {
  const isWindows = /^[a-z]:[\\/]|^\\\\/i.test(path);
  return (
    path
      .split(isWindows ? /[\\/]/ : '/')
      .filter((name) => name !== '')
      .at(-1) ?? ''
  );
}
