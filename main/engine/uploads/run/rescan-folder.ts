import { type Reason, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { everything, isEverything } from '../../../../preload/contract/views/selection.ts';
import { nameFiles } from '../../intake/custodians/apply-rules.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import { createInventoryWriter } from '../../intake/inventory-writer.ts';
import { scanFolders } from '../../intake/scan.ts';
import type { FolderBundle } from '../../intake/scan-walk.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import { ownIdentities } from '../../store/files/data-folder.ts';
import type { Folder, StoredFolderEntry } from '../../store/items/folder-repository.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { afterEvent } from '../../types/item-states.ts';
import { loggedOutcome, outcomeChange } from '../../types/outcome-changes.ts';
import { absolutePath, joinPath, rawOf } from '../../types/source-path.ts';
import { reopen } from './record-end.ts';

/**
 * Rescans a folder that could not be read. Its files become items with the custodians that the rule, or a manual
 * assignment above, gives them; the folder itself becomes skipped. Returns how many files it added. A folder that still
 * can't be read completely stays failed.
 */
export async function rescanFolder(
  writes: WriteBatcher,
  repositories: Repositories,
  sources: SourceReader,
  item: Item,
  stateDir: string,
  signal: AbortSignal,
): Promise<Result<number>> {
  const { uploads, folders, items, events, listings, selections, findings, inspections, custodians } =
    repositories;
  const { uploadId } = item;
  const request = uploads.get(uploadId)?.request;
  const holder = folders.ofItem(item.id);
  if (request === undefined || holder === null) throw new Error(`Item ${item.id} is in no folder`);
  const { followSymlinks, selection = everything } = request;
  const rules = rulesOf(repositories, uploadId, request);
  const bundle = await bundleOf(item, holder, followSymlinks, sources, signal);
  if (bundle === null || !(await canBeRead(item, sources, signal))) return success(0);
  const root = { kind: 'folder', given: holder.rootPath, path: holder.rootPath } as const;
  const below = { rootId: holder.rootId, key: Buffer.from(keyOf(item), 'latin1') };
  const last = inspections.mark();
  // An earlier attempt that was killed may have added some of it.
  const known = new Set([keyOf(item)]);
  for (const entry of folders.contents(below)) known.add(keyOf(entry));
  const isKnown = (entry: StoredFolderEntry): boolean => known.has(keyOf(entry));
  const inventory = createInventoryWriter(
    repositories,
    {
      uploadId,
      rules,
      roots: [{ id: holder.rootId, path: holder.rootPath }],
      isKnown,
      rowsPerTransaction: 10_000, // each looks at everything below the folder
    },
    (store) =>
      writes.transaction(() => {
        store();
        const choice = selections.choiceOfFolder(holder.id);
        if (choice !== null) selections.chooseFolder(below, choice);
        if (holder.manualCustodian !== null) folders.inheritCustodian(below, holder.manualCustodian);
        // In the same transaction: what a kill leaves is named, examined, compared, and chosen as everything else was.
        custodians.setPending(uploadId, true);
        inspections.setFound(uploadId, last);
        if (!isEverything(selection)) selections.setPending(uploadId, true);
        // And a finished upload with queued files would never be resumed.
        if (uploads.totals(uploadId).queued.items > 0) reopen(repositories, uploadId);
      }),
  );
  let isWhole = true;
  const options = { signal, followSymlinks, own: ownIdentities(stateDir) };
  const scanned = await scanFolders([root], [bundle], options, (batch) => {
    isWhole &&= !batch.problems.some((problem) => keyOf(problem) === keyOf(item));
    inventory.add(batch);
  });
  if (!scanned.ok) return scanned;
  const { items: added } = inventory.end();
  await nameFiles(writes, repositories.custodians, uploadId, rules, signal);
  const { files, sizeBytes, problems } = scanned.value;
  if (isWhole && scanned.value.folders > 0)
    writes.transaction(() => {
      const to = afterEvent(item.state, 'rescanned');
      if (to === null) throw new Error(`Item ${item.id} is ${item.state} and cannot be rescanned`);
      const reason: Reason = { code: 'folder-rescanned', files };
      items.transition(item, item.state, to, reason);
      findings.remove(item.id, 'not-read', 1);
      const path = joinPath(item.folder, item.name);
      events.append(uploadId, new Date().toISOString(), 'folder-rescanned', {
        item: item.id,
        path,
        files,
        sizeBytes,
        problems,
        ...(item.id <= listings.loggedTo(uploadId)
          ? outcomeChange(item.id, loggedOutcome(to, reason), loggedOutcome(item.state, item.reason))
          : {}),
      });
    });
  return success(added);
}

async function canBeRead(item: Item, sources: SourceReader, signal: AbortSignal): Promise<boolean> {
  const { root, folder, folderBytes, name, nameBytes } = item;
  try {
    await sources.checkReadable(
      { root, path: absolutePath(root, folder, folderBytes, name, nameBytes) },
      signal,
    );
    return true;
  } catch {
    return false; // its reason is unchanged
  }
}

/** Null if a folder above it can't be examined. */
async function bundleOf(
  item: Item,
  holder: Folder,
  followSymlinks: boolean,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<FolderBundle | null> {
  const path = keyOf(item);
  const slash = path.lastIndexOf('/');
  const parent = slash === -1 ? '' : path.slice(0, slash);
  const hasAbove = followSymlinks && path !== '';
  const ancestors = hasAbove ? await identitiesTo(holder.rootPath, parent, sources, signal) : [];
  const names = path.slice(slash + 1);
  return ancestors === null ? null : { rootIndex: 0, parent, names, ancestors, mayRepeat: false };
}

/** The key of every folder from the root to `parent`: a link that leads back to one of them is a loop. */
async function identitiesTo(
  root: string,
  parent: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const names = parent === '' ? [] : parent.split('/');
  const identities: string[] = [];
  try {
    for (const depth of [...names.keys(), names.length]) {
      const above = Buffer.from(names.slice(0, depth).join('/'), 'latin1');
      identities.push(await sources.keyOf({ root, path: absolutePath(root, '', above, '', null) }, signal));
    }
    return identities;
  } catch {
    return null; // its reason is unchanged
  }
}

function keyOf({ folder, folderBytes, name, nameBytes }: StoredFolderEntry): string {
  return joinPath(rawOf(folder, folderBytes), rawOf(name, nameBytes));
}
