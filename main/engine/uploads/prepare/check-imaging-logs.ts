import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { ewfSections, readEwfSection } from '../../formats/index.ts';
import { type ImagingLog, parseImagingLog } from '../../intake/selection/imaging-log.ts';
import { openSource, type SourceAccess } from '../../sources/source-handle.ts';
import type { OpenFile } from '../../sources/source-reader.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { decodeRaw, joinPath, rawOf } from '../../types/source-path.ts';
import { linesOfItem } from './hash-list-lines.ts';

/** Logs have a few kilobytes, and a line for each segment. */
const maxLogLines = 25_000;

interface StoredHashes {
  readonly md5: string | null;
  readonly sha1: string | null;
}

/**
 * Compares the logs of imaging programs, which pre-flight found, with the images beside them: are the segments there, and
 * does the image state the same hashes of its disk? Whether the disk inside has these hashes, only reading it whole would
 * show.
 */
export async function checkImagingLogs(
  writes: WriteBatcher,
  repositories: Repositories,
  uploadId: UploadId,
  access: SourceAccess,
  /** Where others were compared before: those that changed since, with the logs of changed images. */
  hasChanged: (item: ItemId) => boolean = () => true,
): Promise<void> {
  const { fileHashes, findings } = repositories;
  for (const item of fileHashes.itemsWith(uploadId, 'imaging-log')) {
    if (access.signal.aborted) return;
    // What can't be read keeps its finding: its log wasn't compared.
    const checked = await checkLog(repositories, item, access).catch(() => null);
    if (checked === null || !checked.files.some(hasChanged)) continue;
    writes.transaction(() => {
      findings.removeCodes(item.id, ['imaging-log', 'segment-missing']);
      for (const file of checked.files) findings.removeOfLog(file, pathOf(item));
      findings.add(uploadId, checked.found);
    });
  }
}

const pathOf = ({ folder, name }: Item): string => joinPath(folder, name);

async function checkLog(
  { fileHashes, folders }: Repositories,
  item: Item,
  access: SourceAccess,
): Promise<{ readonly files: readonly ItemId[]; readonly found: readonly NewFinding[] } | null> {
  const lines: string[] = [];
  for await (const { text } of linesOfItem(item, access)) if (lines.push(text) === maxLogLines) break;
  const log = parseImagingLog(item.name, lines);
  const folder = folders.ofItem(item.id);
  if (log === null || folder === null) return null;
  const image = rawOf(item.name, item.nameBytes).replace(/\.(?:txt|log)$/i, '');
  const names = log.segments.length > 0 ? log.segments.map((name) => rawOf(name, null)) : [image];
  const files = names.map(decodeRaw).map((name) => ({ name: name.text, file: fileHashes.at(folder, name) }));
  const missing = files.filter(({ file }) => file === null).map(({ name }) => name);
  const last = files.at(-1)?.file ?? null;
  const stored = last === null ? null : await storedHashes(last, access);
  const details = { md5: log.md5, sha1: log.sha1, segments: log.segments.length };
  const about = { itemId: item.id, path: null };
  const isSame = stored === null ? null : differences(log, stored).length === 0;
  const found: readonly NewFinding[] = [
    { ...about, code: 'imaging-log', details: { ...details, isSame } },
    ...(log.segments.length === 0 || missing.length === 0
      ? []
      : [
          {
            ...about,
            code: 'segment-missing',
            details: { names: missing.slice(0, 20), missing: missing.length },
          } as const,
        ]),
    ...(stored === null || last === null
      ? []
      : differences(log, stored).map(
          ({ algorithm, expected, actual }) =>
            ({
              itemId: last.id,
              path: null,
              code: 'image-hash-differs',
              details: { log: pathOf(item), algorithm, expected, actual },
            }) as const,
        )),
  ];
  return { files: [item.id, ...files.flatMap(({ file }) => file?.id ?? [])], found };
}

function differences(log: ImagingLog, stored: StoredHashes) {
  return (
    [
      ['MD5', log.md5, stored.md5],
      ['SHA-1', log.sha1, stored.sha1],
    ] as const
  ).flatMap(([algorithm, expected, actual]) =>
    expected === null || actual === null || expected === actual ? [] : [{ algorithm, expected, actual }],
  );
}

/** What an E01 image states about its disk, in its last segment; null if it states nothing or isn't one. */
async function storedHashes(item: Item, access: SourceAccess): Promise<StoredHashes | null> {
  const opened = await openSource(item, access, false);
  if (!opened.ok) return null;
  using source = opened.value;
  return await readEwfHashes(source.file, access.signal);
}

/** `digest` has MD5 and SHA-1, `hash` the MD5. */
async function readEwfHashes(file: OpenFile, signal: AbortSignal): Promise<StoredHashes | null> {
  const read = (position: number, bytes: number) =>
    file.read(new ArrayBuffer(bytes), bytes, position, signal);
  if ((await read(0, 3)).toString('latin1') !== 'EVF') return null;
  let md5: string | null = null;
  let sha1: string | null = null;
  const { firstPosition, headerBytes, max } = ewfSections;
  let position: number = firstPosition;
  for (let count = 0; count < max; count += 1) {
    const section = await read(position, headerBytes);
    if (section.length < headerBytes) break;
    const { type, next, isLast } = readEwfSection(section);
    if (type === 'hash' || type === 'digest') {
      const content = await read(position + headerBytes, type === 'hash' ? 16 : 36);
      if (content.length >= 16) md5 ??= hashIn(content.subarray(0, 16));
      if (content.length === 36) sha1 ??= hashIn(content.subarray(16));
    }
    if (isLast || next <= position) break;
    position = next;
  }
  const isMissing = md5 === null && sha1 === null;
  return isMissing ? null : { md5, sha1 };
}

/** Zeros stand for a hash that wasn't computed. */
const hashIn = (bytes: Buffer): string | null =>
  bytes.every((byte) => byte === 0) ? null : bytes.toString('hex');
