import type { FileDigests } from '../../store/items/file-hash-repository.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { ItemId } from '../../types/ids.ts';
import type { HashCheck } from './check-context.ts';

const filesPerPage = 200;
/** A share answers several at once faster than one after the other. */
const filesAtOnce = 4;

/** Hashes the files that `wants` names and that were not hashed yet. Returns how many couldn't be read. */
export async function hashInventory(check: HashCheck, wants: (item: Item) => boolean): Promise<number> {
  const { repositories, uploadId, signal } = check;
  let unread = 0;
  for (let after = 0; ; ) {
    const page = repositories.fileHashes.files(uploadId, after, filesPerPage);
    unread += await hashItems(
      check,
      page.filter((item) => wants(item) && repositories.fileHashes.of(item.id) === null),
    );
    if (signal.aborted || page.length < filesPerPage) return unread;
    after = page.at(-1)?.id ?? 0;
  }
}

/** Hashes these files. Returns how many couldn't be read. */
export async function hashItems(
  { writes, repositories, hashFile, signal }: HashCheck,
  items: readonly Item[],
): Promise<number> {
  const waiting = [...items];
  const hashed: (readonly [ItemId, FileDigests])[] = [];
  let unread = 0;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
      const digests = await hashFile(item);
      if (digests.ok) hashed.push([item.id, digests.value]);
      else unread += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, waiting.length) }, work));
  if (hashed.length > 0)
    writes.transaction(() => {
      for (const [id, digests] of hashed) repositories.fileHashes.record(id, digests);
    });
  return unread;
}
