import type { ContentType } from '../../../../preload/contract/content-type.ts';

const localHeader = Buffer.from('PK\x03\x04', 'latin1');
const maxNames = 64;

/** Documents that are ZIP archives inside, told apart by the names of the entries that the head shows. */
export function zipTypeByNames(head: Buffer): ContentType {
  const names = localNames(head);
  const mimetype = names[0] === 'mimetype' ? head.toString('latin1', 38, 38 + 60) : '';
  if (mimetype.startsWith('application/epub+zip')) return 'epub';
  if (/^application\/vnd\.(oasis\.opendocument|sun\.xml)/.test(mimetype)) return 'odf';
  return documentTypeOf(names) ?? 'zip';
}

/** Null for an archive that is no document. */
export function documentTypeOf(names: readonly string[]): ContentType | null {
  if (names[0] === 'META-INF/' || names[0] === 'META-INF/MANIFEST.MF' || names[0] === 'AndroidManifest.xml')
    return 'jar';
  if (!names.some((name) => name === '[Content_Types].xml' || name === '_rels/.rels')) return null;
  for (const name of names) {
    if (name.startsWith('word/')) return 'docx';
    if (name.startsWith('xl/')) return 'xlsx';
    if (name.startsWith('ppt/')) return 'pptx';
  }
  return 'ooxml';
}

/** Names in local headers. Content that looks like a header is possible, and harmless here. */
function localNames(head: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; names.length < maxNames; at += 4) {
    at = head.indexOf(localHeader, at);
    if (at < 0 || at + 30 > head.length) break;
    names.push(head.toString('latin1', at + 30, at + 30 + head.readUInt16LE(at + 26)));
  }
  return names;
}
