import { type BigIntStats, closeSync } from 'node:fs';
import { extname } from 'node:path';
import { errnoOf, isInUse, isMissing } from '../../../../preload/contract/failures/errno.ts';
import {
  type ContentType,
  contentTypes,
  contradictsExtension,
  knownExtension,
} from '../../../../preload/contract/views/content-type.ts';
import { hashNames } from '../../../../preload/contract/views/hash-algorithm.ts';
import {
  type ContainerListing,
  checkContent,
  headBytes,
  isMostlyText,
  openedFile,
  type RandomAccess,
  recognizeFile,
  repeatedByte,
} from '../../formats/index.ts';
import { type ContentLimits, inspectionLimits } from '../../formats/limits.ts';
import { fileStats } from '../../sources/file-stats.ts';
import { identityChange } from '../../sources/file-version.ts';
import { openExaminedFile, statFile } from '../../sources/open-file.ts';
import { isUnsteady } from '../../sources/root-availability.ts';
import { isPieceName } from '../../types/segments.ts';
import { unicodeEncodingOf } from '../../types/text-encoding.ts';
import { recognizeHashList } from '../selection/hash-list.ts';
import { parseImagingLog } from '../selection/imaging-log.ts';
import { systemFileKindOf } from '../selection/system-files.ts';
import { cloudSignOf, mayKeepContentElsewhere } from './cloud-sign.ts';
import type { InspectCall, JobFile } from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';

export interface InspectedFile {
  /** It is null where the file was not read, or nothing is known about its content. */
  readonly type: ContentType | null;
  readonly findings: readonly InspectionFound[];
  readonly listing: ContainerListing | null;
  /** It was gone, or the device reported an error: its root may be away. */
  readonly mayBeAway: boolean;
}

export interface InspectEnvironment {
  readonly call: InspectCall;
  /** Whether a symbolic link at its path is followed. */
  readonly followLink: boolean;
  readonly limits?: ContentLimits;
}

const notRead: InspectedFile = { type: null, findings: [], listing: null, mayBeAway: false };

const head = Buffer.alloc(headBytes);

/**
 * Opens a file once, unless that could download it, and says what its content is and what is wrong with it. Synchronous,
 * for worker threads. Only reads.
 */
