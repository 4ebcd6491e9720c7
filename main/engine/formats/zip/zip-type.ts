/** Documents that are ZIP archives inside. Their parts come in any order, so the first bytes don't always tell. */
import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import type { RandomAccess } from '../random-access.ts';
import { findCentralDirectory } from './zip-end-record.ts';
import { entryContent, zipEntries } from './zip-entries.ts';

const localHeader = Buffer.from('PK\x03\x04', 'latin1');
const maxNames = 64;

/** By the names that the head shows. `zip` where they don't tell. */
export function zipTypeByHead(head: Buffer): ContentType {
  const names = localNames(head);
  const mimetype = names[0] === 'mimetype' ? head.toString('latin1', 38, 38 + 60) : '';
  return mimeType(mimetype) ?? officeType(names) ?? 'zip';
}

/** Parts of any document; of archives, the first ones only. */
const maxEntries = 10_000;
const maxDirectoryBytes = 1_048_576;

/** By the names in the table of contents. */
export function zipTypeByTable(file: RandomAccess): ContentType {
  const found = findCentralDirectory(file);
  if ('damage' in found || found.directory.isEncrypted) return 'zip';
  const { directory } = found;
  const names: string[] = [];
  const special = new Map<string, () => Buffer>();
  let bytes = 0;
  for (const entry of zipEntries(file, directory)) {
    const name = entry.name
      .toString('latin1')
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '');
    names.push(name);
    if (name === 'mimetype' || isContentTypes(name)) {
      const { method, packedBytes, localPosition } = entry;
      special.set(name.toLowerCase(), () =>
        entryContent(file, directory, { method, packedBytes, localPosition }),
      );
    }
    bytes += entry.name.length + entry.extra.length;
    if (names.length === maxEntries || bytes > maxDirectoryBytes) break;
  }
  const partOf = (name: string): string => special.get(name)?.().toString('latin1') ?? '';
  return (
    mimeType(partOf('mimetype')) ??
    (names.includes('META-INF/container.xml') ? 'epub' : null) ??
    (names.includes('META-INF/manifest.xml') && names.includes('content.xml') ? 'odf' : null) ??
    officeType(names) ??
    officeTypeByParts(names, () => partOf('[content_types].xml')) ??
    (names.includes('META-INF/MANIFEST.MF') || names.includes('AndroidManifest.xml') ? 'jar' : 'zip')
  );
}

function mimeType(text: string): ContentType | null {
  if (text.startsWith('application/epub+zip')) return 'epub';
  return /^application\/(vnd\.oasis\.opendocument|vnd\.sun\.xml)/.test(text) ? 'odf' : null;
}

const isContentTypes = (name: string): boolean => name.toLowerCase() === '[content_types].xml';
const isPackage = (names: readonly string[]): boolean =>
  names.some((name) => isContentTypes(name) || name === '_rels/.rels');

/** By the folders that nearly all programs use. */
function officeType(names: readonly string[]): ContentType | null {
  if (!isPackage(names)) return null;
  for (const name of names) {
    const folder = name.slice(0, name.indexOf('/') + 1).toLowerCase();
    if (folder === 'word/') return 'docx';
    if (folder === 'xl/') return 'xlsx';
    if (folder === 'ppt/') return 'pptx';
  }
  return null;
}

/** The format prescribes no folders, only what the parts are called in the list of content types. */
function officeTypeByParts(names: readonly string[], contentTypes: () => string): ContentType | null {
  if (!isPackage(names)) return null;
  const types = contentTypes();
  return mainParts.find(([, names]) => names.some((name) => types.includes(name)))?.[0] ?? 'ooxml';
}

const mainParts: readonly (readonly [ContentType, readonly string[]])[] = [
  [
    'docx',
    ['wordprocessingml.document.main', 'wordprocessingml.template.main', 'ms-word.document.macroEnabled'],
  ],
  ['xlsx', ['spreadsheetml.sheet.main', 'spreadsheetml.template.main', 'ms-excel.sheet.']],
  [
    'pptx',
    ['presentationml.presentation.main', 'presentationml.slideshow.main', 'presentationml.template.main'],
  ],
  ['pptx', ['ms-powerpoint.presentation.macroEnabled', 'ms-powerpoint.slideshow.macroEnabled']],
];

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
