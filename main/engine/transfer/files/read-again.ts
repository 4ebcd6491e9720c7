import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import { versionChange } from '../../sources/file-version.ts';
import { readFailure } from '../../sources/source-handle.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import { FileHash } from '../hashing/file-hash.ts';
import { maxBlockBytes } from '../hashing/part-body.ts';
import { algorithmOf, createPartHash } from '../hashing/part-digest.ts';
import { partRange } from '../rates/part-plan.ts';
import type { FileTransfer } from './file-transfer.ts';

/** A file that is touched while it is read again is read once more, this many times in all. */
const maxReadings = 3;

/**
 * Makes sure that every part that was sent is of the file as it is now. Where its version is another one by now, the file is
 * read again: a new mode, or the mark of a virus scanner, must not cost an upload of twenty hours. Returns why it can't be
 * completed, or null.
 */
export async function checkSentVersion(
  file: FileTransfer,
  hashes: KnownContentHashes,
): Promise<Failure | null> {
  for (let readings = 0; ; readings += 1) {
    const now = await file.source.currentVersion();
    if (!now.ok) return now.failure;
    if (versionChange(file.sentVersion, now.value) === null) return null;
    if (readings === maxReadings) return failure('file-changed', { change: { kind: 'touched' } }).failure;
    const difference = await readAgain(file, hashes);
    if (difference !== null) return difference;
    await file.setSentVersion(now.value);
  }
}

/** Compares every part with its digest, and the whole with the SHA-256 that was computed, or with the SHA-1 alone. */
async function readAgain(file: FileTransfer, { sha1, sha256 }: KnownContentHashes): Promise<Failure | null> {
  const { context, sourceFile, live, plan, source, signal } = file;
  live.activity = 'hashing';
  const [algorithm, expected] = sha256 === null ? (['sha1', sha1] as const) : (['sha256', sha256] as const);
  const whole = { file: source.file, sizeBytes: plan.sizeBytes, algorithms: [algorithm], signal };
  using hash = expected === null ? null : new FileHash(whole, context.hashes);
  try {
    for (const { number, digest } of context.sourceFiles.parts(sourceFile.id)) {
      if (digest === null) return failure('file-changed', { change: { kind: 'touched' } }).failure;
      const { offset, length } = partRange(plan, number);
      const isHashed = await hash?.keepUp(offset, signal);
      if (isHashed?.ok === false) return isHashed.failure;
      hash?.mayReadTo(offset + length);
      if (await isOnDisk(file, number, digest)) continue;
      return failure('file-changed', { change: { kind: 'sent-part-differs', partNumber: number } }).failure;
    }
  } catch (error) {
    return readFailure(error);
  }
  const hashed = await hash?.done;
  if (hashed === undefined) return null;
  if (!hashed.ok) return hashed.failure;
  if (hashed.value(algorithm) === expected) return null;
  return failure('file-changed', { change: { kind: 'modified' } }).failure;
}

/** Whether a part is on the disk as it was sent. Rejects with ReadError. */
export async function isOnDisk(
  { context, source, plan, signal }: FileTransfer,
  number: number,
  digest: string,
): Promise<boolean> {
  const { blocks } = context;
  const { offset, length } = partRange(plan, number);
  const algorithm = algorithmOf(digest);
  const hash = createPartHash(algorithm);
  for (let done = 0; done < length; ) {
    const wanted = Math.min(maxBlockBytes, length - done);
    const read = await source.file.read(blocks.borrow(), wanted, offset + done, signal);
    hash.update(read);
    blocks.giveBack(read.buffer);
    if (read.length < wanted) return false;
    done += read.length;
  }
  return `${algorithm}:${hash.digest()}` === digest;
}
