/** Reads ZIP and tar archives and messages that may be hostile. Names in them are recorded, never used as paths. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open as openFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as connect, Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type Attachment, attachmentsOf, isMessage, maxMessageBytes } from './attachments.ts';
import { hasRoom, isOutOfSpace } from './disk-space.ts';
import { BudgetExceededError, type ExpansionBudget } from './expansion-budget.ts';
import { errorMessage } from './options.ts';
import type { NewDocument } from './store/uploads.ts';
import { tarEntries } from './tar-entries.ts';
import { containerProblems } from './words.ts';
import { unlock } from './zip-decryption.ts';

export type ArchiveMember = Omit<NewDocument, 'custodian'> & {
  /** What it is in, or is itself: a document that was locked before. The same object for all members of one. */
  readonly unlocked?: { readonly path: string };
};

export interface ArchiveOptions {
  /** For the whole tree. */
  readonly budget: ExpansionBudget;
  /** A new path for an archive in an archive. */
  readonly temporary: () => string;
  /** To open encrypted files with. Reordered: those that open one come first. */
  readonly passwords: string[];
  /**
   * Paths of documents that were locked when the archive was read before: only what is in those that the passwords open now is
   * read. With null, everything is read.
   */
  readonly locked: ReadonlySet<string> | null;
}

/** Names in an archive may have 64 kB, and there may be a million of them. */
const maxPathLength = 4096;

/** As it is stored. */
export function shortened(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
}

/** Deflate compresses to a thousandth at most. What an encrypted entry claims can't be checked. */
const maxDeflateRatio = 1032;

/** By name only: office documents are ZIPs too, but they stay documents. */
function archiveKind(filename: string): 'zip' | 'tar' | 'tar.gz' | undefined {
  const [, ending] = /\.(zip|tar|tar\.gz|tgz)$/i.exec(filename) ?? [];
  switch (ending?.toLowerCase()) {
    case 'zip':
      return 'zip';
    case 'tar':
      return 'tar';
    case undefined:
      return undefined;
    default:
      return 'tar.gz';
  }
}

export const isArchive = (filename: string): boolean => archiveKind(filename) !== undefined;

/** Throws if the archive can't be read, and BudgetExceededError. Yields what could be read before. */
export async function* archiveMembers(
  { file, filename }: { readonly file: string; readonly filename: string },
  options: ArchiveOptions,
  above = '',
  depth = 0,
): AsyncGenerator<ArchiveMember> {
  switch (archiveKind(filename)) {
    case 'zip':
      yield* zipMembers(file, options, above, depth);
      break;
    case 'tar':
      yield* tarMembers(file, options, above, depth);
      break;
    case 'tar.gz': {
      const expanded = options.temporary();
      try {
        const { size } = await stat(file);
        await store(
          { path: '', claimedBytes: size, open: async () => expandedBytes(file) },
          expanded,
          options.budget,
        );
        yield* tarMembers(expanded, options, above, depth);
      } finally {
        await rm(expanded, { force: true });
      }
    }
  }
}

/** The content of a file that gzip compressed. */
function expandedBytes(file: string): Readable {
  const gunzip = createGunzip();
  connect(createReadStream(file), gunzip, () => undefined);
  return gunzip;
}

async function* zipMembers(
  file: string,
  options: ArchiveOptions,
  above: string,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      options.budget.addEntry();
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (name.endsWith('/')) continue;
      const content = { path: above + name, claimedBytes: entry.uncompressedSize };
      if (entry.isEncrypted()) yield* encryptedMembers(content, zip, entry, options, depth);
      else {
        const open = () =>
          isInside(entry, zip)
            ? zip.openReadStreamPromise(entry)
            : Promise.reject(new Error(containerProblems.beyondEnd));
        yield* membersOf({ ...content, open }, options, depth);
      }
    }
  } finally {
    zip.close();
  }
}

/** yauzl never ends its next read after one at a position that no file has. */
const isInside = ({ relativeOffsetOfLocalHeader, compressedSize }: Entry, { fileSize }: ZipFile): boolean =>
  relativeOffsetOfLocalHeader + compressedSize <= fileSize;

async function* encryptedMembers(
  content: Omit<Content, 'open'>,
  zip: ZipFile,
  entry: Entry,
  options: ArchiveOptions,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const opened = isInside(entry, zip)
    ? await unlock(zip, entry, options.passwords, options.budget)
    : undefined;
  if (opened === undefined) {
    const sizeBytes = Math.min(entry.uncompressedSize, zip.fileSize * maxDeflateRatio);
    if (options.locked === null)
      yield { path: content.path, sizeBytes, sha1: null, locked: 1, problem: null };
    return;
  }
  const { password, open } = opened;
  // The password that opened this file is the first to try with the next.
  const passwords = [password, ...options.passwords.filter((other) => other !== password)];
  options.passwords.splice(0, passwords.length, ...passwords);
  const unlocked = { path: shortened(content.path) };
  if (options.locked?.has(unlocked.path) === true)
    for await (const member of membersOf({ ...content, open }, { ...options, locked: null }, depth))
      yield { ...member, unlocked };
  else yield* membersOf({ ...content, open }, options, depth);
}