export function inspectFile(
  path: string | Buffer,
  file: Pick<JobFile, 'name' | 'sizeBytes' | 'mtimeNs' | 'fileId'>,
  { call, followLink, limits = inspectionLimits }: InspectEnvironment,
): InspectedFile {
  try {
    const stat = call(() => statFile(path, followLink));
    const change = changeOf(stat, file);
    if (change !== null) return found({ code: 'changed', details: { change } });
    const sign = cloudSignOf({ ...file, blocks: Number(stat.blocks) }, () =>
      call(() => mayKeepContentElsewhere(path)),
    );
    if (sign !== null) return found({ code: 'cloud-only', details: { sign } });
    const opened = call(() => openExaminedFile(path, followLink));
    if (opened.kind !== 'file') return found({ code: 'changed', details: { change: 'replaced' } });
    const { fd } = opened;
    try {
      const changed = changeOf(opened.stats, file);
      if (changed !== null) return found({ code: 'changed', details: { change: changed } });
      return file.sizeBytes === 0
        ? found({ code: 'empty', details: {} })
        : inspectContent(fd, file, call, limits);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const errno = errnoOf(error);
    // Node's own: a bug in a check.
    if (errno.startsWith('ERR_')) throw error;
    return failed(errno);
  }
}

const found = (...findings: readonly InspectionFound[]): InspectedFile => ({ ...notRead, findings });

/**
 * The change that would fail the file in a later run. That another file took its place is found while it is sent: here its
 * medium may have been mounted again since the scan, which gives it another ID as well.
 */
function changeOf(
  stat: BigIntStats,
  file: Pick<JobFile, 'sizeBytes' | 'mtimeNs' | 'fileId'>,
): 'size' | 'modified' | 'replaced' | null {
  if (!stat.isFile()) return 'replaced';
  const change = identityChange(file, fileStats(stat), false)?.kind ?? null;
  if (change === 'grew' || change === 'shrank') return 'size';
  return change === null || change === 'replaced' ? change : 'modified';
}

function failed(errno: string): InspectedFile {
  if (isMissing(errno))
    return { ...found({ code: 'changed', details: { change: 'gone' } }), mayBeAway: true };
  const code = isInUse(errno) ? 'locked' : 'unreadable';
  return { ...found({ code, details: { errno } }), mayBeAway: isUnsteady(errno) };
}

function inspectContent(
  fd: number,
  file: Pick<JobFile, 'name' | 'sizeBytes'>,
  call: InspectCall,
  limits: ContentLimits,
): InspectedFile {
  const content = openedFile(fd, file.sizeBytes, { head, call });
  const type = recognizeFile(content);
  const missing = missingContent(content, type, file.name);
  if (missing !== null) return { ...found(missing), type: 'unknown' };
  if (type === null) return notRead;
  const findings: InspectionFound[] = [];
  const { locked, damage, listing, segment, exceeded } = checkContent(type, content, limits);
  if (exceeded !== null) findings.push({ code: 'check-exceeded', details: { type, limit: exceeded } });
  if (contradictsExtension(type, file.name))
    findings.push({
      code: 'type-mismatch',
      details: { type, extension: extname(file.name).slice(1).toLowerCase() },
    });
  // A piece of a file ends somewhere. Missing pieces are found by their names.
  if (damage !== null && !isPieceName(file.name))
    findings.push({ code: 'damaged', details: { type, damage } });
  if (locked !== null)
    findings.push({
      code: 'encrypted',
      details: { type, locked, encryptedEntries: listing?.encryptedEntries ?? null },
    });
  if (contentTypes[type].kind === 'container')
    findings.push({
      code: 'container',
      details: {
        type,
        entries: listing?.entries ?? null,
        expandedBytes: listing?.expandedBytes ?? null,
        ...(segment === null ? {} : { segment }),
      },
    });
  const hashes = type === 'text' ? hashesListedIn(content, file.name) : null;
  if (hashes !== null) {
    const algorithm = hashes.map((each) => hashNames[each]).join(', ');
    findings.push({ code: 'hash-list', details: { algorithm, entries: null, found: null } });
  }
  const log = type === 'text' && hashes === null ? imagingLogIn(content, file.name) : null;
  if (log !== null) {
    const { md5, sha1, segments } = log;
    findings.push({ code: 'imaging-log', details: { md5, sha1, segments: segments.length, isSame: null } });
  }
  for (const warning of listing?.warnings ?? [])
    findings.push(
      warning.kind === 'nested-containers'
        ? { code: 'nested-containers', details: { type, entries: warning.entries } }
        : { code: 'container-entries', details: { type, warning } },
    );
  return { type, findings, listing, mayBeAway: false };
}

/** Programs mark something with shorter files. */
const minRepeatedBytes = 16;

/** It is null where a file may be what its name says: its content is known, or its extension may be of anything. */
function missingContent(
  content: RandomAccess,
  type: ContentType | null,
  name: string,
): InspectionFound | null {
  // A piece begins anywhere in the whole, and a disk may be empty for as long as a piece.
  if (isPieceName(name)) return null;
  const { sizeBytes } = content;
  const repeated = repeatedByte(content);
  // A line drawn with one character.
  const isShortText =
    (repeated?.byte ?? 0xff) < 0x80 &&
    type === 'text' &&
    sizeBytes < headBytes &&
    !contradictsExtension(type, name);
  if (repeated !== null && !isShortText && sizeBytes >= minRepeatedBytes) {
    const { byte, readBytes } = repeated;
    if (readBytes < sizeBytes) return { code: 'one-byte-sampled', details: { byte, sizeBytes, readBytes } };
    return byte === 0 ? { code: 'only-zeros', details: {} } : { code: 'one-byte', details: { byte } };
  }
  // What Office and macOS write beside a document has the document's extension.
  const isSystemFile = systemFileKindOf('', name, sizeBytes) !== null;
  const extension = type === null && !isSystemFile ? knownExtension(name) : null;
  return extension === null || isMostlyText(content.read(0, headBytes))
    ? null
    : { code: 'unknown-content', details: { extension } };
}

function hashesListedIn(content: RandomAccess, name: string): ReturnType<typeof recognizeHashList> {
  return recognizeHashList(content.read(0, headBytes), name, content.sizeBytes <= headBytes);
}

/** It names the first segments of an image that has many. */
function imagingLogIn(content: RandomAccess, name: string): ReturnType<typeof parseImagingLog> {
  const head = content.read(0, headBytes);
  const text = new TextDecoder(unicodeEncodingOf(head) ?? 'utf-8').decode(head);
  return /(?:MD5|SHA-?1) /i.test(text) ? parseImagingLog(name, text.split(/\r?\n/)) : null;
}
