import { naturalKey } from '../../../../preload/contract/texts/natural-key.ts';
import type { MapMatch } from '../../../../preload/contract/views/custodian-preview.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';
import { expandedFolder } from '../../types/inner-folder.ts';
import { firstSegmentName } from '../../types/segments.ts';
import { indexMap, type RootMap } from './map-index.ts';

const maxShown = 1000;
const containersPerPage = 100;
const setsPerPage = 100;

/**
 * Which rows of the upload's CSV name one of its folders or files, or a folder inside a container. The others have no effect,
 * and a person should know, as of folders that no row names and another rule does. Returns null without a CSV.
 */
export function matchMap(repositories: MapRepositories, uploadId: UploadId): MapMatch | null {
  return readMatch(repositories, uploadId)?.match ?? null;
}

/** The folders with files that no row of the CSV names and another rule does: the highest of them, in the order of their paths. */
export function unnamedFolders(repositories: MapRepositories, uploadId: UploadId): readonly number[] {
  return (readMatch(repositories, uploadId)?.unnamed ?? []).map(({ id }) => id);
}

type MapRepositories = Pick<Repositories, 'uploads' | 'custodians' | 'containerFolders'>;

function readMatch(
  { uploads, custodians, containerFolders }: MapRepositories,
  uploadId: UploadId,
): { readonly match: MapMatch; readonly unnamed: readonly UnnamedFolder[] } | null {
  const [map] = custodians.maps(uploadId, uploads.get(uploadId)?.request.custodianRules ?? []);
  if (map === undefined) return null;
  const { rows } = map;
  const index = indexMap(rows);
  const matched = new Set<number>();
  const places = createUnnamedFolders();
  for (const { id, root, path, items, manual, custodian } of custodians.tree(uploadId)) {
    const entries = index.forRoot(root);
    const lines = [...entries.along(path)];
    for (const { line } of lines) matched.add(line);
    let named = 0;
    if (entries.hasEntryIn(path))
      for (const { name } of custodians.filesIn(id)) {
        const entry = entries.at(path === '' ? name : `${path}/${name}`);
        if (entry === null) continue;
        named += 1;
        matched.add(entry.line);
      }
    const isUnnamed = manual === null && custodian !== null && items > named;
    if (lines.length === 0) places.add({ id, root, path, isUnnamed }, entries);
  }
  // A set goes with its first segment, also where that one isn't there.
  for (let after = 0, isLast = false; !isLast; ) {
    const sets = custodians.segmentSets(uploadId, after, setsPerPage);
    for (const { folder, first } of sets) {
      const name = firstSegmentName(first);
      const entry = index.forRoot(folder.root).at(folder.path === '' ? name : `${folder.path}/${name}`);
      if (entry !== null) matched.add(entry.line);
    }
    after = sets.at(-1)?.id ?? after;
    isLast = sets.length < setsPerPage;
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
  const unnamed = places.all();
  const match = {
    matched: rows.length - unmatched.length - unchecked.size,
    unchecked: unchecked.size,
    unmatched: unmatched.slice(0, maxShown),
    unmatchedRows: unmatched.length,
    unnamedFolders: unnamed.length,
    unnamed: unnamed.slice(0, maxShown).map(({ path }) => path),
  };
  return { match, unnamed };
}

interface UnnamedFolder {
  readonly id: number;
  readonly path: string;
}

/** Folders that no row names, joined to the highest ones below which no row names anything. */
function createUnnamedFolders() {
  const tops = new Map<string, UnnamedFolder>();
  const withFiles = new Set<string>();
  const known = new Map<string, boolean>();
  const hasRowsBelow = (root: string, path: string, entries: RootMap): boolean => {
    const key = `${root}\0${path}`;
    const isKnown = known.get(key);
    if (isKnown !== undefined) return isKnown;
    // The source itself is never one folder among others.
    const has = path === '' || entries.below(path).length > 0;
    known.set(key, has);
    return has;
  };
  return {
    /** `isUnnamed`: it has files that another rule names. */
    add(
      { id, root, path, isUnnamed }: UnnamedFolder & { readonly root: string; readonly isUnnamed: boolean },
      entries: RootMap,
    ): void {
      let top = path;
      while (!hasRowsBelow(root, top, entries)) {
        const above = top.slice(0, Math.max(0, top.lastIndexOf('/')));
        if (hasRowsBelow(root, above, entries)) break;
        top = above;
      }
      const key = `${root}\0${top}`;
      if (top === path) tops.set(key, { id, path });
      if (isUnnamed) withFiles.add(key);
    },
    all: (): readonly UnnamedFolder[] =>
      [...withFiles]
        .flatMap((key) => tops.get(key) ?? [])
        .map((folder) => ({ folder, key: naturalKey(folder.path) }))
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ folder }) => folder),
  };
}