async function* tarMembers(
  file: string,
  options: ArchiveOptions,
  above: string,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  for await (const { path, sizeBytes, open } of tarEntries(file, () => options.budget.addEntry()))
    yield* membersOf({ path: above + path, claimedBytes: sizeBytes, open }, options, depth);
}

/** The attachments of a message. Throws BudgetExceededError. */
export async function* attachmentMembers(
  attachments: readonly Attachment[],
  options: ArchiveOptions,
  above = '',
  depth = 0,
): AsyncGenerator<ArchiveMember> {
  for (const { name, bytes } of attachments) {
    options.budget.addEntry();
    const open = async () => Readable.from([bytes]);
    yield* membersOf({ path: above + name, claimedBytes: bytes.length, open }, options, depth);
  }
}

interface Content {
  readonly path: string;
  readonly claimedBytes: number;
  readonly open: () => Promise<Readable>;
}

/** A file of a container: itself with what is in it, or, of an archive, what is in it. */
async function* membersOf(
  content: Content,
  options: ArchiveOptions,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const canNest = depth < options.budget.limits.depth;
  if (canNest && isArchive(content.path)) yield* nestedMembers(content, options, depth);
  else if (canNest && isMessage(content.path)) yield* messageMembers(content, options, depth);
  else if (options.locked === null) yield await hashMember(content, options.budget);
}

async function* nestedMembers(
  content: Content,
  options: ArchiveOptions,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const { budget } = options;
  const { path } = content;
  const file = options.temporary();
  const before = budget.bytes;
  let sizeBytes = 0;
  try {
    await store(content, file, budget).finally(() => {
      sizeBytes = budget.bytes - before;
    });
    yield* archiveMembers({ file, filename: path }, options, `${path}/`, depth + 1);
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    if (options.locked === null)
      yield { path, sizeBytes, sha1: null, locked: 0, problem: errorMessage(error) };
  } finally {
    await rm(file, { force: true });
  }
}

/** Writes a copy that can be read at any position. */
async function store({ claimedBytes, open }: Content, file: string, budget: ExpansionBudget): Promise<void> {
  if (!(await hasRoom(dirname(file), claimedBytes))) throw new Error(containerProblems.noRoom);
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(spend(budget, chunk), chunk);
    },
  });
  const output = await openFile(file, 'wx', 0o600);
  try {
    await pipeline(await open(), counted, output.createWriteStream());
  } catch (error) {
    throw isOutOfSpace(error) ? new Error(containerProblems.noRoom) : error;
  } finally {
    // A file that is still being opened or written couldn't be deleted.
    await output.close();
  }
}

/** The message, then its attachments. */
async function* messageMembers(
  content: Content,
  options: ArchiveOptions,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const chunks: Buffer[] = [];
  let keptBytes = 0;
  const member = await hashMember(content, options.budget, (chunk) => {
    keptBytes += chunk.length;
    if (keptBytes <= maxMessageBytes) chunks.push(chunk);
  });
  if (member.problem !== null || keptBytes > maxMessageBytes) {
    if (options.locked === null) yield member;
    return;
  }
  let attachments: readonly Attachment[];
  try {
    attachments = await attachmentsOf(Buffer.concat(chunks));
  } catch (error) {
    if (options.locked === null) yield { ...member, problem: errorMessage(error) };
    return;
  }
  if (options.locked === null) yield member;
  yield* attachmentMembers(attachments, options, `${content.path}/`, depth + 1);
}

async function hashMember(
  { path, open: openContent }: Content,
  budget: ExpansionBudget,
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<ArchiveMember> {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      onChunk(chunk);
      done(spend(budget, chunk));
    },
  });
  try {
    await pipeline(await openContent(), output);
    return { path, sizeBytes, sha1: hash.digest('hex'), locked: 0, problem: null };
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    return { path, sizeBytes, sha1: null, locked: 0, problem: errorMessage(error) };
  }
}

/** For streams, which take an error instead of letting it be thrown. */
function spend(budget: ExpansionBudget, chunk: Buffer): Error | null {
  try {
    budget.addBytes(chunk.length);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(errorMessage(error));
  }
}
