import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { hashAlgorithms } from '../../../../preload/contract/views/hash-algorithm.ts';
import type { FileDigests } from '../../store/items/file-hash-repository.ts';
import type { HashCheck } from './check-context.ts';
import { clearFindings } from './clear-findings.ts';
import { hashInventory } from './hash-inventory.ts';
import { type HashListEntry, HashListReader } from './hash-list.ts';

const filterBits = 2 ** 27;
const rowsPerPage = 5_000;

export interface KnownHashes {
  /** The list's path on this computer. */
  readonly path: string;
  readonly lines: AsyncIterable<string>;
}

export interface KnownResult {
  readonly list: string;
  /** SHA-256 of the list's hashes in the order of its lines: the same list has the same. */
  readonly sha256: string;
  readonly hashes: number;
  readonly matches: number;
  readonly unread: number;
}

/**
 * Flags the files whose hash is in a list of known files. The list is read once, line by line, and compared with the
 * files, not kept: memory doesn't grow with it.
 */
export async function findKnownFiles(check: HashCheck, { path, lines }: KnownHashes): Promise<KnownResult> {
  const { repositories, writes, uploadId, signal, isCompared = () => true } = check;
  const { fileHashes, findings } = repositories;
  const unread = await hashInventory(check, ({ id, sizeBytes }) => sizeBytes > 0 && isCompared(id));
  const list = basename(path);
  const filter = filterOf(check);
  const digest = createHash('sha256');
  const reader = new HashListReader();
  let hashes = 0;
  let matches = 0;
  if (!signal.aborted && check.isCompared === undefined) await clearFindings(check, ['known-file']);
  for await (const line of lines) {
    if (signal.aborted) break;
    const row = reader.read(line);
    hashes += row.length;
    for (const { hash } of row) digest.update(`${hash}\n`);
    const strongest = strongestOf(row);
    if (strongest === null || !row.every(({ hash }) => filter.has(hash))) continue;
    const { algorithm, hash } = strongest;
    const known = fileHashes
      .find(algorithm, hash, uploadId)
      .filter(isCompared)
      .filter((itemId) => hasHashes(fileHashes.of(itemId), row))
      .filter((itemId) => !fileHashes.hasFinding(itemId, 'known-file'));
    matches += known.length;
    if (known.length > 0)
      writes.transaction(() =>
        findings.add(
          uploadId,
          known.map((itemId) => ({ code: 'known-file', itemId, path: null, details: { list, hash } })),
        ),
      );
  }
  return { list, sha256: digest.digest('hex'), hashes, matches, unread };
}

function strongestOf(row: readonly HashListEntry[]): HashListEntry | null {
  for (const wanted of hashAlgorithms) {
    const found = row.find(({ algorithm }) => algorithm === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** All that the row has: another file may have been made to share one of them. */
const hasHashes = (digests: FileDigests | null, row: readonly HashListEntry[]): boolean =>
  digests !== null && row.every(({ algorithm, hash }) => digests[algorithm] === hash);

/** The files' hashes by their first bits: a million of them let less than one percent of a list's others through. */
function filterOf({ repositories, uploadId }: HashCheck): {
  readonly has: (hash: string) => boolean;
} {
  const bits = new Uint8Array(filterBits / 8);
  const slot = (start: number): number => start % filterBits;
  for (let after = 0; ; ) {
    const page = repositories.fileHashes.starts(uploadId, after, rowsPerPage);
    for (const { sha1, md5, sha256 } of page)
      for (const start of [sha1, md5, sha256]) {
        const at = slot(Buffer.from(start).readUInt32BE());
        bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
      }
    if (page.length < rowsPerPage) break;
    after = page.at(-1)?.id ?? 0;
  }
  return {
    has: (hash) => {
      const at = slot(Number.parseInt(hash.slice(0, 8), 16));
      return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
    },
  };
}
