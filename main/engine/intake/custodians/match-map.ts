import type { UnmatchedRow } from '../../../../preload/contract/views/custodian-preview.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { CustodianMap } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { expandedFolder } from '../../types/inner-folder.ts';
import { indexMap } from './map-index.ts';

export interface MatchedMap {
  readonly matched: number;
  /** Rows that name folders inside containers that couldn't be listed: they are sent, and nobody knows whether they are there. */
  readonly unchecked: number;
  /** The first of them. */
  readonly unmatched: readonly UnmatchedRow[];
  readonly unmatchedRows: number;
}

const maxShown = 1000;
const containersPerPage = 100;

/**
 * Which rows of a CSV name a folder or a file of the upload, or a folder inside a container. The others have no effect, and a
 * person should know.
 */
export function matchMap(
  { custodians, containerFolders }: Pick<Repositories, 'custodians' | 'containerFolders'>,
  uploadId: UploadId,
  { rows }: CustodianMap,
): MatchedMap {
  const index = indexMap(rows);
  const matched = new Set<number>();
  for (const { id, root, path } of custodians.tree(uploadId)) {
    const map = index.forRoot(root);
    for (const { line } of map.along(path)) matched.add(line);
    if (!map.hasEntryIn(path)) continue;
    for (const { name } of custodians.filesIn(id)) {
      const entry = map.at(path === '' ? name : `${path}/${name}`);
      if (entry !== null) matched.add(entry.line);
    }
  }
  for (let after = 0, isLast = false; !isLast; ) {
    const containers = containerFolders.containers(uploadId, after, containersPerPage);
    for (const { itemId, root, path } of containers) {
      const map = index.forRoot(root);
      for (const folder of containerFolders.ofItem(itemId))
        for (const { line } of map.along(`${path}/${expandedFolder(folder.path)}`)) matched.add(line);
    }
    after = containers.at(-1)?.itemId ?? after;
    isLast = containers.length < containersPerPage;
  }
  const unchecked = new Set<number>();
  for (const { root, path } of containerFolders.unlisted(uploadId))
    for (const { line } of index.forRoot(root).below(path)) if (!matched.has(line)) unchecked.add(line);
  const unmatched = rows.filter(({ line }) => !matched.has(line) && !unchecked.has(line));
  return {
    matched: rows.length - unmatched.length - unchecked.size,
    unchecked: unchecked.size,
    unmatched: unmatched.slice(0, maxShown),
    unmatchedRows: unmatched.length,
  };
}
