import { type ContentCheck, damaged, intact } from './content-check.ts';
import { type RandomAccess, readAt } from './random-access.ts';

/** RFC 1952. Only expanding it would show more. */
export function checkGzip(file: RandomAccess): ContentCheck {
  const header = readAt(file, 0, 10);
  // Ten bytes of header, two of an empty block, eight of CRC and size.
  if (file.sizeBytes < 20)
    return damaged({ kind: 'cut-short', expectedBytes: 20, foundBytes: file.sizeBytes });
  if (header[2] !== 8 || ((header[3] ?? 0) & 0xe0) !== 0)
    return damaged({ kind: 'invalid', part: 'header', position: 2 });
  return intact;
}
