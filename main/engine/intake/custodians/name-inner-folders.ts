import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContainerFolderRepository } from '../../store/items/container-folder-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { type CompiledRules, custodianInContainer } from './custodian-of.ts';

const containersPerPage = 100;
const foldersPerTurn = 500;

/**
 * Applies the rules to the folders inside an upload's containers, a few in each turn of the event loop. False if `signal`
 * stopped it before the end.
 */
export async function nameInnerFolders(
  writes: Pick<WriteBatcher, 'transaction'>,
  containerFolders: ContainerFolderRepository,
  uploadId: UploadId,
  rules: CompiledRules,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await addUncheckedFolders(writes, containerFolders, uploadId, rules, signal))) return false;
  for (let after = 0; ; ) {
    const containers = containerFolders.containers(uploadId, after, containersPerPage);
    for (const { itemId, path, root } of containers) {
      const folders = containerFolders.ofItem(itemId);
      for (let start = 0; start < folders.length; start += foldersPerTurn) {
        writes.transaction(() => {
          for (const folder of folders.slice(start, start + foldersPerTurn)) {
            const named = folder.isDoubtful ? certainFolder(folder.path) : folder.path;
            const custodian = custodianInContainer(rules, path, named, root)?.custodian ?? null;
            if (custodian !== folder.ruleCustodian) containerFolders.setRule(itemId, folder.path, custodian);
          }
        });
        await nextTurn();
        if (signal.aborted) return false;
      }
    }
    const last = containers.at(-1);
    if (last === undefined) return true;
    after = last.itemId;
  }
}

/** What the CSV names inside containers that couldn't be listed, in place of what an earlier CSV named. */
async function addUncheckedFolders(
  writes: Pick<WriteBatcher, 'transaction'>,
  containerFolders: ContainerFolderRepository,
  uploadId: UploadId,
  { map }: CompiledRules,
  signal: AbortSignal,
): Promise<boolean> {
  const unlisted = containerFolders.unlisted(uploadId);
  for (let start = 0; start < unlisted.length; start += foldersPerTurn) {
    writes.transaction(() => {
      for (const { itemId, path, root } of unlisted.slice(start, start + foldersPerTurn)) {
        const named = map?.forRoot(root).below(path) ?? [];
        containerFolders.setUnchecked(
          itemId,
          named.map((row) => `${row.path}/`),
        );
      }
    });
    await nextTurn();
    if (signal.aborted) return false;
  }
  return true;
}

/** The folders above the first name that isn't ASCII: every encoding reads those as the same. Empty if there is none. */
function certainFolder(path: string): string {
  const doubtful = /\P{ASCII}/u.exec(path)?.index ?? path.length;
  return path.slice(0, path.lastIndexOf('/', doubtful) + 1);
}
