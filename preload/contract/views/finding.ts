/**
 * What pre-flight found before anything is sent: a closed set of codes, each with a severity and typed details.
 * `finding-text.ts` says what it is and what to do. A finding never decides what is sent; a person does.
 */
import { z } from 'zod';
import { reasonSchema } from '../failures/failure-table.ts';
import { contentDamageSchema, listingWarningSchema, statedSegmentSchema } from './content-check.ts';
import { type ContentType, isContentType } from './content-type.ts';
import { itemId } from './ids.ts';
import { linkWarning } from './link-check.ts';
import { typedFilters } from './selection.ts';
import { systemFileKind } from './selection-schema.ts';

/**
 * Worst first. error: the file can't arrive, or not whole, or nothing of what it should hold is in it. warning: it arrives, but the platform may not be able to use
 * it. info: good to know.
 */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

const entry = <const S extends Severity, Details extends z.ZodObject>(severity: S, details: Details) => ({
  severity,
  details,
});

const bytes = z.number().nonnegative();
const count = z.int().nonnegative();
/** By content. */
const type = z.custom<ContentType>(isContentType);

/** What the check of a file may use up. */
export const contentLimits = ['bytes', 'entries', 'time', 'memory'] as const;
export type ContentLimit = (typeof contentLimits)[number];

export const findingTable = {
  /** The scan could not read it: it has failed already. */
  'not-read': entry('error', z.object({ reason: reasonSchema })),
  /** The scan skipped it: a symbolic link, a device. */
  'not-a-file': entry('info', z.object({ reason: reasonSchema })),
  /** Found by the scan, but it can't be opened or read. `errno`: the system's code. */
  unreadable: entry('error', z.object({ errno: z.string() })),
  /** Another program has it open and lets nobody else read it. */
  locked: entry('error', z.object({ errno: z.string() })),
  /** Changed or gone between the scan and this check. */
  changed: entry('error', z.object({ change: z.enum(['gone', 'size', 'modified', 'replaced']) })),
  /** More than the platform takes (platform-interface 8). */
  'too-large': entry('error', z.object({ sizeBytes: bytes, maxFileBytes: bytes })),
  /**
   * Its content may be in a cloud service only. `sign`: it has a size, but no blocks on this disk; or its name is that of
   * a placeholder or of a shortcut to an online document.
   */
  'cloud-only': entry('warning', z.object({ sign: z.enum(['no-blocks', 'placeholder', 'shortcut']) })),
  empty: entry('warning', z.object({})),
  'only-zeros': entry('error', z.object({})),
  /** Another byte, over and over. */
  'one-byte': entry('error', z.object({ byte: z.int().min(1).max(255) })),
  /** The same byte wherever a large file was read, `readBytes` in all: at its start, at its end, and in blocks between. */
  'one-byte-sampled': entry(
    'error',
    z.object({ byte: z.int().min(0).max(255), sizeBytes: bytes, readBytes: bytes }),
  ),
  /** Nothing that files of this extension hold, and nothing else that Lading knows. */
  'unknown-content': entry('error', z.object({ extension: z.string() })),
  /** Platforms take any path. Longer than Windows programs can open: 260 characters for most, 255 for a name. */
  'path-too-long': entry('info', z.object({ characters: count, max: count, part: z.enum(['path', 'name']) })),
  'name-reserved': entry('info', z.object({ name: z.string() })),
  /** `problem`: why Windows can't have a file of this name. */
  'name-invalid': entry(
    'info',
    z.object({ problem: z.enum(['trailing-dot', 'trailing-space', 'character', 'not-unicode']) }),
  ),
  /** Characters that are not shown, or that change the reading direction: it may not be what it looks like. */
  'name-misleading': entry('warning', z.object({ problem: z.enum(['control', 'bidi']) })),
  /** `modifiedAt` as in a file's row. */
  'time-implausible': entry(
    'info',
    z.object({
      problem: z.enum(['future', 'epoch-1601', 'epoch-1970', 'epoch-1980', 'before-1980']),
      modifiedAt: z.string(),
    }),
  ),
  /** What a direct link's host answered. */
  link: entry('warning', z.object({ warning: linkWarning })),
  'type-mismatch': entry('info', z.object({ type, extension: z.string() })),
  /** Entries and their size after expansion; null where the container wasn't listed. `segment`: of an intact EnCase image. */
  container: entry(
    'info',
    z.object({
      type,
      entries: count.nullable(),
      expandedBytes: bytes.nullable(),
      segment: statedSegmentSchema.optional(),
    }),
  ),
  /** `file`: nothing in it can be read without a password; `entries`: some of what it holds can't. */
  encrypted: entry(
    'warning',
    z.object({
      type,
      locked: z.enum(['file', 'entries']),
      encryptedEntries: count.nullable(),
      /** The passwords that were entered open it. Not stored: it follows from what trying them gave. */
      isOpened: z.exactOptional(z.boolean()),
    }),
  ),
  /** Cut short, or it contradicts itself. */
  damaged: entry('error', z.object({ type, damage: contentDamageSchema })),
  /** What is unusual about the entries of a container that can be listed. */
  'container-entries': entry('warning', z.object({ type, warning: listingWarningSchema })),
  /** Containers in what a container holds, by name. They were not listed, so locked or damaged files in them were not found. */
  'nested-containers': entry('info', z.object({ type, entries: count })),
  /** What operating systems leave behind. It is sent unless a person excludes it. */
  'system-file': entry('info', z.object({ kind: systemFileKind })),
  /** Its hash is in a list of known files that a person brought. */
  'known-file': entry('info', z.object({ list: z.string(), hash: z.string() })),
  /** It has the same content as `of`; `upload` and `at` where an earlier upload sent that. */
  duplicate: entry(
    'info',
    z.object({
      of: z.string(),
      sha256: z.string(),
      upload: z.string().nullable(),
      at: z.string().nullable(),
    }),
  ),
  /** An earlier upload sent it, unchanged and from the same path, to the same database. */
  'already-sent': entry(
    'info',
    z.object({ upload: z.string(), at: z.string(), sourceFileId: z.int().nullable() }),
  ),
  /** An earlier upload asked the platform to accept it, and ended without an answer: it still needs review there. */
  'maybe-sent': entry('warning', z.object({ upload: z.string(), at: z.string() })),
  /** An earlier upload sent another version of it. */
  'new-version': entry('info', z.object({ upload: z.string(), at: z.string() })),
  /** Evidence in several files. About its first file. */
  segments: entry('info', z.object({ files: count, bytes })),
  /** `names`: the first ones that are missing. */
  'segment-missing': entry('error', z.object({ names: z.array(z.string()), missing: count })),
  /** The number that its name has, and the one that it states. */
  'segment-misnamed': entry('error', z.object({ named: count, stated: count })),
  /** The rules name another custodian for one of its segments than for the first one. A name is null where the rules name nobody. */
  'segment-custodians': entry(
    'warning',
    z.object({ custodian: z.string().nullable(), segment: z.string(), other: z.string().nullable() }),
  ),
  /** The filters would split it: they see its first segment, and decide the same for all. */
  'segment-filter': entry('warning', z.object({ isSent: z.boolean(), segment: z.string() })),
  /** A filter that a person typed, and that decides about no file. */
  'filter-unused': entry('warning', z.object({ filter: z.enum(typedFilters), value: z.string() })),
  /** A container goes by its own custodian. `custodian`: somebody else with folders in it, whom the filters treat otherwise. */
  'filter-inside': entry('warning', z.object({ isSent: z.boolean(), custodian: z.string() })),
  /** A list of hashes that came with the media. About the list. `found` is null before the files were compared with it. */
  'hash-list': entry(
    'info',
    z.object({ algorithm: z.string(), entries: count.nullable(), found: count.nullable() }),
  ),
  /**
   * The log of an imaging program: hashes of the disk inside an image. `isSame`: whether the image states the same; null
   * if it states none or wasn't read. About the log.
   */
  'imaging-log': entry(
    'info',
    z.object({
      md5: z.string().nullable(),
      sha1: z.string().nullable(),
      segments: count,
      isSame: z.boolean().nullable(),
    }),
  ),
  /** The image states another hash of its disk than its log. About its last segment. */
  'image-hash-differs': entry(
    'error',
    z.object({ log: z.string(), algorithm: z.string(), expected: z.string(), actual: z.string() }),
  ),
  /** The file isn't what the list says. About the file. */
  'hash-mismatch': entry(
    'error',
    z.object({
      list: z.string(),
      line: count,
      algorithm: z.string(),
      expected: z.string(),
      actual: z.string(),
    }),
  ),
  /** The list names a file that isn't there. About the list. */
  'hash-missing': entry('warning', z.object({ name: z.string(), line: count })),
  /** In a folder whose list doesn't name it. */
  'hash-extra': entry('info', z.object({ list: z.string() })),
  /**
   * Reading its content took more than any file of its kind should: the check was ended, so it may be locked or damaged.
   * `type` is null where the thread ended before it was known.
   */
  'check-exceeded': entry('warning', z.object({ type: type.nullable(), limit: z.enum(contentLimits) })),
  /** Not checked: a person skipped the rest of the checks, or the check of this file failed. */
  'not-checked': entry('info', z.object({ files: count, why: z.enum(['skipped', 'check-failed']) })),
} as const satisfies Record<string, { readonly severity: Severity; readonly details: z.ZodObject }>;

