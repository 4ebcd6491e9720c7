import type { Result } from '../../../../preload/contract/failures/failure.ts';
import type { TextLine } from '../../sources/read-lines.ts';
import type { FileDigests, KnownDigests } from '../../store/items/file-hash-repository.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';

/** What the checks that read whole files share. */
export interface HashCheck {
  readonly writes: WriteBatcher;
  readonly repositories: Repositories;
  /** The store of earlier uploads, where this one is in a store of its own. */
  readonly earlier: Pick<Repositories, 'fileHashes'>;
  readonly uploadId: UploadId;
  readonly signal: AbortSignal;
  readonly hashFile: (item: Item) => Promise<Result<FileDigests>>;
  /** Which files are compared where the others were before. Absent for all. */
  readonly isCompared?: ((item: ItemId) => boolean) | undefined;
}

/** What comparing with hash lists needs. */
export interface ListCheck extends Omit<HashCheck, 'hashFile' | 'earlier'> {
  /** The hashes of these files, as far as they can be known. */
  readonly digestsOf: (items: readonly Item[]) => Promise<ReadonlyMap<ItemId, KnownDigests>>;
  /** The lines of a file of the upload. Rejects if it can't be read. */
  readonly linesOf: (item: Item) => AsyncIterable<TextLine>;
}
