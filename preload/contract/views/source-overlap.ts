/** Whether two sources hold the same files. */

/** The same folder or file, or one inside the other. */
export function overlaps(a: string, b: string): boolean {
  const [one, other] = [comparablePath(a), comparablePath(b)];
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Without what differs between two spellings of one path on Windows or macOS. */
export function comparablePath(path: string): string {
  const text = path.normalize('NFC').toLowerCase().replaceAll('\\', '/');
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