type FindingTable = typeof findingTable;
export type FindingCode = keyof FindingTable;
export type FindingDetails<Code extends FindingCode> = z.output<FindingTable[Code]['details']>;

/** A code with its details. */
export type Found = {
  [Code in FindingCode]: { readonly code: Code; readonly details: FindingDetails<Code> };
}[FindingCode];

/** A finding before it is stored. `itemId` is null, and `path` set, where it is about no item of the inventory. */
export type NewFinding = Found & { readonly itemId: number | null; readonly path: string | null };

export type Finding = Found & {
  readonly id: number;
  readonly severity: Severity;
  readonly itemId: number | null;
  readonly path: string;
};

export const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(findingTable, code);
export const severityOf = (code: FindingCode): Severity => findingTable[code].severity;

const row = z.object({
  id: z.int(),
  code: z.string(),
  severity: z.enum(severities),
  itemId: itemId.nullable(),
  path: z.string(),
  details: z.unknown(),
});

/** Returns null if the code or its details are not of this version. */
export function parseFinding(value: unknown): Finding | null {
  const parsed = row.safeParse(value);
  if (!parsed.success || !isFindingCode(parsed.data.code)) return null;
  const details = findingTable[parsed.data.code].details.safeParse(parsed.data.details);
  return details.success ? ({ ...parsed.data, details: details.data } as Finding) : null;
}

export const finding = z.custom<Finding>((value) => parseFinding(value) !== null);
