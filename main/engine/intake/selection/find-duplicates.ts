import { setImmediate } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import type { SentHash } from '../../store/items/file-hash-repository.ts';
import type { ItemId } from '../../types/ids.ts';
import type { HashCheck } from './check-context.ts';
import { clearFindings } from './clear-findings.ts';
import { hashInventory } from './hash-inventory.ts';

const rowsPerTurn = 2_000;

/**
 * Flags files with the same content as another one of this upload, or as one that an earlier upload sent to the same
 * database. Only files whose size another one has are read, and SHA-256 decides. Returns how many couldn't be read.
 */
export async function findDuplicates(check: HashCheck): Promise<number> {
  const { repositories, uploadId, signal } = check;
  const { fileHashes } = repositories;
  const sizes = new SizeFilter();
  for await (const page of pagesOf((after) => fileHashes.files(uploadId, after, rowsPerTurn)))
    for (const { sizeBytes } of page) sizes.add(sizeBytes);
  for await (const page of sentBefore(check)) for (const { sizeBytes } of page) sizes.add(sizeBytes);
  const unread = await hashInventory(check, ({ sizeBytes }) => sizeBytes > 0 && sizes.isShared(sizeBytes));
  if (signal.aborted) return unread;
  if (check.isCompared === undefined) await clearFindings(check, ['duplicate']);
  await findSentDuplicates(check);
  if (signal.aborted) return unread;
  await findOwnDuplicates(check);
  return unread;
}

async function findSentDuplicates(check: HashCheck): Promise<void> {
  const { fileHashes } = check.repositories;
  for await (const page of sentBefore(check)) {
    // One by one, so that a file is flagged once only.
    for (const { id, sha256, path: of, upload, sentAt: at, isOwn } of page) {
      // What was read before it was sent is compared with the others of its upload.
      if (sha256 === null || (isOwn && fileHashes.of(id) !== null)) continue;
      const same = unflagged(check, fileHashes.find('sha256', sha256, check.uploadId));
      const details = isOwn ? { of, sha256, upload: null, at: null } : { of, sha256, upload, at };
      add(
        check,
        same.map((itemId) => ({ code: 'duplicate', itemId, path: null, details })),
      );
    }
    if (check.signal.aborted) return;
  }
}

async function findOwnDuplicates(check: HashCheck): Promise<void> {
  const { repositories, uploadId, signal, isCompared = () => true } = check;
  const { fileHashes } = repositories;
  for await (const page of pagesOf((after) => fileHashes.duplicates(uploadId, after, rowsPerTurn))) {
    add(
      check,
      page
        .filter(({ id, kept }) => id !== kept && (isCompared(id) || isCompared(kept)))
        .filter(({ id }) => !fileHashes.hasFinding(id, 'duplicate'))
        .map(({ id, of, sha256 }) => ({
          code: 'duplicate',
          itemId: id,
          path: null,
          details: { of, sha256, upload: null, at: null },
        })),
    );
    if (signal.aborted) return;
  }
}

/** What earlier uploads sent to the same database, and this one before a retry. Empty files are no duplicates. */
async function* sentBefore({
  repositories: { uploads, fileHashes: own },
  earlier: { fileHashes: others },
  uploadId,
}: HashCheck): AsyncGenerator<readonly (SentHash & { readonly isOwn: boolean })[]> {
  const upload = uploads.get(uploadId);
  if (upload === null) throw new Error(`There is no upload ${uploadId}`);
  const sent = [
    ...others.earlierUploads(upload).map((id) => ({ id, fileHashes: others, isOwn: false })),
    { id: uploadId, fileHashes: own, isOwn: true },
  ];
  for (const { id, fileHashes, isOwn } of sent)
    for await (const page of pagesOf((after) => fileHashes.sent(id, after, rowsPerTurn)))
      yield page.filter(({ sizeBytes }) => sizeBytes > 0).map((file) => ({ ...file, isOwn }));
}

const flags = ['already-sent', 'duplicate'] as const;

function unflagged(
  { repositories: { fileHashes }, isCompared = () => true }: HashCheck,
  items: readonly ItemId[],
): readonly ItemId[] {
  return items.filter(isCompared).filter((item) => !flags.some((code) => fileHashes.hasFinding(item, code)));
}

function add({ writes, repositories, uploadId }: HashCheck, found: readonly NewFinding[]): void {
  if (found.length > 0) writes.transaction(() => repositories.findings.add(uploadId, found));
}

/** Others have their turn after each page. */
async function* pagesOf<Row extends { readonly id: number }>(
  read: (after: number) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const page = read(after);
    yield page;
    if (page.length < rowsPerTurn) return;
    after = page.at(-1)?.id ?? 0;
    await setImmediate();
  }
}

const bits = 2 ** 24;

/**
 * Which sizes occur more than once, in 4 MB however many files there are. It may take a size that occurs once for one that
 * occurs twice: then a file is read for nothing.
 */
export class SizeFilter {
  readonly #once = new Uint8Array(bits / 8);
  readonly #twice = new Uint8Array(bits / 8);

  add(sizeBytes: number): void {
    const at = slot(sizeBytes);
    const bit = 1 << (at & 7);
    const byte = at >> 3;
    if (((this.#once[byte] ?? 0) & bit) !== 0) this.#twice[byte] = (this.#twice[byte] ?? 0) | bit;
    this.#once[byte] = (this.#once[byte] ?? 0) | bit;
  }

  isShared(sizeBytes: number): boolean {
    const at = slot(sizeBytes);
    return ((this.#twice[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}

/** Sizes of one program's files differ by multiples of its block size: they are spread by a prime. */
const slot = (sizeBytes: number): number => sizeBytes % 16_777_213;
