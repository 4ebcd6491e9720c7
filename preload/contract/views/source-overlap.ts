/** Whether two sources of this computer hold the same files, by their paths. */

/** The same folder or file, or one inside the other. `platform`: of this computer, as Node names it. */
export function overlaps(a: string, b: string, platform: string): boolean {
  const [one, other] = [comparablePath(a, platform), comparablePath(b, platform)];
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Without what differs between two spellings of one path. On Linux, upper and lower case are two folders. */
export function comparablePath(path: string, platform: string): string {
  const text = spellings[platform]?.(path) ?? path;
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

const spellings: Readonly<Record<string, (path: string) => string>> = {
  win32: (path) => path.toLowerCase().replaceAll('\\', '/'),
  darwin: (path) => path.normalize('NFC').toLowerCase(),
};
