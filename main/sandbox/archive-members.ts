/** Reads ZIP archives and messages that may be hostile. Names in them are recorded, never used as paths. */
import { createHash } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getFileNameLowLevel, openPromise } from 'yauzl';
import { type Attachment, attachmentsOf, isMessage, maxMessageBytes } from './attachments.ts';
import { BudgetExceededError, type ExpansionBudget } from './expansion-budget.ts';
import { errorMessage } from './options.ts';
import type { NewDocument } from './store/uploads.ts';
import { containerProblems } from './words.ts';

export type ArchiveMember = Omit<NewDocument, 'custodian'>;

export interface ArchiveOptions {
  /** For the whole tree. */
  readonly budget: ExpansionBudget;
  /** A new path for an archive in an archive. */
  readonly temporary: () => string;
}

/** Deflate compresses to a thousandth at most. What an encrypted entry claims can't be checked. */
const maxDeflateRatio = 1032;

/** By name only: office documents are ZIPs too, but they stay documents. */
export function isArchive(filename: string): boolean {
  return /\.zip$/i.test(filename);
}

/** Throws if the archive can't be read, and BudgetExceededError. Yields what could be read before. */
export async function* archiveMembers(
  file: string,
  options: ArchiveOptions,
  above = '',
  depth = 0,
): AsyncGenerator<ArchiveMember> {
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      options.budget.addEntry();
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (name.endsWith('/')) continue;
      const path = above + name;
      if (entry.isEncrypted()) {
        const sizeBytes = Math.min(entry.uncompressedSize, zip.fileSize * maxDeflateRatio);
        yield { path, sizeBytes, sha1: null, locked: 1, problem: null };
      } else {
        const open = () => zip.openReadStreamPromise(entry);
        yield* membersOf({ path, claimedBytes: entry.uncompressedSize, open }, options, depth);
      }
    }
  } finally {
    zip.close();
  }
}

/** Those of a message. Throws BudgetExceededError. */
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
  else yield await hashMember(content, options.budget);
}

async function* nestedMembers(
  { path, claimedBytes, open: openContent }: Content,
  options: ArchiveOptions,
  depth: number,
): AsyncGenerator<ArchiveMember> {
  const { budget } = options;
  const file = options.temporary();
  const before = budget.bytes;
  let sizeBytes = 0;
  try {
    const { bavail, bsize } = await statfs(dirname(file));
    if (claimedBytes > (bavail * bsize) / 2) throw new Error(containerProblems.noRoom);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(spend(budget, chunk), chunk);
      },
    });
    const output = await open(file, 'wx', 0o600);
    try {
      await pipeline(await openContent(), counted, output.createWriteStream());
    } finally {
      sizeBytes = budget.bytes - before;
      // A file that is still being opened or written couldn't be deleted below.
      await output.close();
    }
    yield* archiveMembers(file, options, `${path}/`, depth + 1);
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    yield { path, sizeBytes, sha1: null, locked: 0, problem: errorMessage(error) };
  } finally {
    await rm(file, { force: true });
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
  if (member.problem !== null || keptBytes > maxMessageBytes) return yield member;
  let attachments: readonly Attachment[];
  try {
    attachments = await attachmentsOf(Buffer.concat(chunks));
  } catch (error) {
    return yield { ...member, problem: errorMessage(error) };
  }
  yield member;
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
