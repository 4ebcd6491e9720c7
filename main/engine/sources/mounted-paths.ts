import { posix } from 'node:path';

/**
 * Other paths of a folder or file whose volume Linux has mounted at several places, as with `mount --bind`, by the text of
 * /proc/self/mountinfo. Another mount may hide them, and network file systems don't say which of their folders is mounted:
 * ask the disk whether they are the same.
 */
export function mountedPaths(path: string, mountinfo: string): readonly string[] {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [, , volume, top, at] = line.split(' ').map(unescaped);
    return volume === undefined || top === undefined || at === undefined ? [] : [{ volume, top, at }];
  });
  // Of several mounts at one place, the last one is seen.
  const own = mounts
    .filter(({ at }) => isWithin(path, at))
    .reduce((a, b) => (b.at.length < a.at.length ? a : b), { volume: '', top: '/', at: '' });
  const onVolume = posix.join(own.top, path.slice(own.at.length));
  return mounts
    .filter(({ volume, top }) => volume === own.volume && isWithin(onVolume, top))
    .map(({ top, at }) => posix.join(at, posix.relative(top, onVolume)))
    .filter((other) => other !== path);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** The system writes spaces, tabs, line ends, and backslashes as \040. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
