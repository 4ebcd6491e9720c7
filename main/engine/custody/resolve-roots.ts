/** Where the folders that a receipt names are now: below the folder that the person gave. */
import { join } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { ReceiptItem } from './receipt.ts';
import { inspectFile } from './source-on-disk.ts';

export interface ResolvedPath {
  readonly path: string | Buffer;
  /** The name below the folder that was given, in bytes. */
  readonly below: Buffer;
  readonly shown: string;
}

export interface RootResolver {
  /** Looks where the roots of these items are; to be called before their places are asked for. */
  readonly locate: (items: readonly ReceiptItem[]) => Promise<void>;
  /** Null for a link. */
  readonly resolve: (item: ReceiptItem) => ResolvedPath | null;
}

/** As many items as decide between two places. */
const probes = 50;

/**
 * One root: the folder is that root, or contains it. Several: the folder contains each under its own name. A root that was
 * a single file lies in the folder itself. Where two places are possible, the one that has more of the files is taken.
 */
export function createRootResolver(folder: string, roots: readonly string[]): Result<RootResolver> {
  const names = roots.map(baseName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    return failure(
      'bad-input',
      `The receipt names two folders that are both called “${twice}”, so it is not clear which of them ${folder} holds. Check the receipt without a folder, or each folder by the receipt's hashes.`,
      { path: folder },
    );
  }
  /** The name of the folder, below the one given, that stands for a root; empty for the folder itself. */
  const settled = new Map<string, string>();
  const place = (item: ReceiptItem, inside: string): ResolvedPath => {
    const path = item.pathBytesHex === null ? Buffer.from(item.path) : Buffer.from(item.pathBytesHex, 'hex');
    const segments = [Buffer.from(inside), path].filter((segment) => segment.length > 0);
    const below =
      segments.length === 2 ? Buffer.concat([Buffer.from(inside), Buffer.from('/'), path]) : segments[0];
    const name = below ?? Buffer.alloc(0);
    return {
      // Bytes only where text cannot say it: a Windows path is text.
      path:
        item.pathBytesHex === null
          ? join(folder, inside, item.path)
          : Buffer.concat([Buffer.from(join(folder, '/')), name]),
      below: name,
      shown: inside === '' ? item.path : join(inside, item.path),
    };
  };
  return success({
    locate: async (items) => {
      for (const root of new Set(items.map((item) => item.root))) {
        if (root === null || settled.has(root)) continue;
        const name = baseName(root);
        const candidates = roots.length === 1 ? ['', name] : [name, ''];
        const sample = items.filter((item) => item.root === root).slice(0, probes);
        let most = -1;
        for (const inside of candidates) {
          const found = await Promise.all(sample.map((item) => inspectFile(place(item, inside).path)));
          const files = found.filter((disk) => disk.kind === 'file').length;
          if (files <= most) continue;
          most = files;
          settled.set(root, inside);
        }
      }
    },
    resolve: (item) =>
      item.root === null || leavesFolder(item) ? null : place(item, settled.get(item.root) ?? ''),
  });
}

/** A receipt from elsewhere must not lead out of the folder that the person named. */
function leavesFolder(item: ReceiptItem): boolean {
  const path =
    item.pathBytesHex === null ? item.path : Buffer.from(item.pathBytesHex, 'hex').toString('latin1');
  return path.startsWith('/') || path.split('/').includes('..') || path.includes('\0');
}

/** The last name of a path of this or another system: the receipt may come from there. */
function baseName(path: string): string {
  const isWindows = /^[a-z]:[\\/]|^\\\\/i.test(path);
  return (
    path
      .split(isWindows ? /[\\/]/ : '/')
      .filter((name) => name !== '')
      .at(-1) ?? ''
  );
}
