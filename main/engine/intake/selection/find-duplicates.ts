import { setImmediate } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/finding.ts';
import type { HashCheck } from './check-context.ts';
import { clearFindings } from './clear-findings.ts';
import { hashInventory } from './hash-inventory.ts';
import { SizeFilter } from './size-filter.ts';

const rowsPerTurn = 2_000;

/**
 * Flags files with the same content as another one of this upload, or as one that an earlier upload sent to the same
 * database. Only files whose size another one has are read. Returns how many couldn't be read.
 */
export async function findDuplicates(check: HashCheck): Promise<number> {
  const { repositories, uploadId, writes, signal } = check;
  const { fileHashes, findings } = repositories;
  const earlier = fileHashes.earlierUploads(uploadId);
  const sizes = new SizeFilter();
  for await (const page of pagesOf((after) => fileHashes.files(uploadId, after, rowsPerTurn)))
    for (const { sizeBytes } of page) sizes.add(sizeBytes);
  for (const id of earlier)
    for await (const page of pagesOf((after) => fileHashes.sent(id, after, rowsPerTurn)))
      for (const { sizeBytes } of page) sizes.add(sizeBytes);
  const unread = await hashInventory(check, ({ sizeBytes }) => sizeBytes > 0 && sizes.isShared(sizeBytes));
  if (signal.aborted) return unread;
  await clearFindings(check, 'duplicate');
  const add = (found: readonly NewFinding[]): void => {
    if (found.length > 0) writes.transaction(() => findings.add(uploadId, found));
  };
  for (const id of earlier)
    for await (const page of pagesOf((after) => fileHashes.sent(id, after, rowsPerTurn))) {
      const sent = page.filter(({ sizeBytes }) => sizeBytes > 0);
      // One by one, so that a file is flagged once only.
      for (const { sha1, path, upload, sentAt } of sent) {
        if (sha1 === null) continue;
        const same = fileHashes
          .find('sha1', sha1, uploadId)
          .filter(
            (item) =>
              !fileHashes.hasFinding(item, 'already-sent') && !fileHashes.hasFinding(item, 'duplicate'),
          );
        add(
          same.map((itemId) => ({
            code: 'duplicate',
            itemId,
            path: null,
            details: { of: path, sha1, upload, at: sentAt },
          })),
        );
      }
      if (signal.aborted) return unread;
    }
  for await (const page of pagesOf((after) => fileHashes.duplicates(uploadId, after, rowsPerTurn))) {
    add(
      page
        .filter(({ id }) => !fileHashes.hasFinding(id, 'duplicate'))
        .map(({ id, of, sha1 }) => ({
          code: 'duplicate',
          itemId: id,
          path: null,
          details: { of, sha1, upload: null, at: null },
        })),
    );
    if (signal.aborted) return unread;
  }
  return unread;
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
