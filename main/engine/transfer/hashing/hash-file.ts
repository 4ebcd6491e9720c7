import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { readingChange } from '../../sources/file-version.ts';
import { type OpenSourceFile, openSource, type SourceAccess } from '../../sources/source-handle.ts';
import type { FileDigests } from '../../store/items/file-hash-repository.ts';
import { FileHash } from './file-hash.ts';
import type { HashPool } from './hash-pool.ts';

/** Reads a file once, on other threads. Fails if it changed since the scan or can't be read, and with stopped. */
export async function hashFile(
  item: OpenSourceFile,
  access: SourceAccess,
  hashes: HashPool,
  onHashed: (bytes: number) => void,
): Promise<Result<FileDigests>> {
  const opened = await openSource(item, access, false);
  if (!opened.ok) return opened;
  using source = opened.value;
  const { sizeBytes } = item;
  const hash = new FileHash(
    {
      file: source.file,
      sizeBytes,
      algorithms: ['sha1', 'sha256', 'md5'],
      signal: access.signal,
      onHashed,
    },
    hashes,
  );
  hash.mayReadTo(sizeBytes);
  const hashed = await hash.done;
  if (!hashed.ok) return hashed;
  const after = await source.currentVersion();
  if (!after.ok) return after;
  const change = readingChange(source.version, after.value);
  if (change !== null) return failure('file-changed', { change });
  const digestOf = hashed.value;
  return success({ sha1: digestOf('sha1'), md5: digestOf('md5'), sha256: digestOf('sha256') });
}
