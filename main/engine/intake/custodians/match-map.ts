import type { UnmatchedRow } from '../../../../preload/contract/custodian-preview.ts';
import type { CustodianRepository } from '../../store/custodian-repository.ts';
import type { CustodianMap } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { indexMap } from './map-index.ts';

export interface MatchedMap {
  readonly matched: number;
  /** The first of them. */
  readonly unmatched: readonly UnmatchedRow[];
  readonly unmatchedRows: number;
}

const maxShown = 1000;

/** Which rows of a CSV name a folder or a file of the upload. The others have no effect, and a person should know. */
export function matchMap(
  custodians: CustodianRepository,
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
  const unmatched = rows.filter(({ line }) => !matched.has(line));
  return {
    matched: rows.length - unmatched.length,
    unmatched: unmatched.slice(0, maxShown),
    unmatchedRows: unmatched.length,
  };
}
