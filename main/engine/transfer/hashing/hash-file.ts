import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { versionChange } from '../../sources/file-version.ts';
import {
  type OpenSourceFile,
  openSource,
  readFailure,
  type SourceAccess,
} from '../../sources/source-handle.ts';
import type { FileDigests } from '../../store/file-hash-repository.ts';
import type { HashResources } from './file-hash.ts';
import { HashQueue } from './hash-queue.ts';
import { maxBlockBytes } from './part-body.ts';

/** The stages of a file of several blocks: MD5 takes about as long as both of the others. */
const stages = [['sha1', 'sha256'], ['md5']] as const;
const oneStage = [['sha1', 'sha256', 'md5']] as const;

/** Reads a file once, on other threads. Fails if it changed since the scan or can't be read, and with stopped. */
export async function hashFile(
  item: OpenSourceFile,
  access: SourceAccess,
  { hashes, blocks }: HashResources,
  onBytes: (bytes: number) => void,
): Promise<Result<FileDigests>> {
  const opened = await openSource(item, access, false);
  if (!opened.ok) return opened;
  using source = opened.value;
  const hasher = await hashes.begin({ stages: item.sizeBytes > maxBlockBytes ? stages : oneStage });
  try {
    const queue = new HashQueue(hasher, blocks);
    for (let position = 0; position < item.sizeBytes; ) {
      const bytes = Math.min(maxBlockBytes, item.sizeBytes - position);
      const block = await source.file.read(blocks.borrow(), bytes, position, access.signal);
      if (block.length < bytes)
        return failure('file-changed', { change: { kind: 'truncated', atByte: position + block.length } });
      position += bytes;
      await queue.push(block);
      onBytes(bytes);
    }
    await queue.drain();
    const after = await source.currentVersion();
    if (!after.ok) return after;
    if (versionChange(source.version, after.value) !== null)
      return failure('file-changed', { change: { kind: 'modified' } });
    const [sha1, md5, sha256] = await Promise.all([
      hasher.digest('sha1'),
      hasher.digest('md5'),
      hasher.digest('sha256'),
    ]);
    return success({ sha1, md5, sha256 });
  } catch (error) {
    if (access.signal.aborted) return failure('stopped');
    return { ok: false, failure: readFailure(error) };
  } finally {
    hasher.drop();
  }
}
