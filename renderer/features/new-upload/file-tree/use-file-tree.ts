import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TreeEntry, TreeParent } from '../../../../preload/contract/calls/tree-calls.ts';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { call } from '../../../state/bridge.ts';
import {
  emptyTree,
  entryKey,
  loadedEntries,
  loadedPages,
  missingPages,
  pageKey,
  pageSize,
  rowsBetween,
  type TreePage,
  type TreeRows,
  toggleOpen,
  treeRows,
  withPage,
} from './file-tree-model.ts';

export interface LoadedFileTree {
  readonly rows: TreeRows;
  readonly failure: Failure | null;
  readonly toggle: (entry: TreeEntry) => void;
  /** Opens a row that got its first folder, also where it is the only row. */
  readonly open: (entry: TreeEntry) => void;
  /** Loads what is missing in the visible rows. */
  readonly loadVisible: (first: number, last: number) => void;
  /** The keys of all rows, after those that are missing were loaded. */
  readonly loadAll: () => Promise<ReadonlySet<string>>;
  /** The loaded entries with these keys. */
  readonly entriesOf: (keys: ReadonlySet<string>) => readonly TreeEntry[];
  readonly reload: () => void;
}

/** The folders and files of a draft, loaded as they scroll into view. A new `version` reloads them; `shown` never changes. */
export function useFileTree(
  uploadId: number,
  view: 'selection' | 'custodians',
  shown: TreeParent,
  version: string,
): LoadedFileTree {
  const [tree, setTree] = useState(() => emptyTree(shown));
  const { top } = tree;
  const [failure, setFailure] = useState<Failure | null>(null);
  const rows = useMemo(() => treeRows(tree), [tree]);
  const requested = useRef(new Set<string>());

  const loadPage = useCallback(
    async (treePage: TreePage) => {
      const key = pageKey(treePage);
      if (requested.current.has(key)) return [];
      requested.current.add(key);
      const { parent, page } = treePage;
      const answer = await call('drafts.tree', {
        uploadId,
        parent,
        view,
        offset: page * pageSize,
        limit: pageSize,
      });
      if (!answer.ok) {
        setFailure(answer.failure);
        return []; // Still marked as requested: only the user retries
      }
      requested.current.delete(key);
      setFailure(null);
      setTree((before) => withPage(before, treePage, answer.value));
      return answer.value.entries;
    },
    [uploadId, view],
  );

  const loadVisible = useCallback(
    (first: number, last: number) => {
      for (const page of missingPages(rowsBetween(rows, first, last))) void loadPage(page);
    },
    [rows, loadPage],
  );

  const loadAll = useCallback(async () => {
    const all = rowsBetween(rows, 0, rows.count - 1);
    const loaded = await Promise.all(missingPages(all).map(loadPage));
    const shown = all.flatMap((row) => (row.kind === 'entry' ? [row.entry] : []));
    return new Set([...shown, ...loaded.flat()].map(entryKey));
  }, [rows, loadPage]);

  const latest = useRef(tree);
  latest.current = tree;
  const reload = useCallback(() => {
    requested.current.clear();
    const loaded = loadedPages(latest.current);
    for (const page of loaded.length === 0 ? [{ parent: top, page: 0 }] : loaded) void loadPage(page);
  }, [loadPage, top]);

  const shownVersion = useRef(version);
  useEffect(() => {
    if (shownVersion.current === version) return;
    shownVersion.current = version;
    reload();
  }, [version, reload]);

  const toggle = useCallback((entry: TreeEntry) => setTree((before) => toggleOpen(before, entry)), []);

  // A single source folder is expanded right away: what is decided is decided of its subfolders.
  const wasExpanded = useRef(false);
  const firstRow = rows.at(0);
  const onlyFolder =
    rows.count === 1 && firstRow?.kind === 'entry' && firstRow.entry.hasChildren ? firstRow.entry : null;
  useEffect(() => {
    if (wasExpanded.current || onlyFolder === null) return;
    wasExpanded.current = true;
    toggle(onlyFolder);
  }, [onlyFolder, toggle]);
  const open = useCallback(
    (entry: TreeEntry) => {
      wasExpanded.current = true;
      if (!entry.hasChildren) toggle(entry);
    },
    [toggle],
  );
  const entriesOf = useCallback(
    (keys: ReadonlySet<string>) =>
      keys.size === 0 ? [] : [...loadedEntries(latest.current)].filter((each) => keys.has(entryKey(each))),
    [],
  );
  return { rows, failure, toggle, open, loadVisible, loadAll, entriesOf, reload };
}
