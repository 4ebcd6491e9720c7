import { unavailableReasonText } from '../../../../preload/contract/texts/unavailable-source-text.ts';
import type { UnavailableSource } from '../../../../preload/contract/views/unavailable-source.ts';
import { SourceRoots } from '../../sources/source-roots.ts';
import type { Item } from '../../store/items/item-repository.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { LiveProgress } from '../../transfer/index.ts';
import type { RunOptions } from '../../types/run-options.ts';
import { pathKey } from '../../types/source-path.ts';
import type { EngineContext } from '../context/engine-context.ts';
import type { RunSignals } from '../context/upload-runs.ts';

type FilePlace = Pick<Item, 'folder' | 'folderBytes' | 'name' | 'nameBytes'>;

/** Other files of a root that are looked at before it counts as away. */
const maxNeighbors = 8;

/** Keeps watch over the roots of a run: what it waits for is shown, stored for `lading status`, and logged. */
export function watchSourceRoots(
  { repositories, sources, store, runs }: EngineContext,
  { id, request }: Upload,
  live: LiveProgress,
  {
    signal,
    unavailableSources = 'wait',
  }: Pick<RunSignals, 'signal'> & Pick<RunOptions, 'unavailableSources'>,
): SourceRoots {
  const { uploads, items, folders, events, watchFiles } = repositories;
  const { watch } = request;
  const roots = new SourceRoots({
    sources,
    links: request,
    isOwnRoot: (path) => folders.roots(id).some(({ rootPath }) => rootPath === path),
    // A watched folder that was deleted and made again is the same one: its ledger tells, by its other files.
    scanned: ({ root }) => (watch === undefined ? folders.rootIdentity(id, root) : null),
    scannedRoot: (path) => folders.rootIdentity(id, path),
    neighbors: (item) =>
      watch === undefined
        ? items.neighbors(item, maxNeighbors)
        : // People may move or delete every file of a batch. What else is in the watched folder, its ledger knows.
          watchFiles
            .present(watch.ruleId, maxNeighbors + 1)
            .filter((file) => !isAt(file, item))
            .map((file) => ({ ...file, root: item.root })),
    wasScannedHere: runs.wasScanned(id),
    failUnavailable: unavailableSources === 'fail',
    signal,
  });
  let before: readonly UnavailableSource[] = [];
  roots.onChange((now) => {
    const wentAway = now.filter(({ path }) => before.every((other) => other.path !== path));
    const returned = before.filter(({ path }) => now.every((other) => other.path !== path));
    before = now;
    live.unavailableSources = now;
    store.writes
      .enqueue(() => {
        const at = new Date().toISOString();
        uploads.setUnavailableSources(id, now);
        for (const { path, reason } of wentAway)
          events.append(id, at, 'source-unavailable', { path, reason: unavailableReasonText(reason) });
        for (const { path } of returned)
          events.append(id, at, roots.givenUp(path) === null ? 'source-available' : 'source-given-up', {
            path,
          });
      })
      .catch((error: unknown) => {
        // The next part shows that the disk is full.
        if (!(error instanceof StoreError)) throw error;
      });
  });
  return roots;
}

const isAt = (file: FilePlace, item: FilePlace): boolean =>
  pathKey(file.folder, file.folderBytes).equals(pathKey(item.folder, item.folderBytes)) &&
  pathKey(file.name, file.nameBytes).equals(pathKey(item.name, item.nameBytes));
