/**
 * Logs that imaging programs write beside an image: FTK Imager's `disk.E01.txt`, and those of ewfacquire and Guymager. Their
 * hashes are of the disk inside the image, not of the image's files.
 */
export interface ImagingLog {
  /** In lower case. */
  readonly md5: string | null;
  readonly sha1: string | null;
  /** Names of the image's files, in order. Empty if the log doesn't name them. */
  readonly segments: readonly string[];
}

const hashLine =
  /^\s*(MD5|SHA-?1) (?:checksum|hash(?: calculated over data| of source| verified source)?)\s*:\s*([0-9a-f]{32}(?:[0-9a-f]{8})?)(?:\s|$)/i;
const imageLog = /\.(?:[els]x?01|ad1|dd|raw|img|001|info)(?:\.(?:txt|log))?$/i;
const maxSegments = 20_000;

/** Returns null if the text is no log of an image. `name`: the log's own. */
export function parseImagingLog(name: string, lines: Iterable<string>): ImagingLog | null {
  let md5: string | null = null;
  let sha1: string | null = null;
  const segments: string[] = [];
  let isInList = false;
  for (const line of lines) {
    const [, kind = '', hash = ''] = hashLine.exec(line) ?? [];
    // The first ones are those of the acquisition, what follows is the verification.
    if (/^md5/i.test(kind) && hash.length === 32) md5 ??= hash.toLowerCase();
    if (/^sha/i.test(kind) && hash.length === 40) sha1 ??= hash.toLowerCase();
    if (/^\s*Segment list:\s*$/i.test(line)) isInList = true;
    else if (line.trim() === '' || !/^\s/.test(line)) isInList = false;
    else if (isInList && segments.length < maxSegments) segments.push(baseName(line.trim()));
  }
  const isLog = (md5 ?? sha1) !== null && (segments.length > 0 || imageLog.test(name));
  return isLog ? { md5, sha1, segments } : null;
}

const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
