/** Where a folder of this upload is in the tree of an earlier upload. Pure. */

/** Paths of roots end without a slash and use the system's separator. */
function comparable(path: string): string {
  const slashes = process.platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path;
  return slashes === '/' ? '' : slashes;
}

/** The key of the same folder below an earlier root, or null if it isn't below it. */
export function earlierKey(rootPath: string, key: Uint8Array, earlierRoot: string): Buffer | null {
  const root = comparable(rootPath);
  const earlier = comparable(earlierRoot);
  if (root === earlier) return Buffer.from(key);
  if (root.startsWith(`${earlier}/`)) {
    const above = Buffer.from(root.slice(earlier.length + 1));
    return key.length === 0 ? above : Buffer.concat([above, slash, key]);
  }
  if (!earlier.startsWith(`${root}/`)) return null;
  const below = Buffer.from(earlier.slice(root.length + 1));
  const own = Buffer.from(key);
  if (own.equals(below)) return Buffer.alloc(0);
  const start = Buffer.concat([below, slash]);
  return own.subarray(0, start.length).equals(start) ? own.subarray(start.length) : null;
}

const slash = Buffer.from('/');
