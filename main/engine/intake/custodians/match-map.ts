import type { MapMatch } from '../../../../preload/contract/views/custodian-preview.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';
import { expandedFolder } from '../../types/inner-folder.ts';
import { indexMap } from './map-index.ts';

const maxShown = 1000;
const containersPerPage = 100;

/**
 * Which rows of the upload's CSV name one of its folders or files, or a folder inside a container. The others have no effect,
 * and a person should know. Returns null without a CSV.
 */
export function matchMap(
  {
    uploads,
    custodians,
    containerFolders,
  }: Pick<Repositories, 'uploads' | 'custodians' | 'containerFolders'>,
  uploadId: UploadId,
): MapMatch | null {
  const [map] = custodians.maps(uploadId, uploads.get(uploadId)?.request.custodianRules ?? []);
  if (map === undefined) return null;
  const { rows } = map;
  const index = indexMap(rows);
  const matched = new Set<number>();
  for (const { id, root, path } of custodians.tree(uploadId)) {
    const entries = index.forRoot(root);
    for (const { line } of entries.along(path)) matched.add(line);
    if (!entries.hasEntryIn(path)) continue;
    for (const { name } of custodians.filesIn(id)) {
      const entry = entries.at(path === '' ? name : `${path}/${name}`);
      if (entry !== null) matched.add(entry.line);
    }
  }
  // What the CSV itself names there is no listed folder.
  const unlisted = containerFolders.unlisted(uploadId);
  const unlistedIds = new Set(unlisted.map(({ itemId }) => itemId));
  for (let after = 0, isLast = false; !isLast; ) {
    const containers = containerFolders.containers(uploadId, after, containersPerPage);
    for (const { itemId, root, path } of containers) {
      if (unlistedIds.has(itemId)) continue;
      const entries = index.forRoot(root);
      for (const folder of containerFolders.ofItem(itemId))
        for (const { line } of entries.along(`${path}/${expandedFolder(folder.path)}`)) matched.add(line);
    }
    after = containers.at(-1)?.itemId ?? after;
    isLast = containers.length < containersPerPage;
  }
  const unchecked = new Set<number>();
  for (const { root, path } of unlisted)
    for (const { line } of index.forRoot(root).below(path)) if (!matched.has(line)) unchecked.add(line);
  const unmatched = rows.filter(({ line }) => !matched.has(line) && !unchecked.has(line));
  return {
    matched: rows.length - unmatched.length - unchecked.size,
    unchecked: unchecked.size,
    unmatched: unmatched.slice(0, maxShown),
    unmatchedRows: unmatched.length,
  };
}
