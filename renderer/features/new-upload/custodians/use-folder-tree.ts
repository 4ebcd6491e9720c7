import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { call } from '../../../state/bridge.ts';
import {
  emptyTree,
  type FolderPage,
  flattenTree,
  loadedPages,
  missingPages,
  pageKey,
  pageSize,
  type TreeRow,
  toggleFolder,
  withPage,
} from './folder-tree-model.ts';

const firstPage: FolderPage = { parentId: null, page: 0 };

export interface LoadedFolderTree {
  readonly rows: readonly TreeRow[];
  readonly failure: Failure | null;
  readonly toggle: (folderId: number) => void;
  /** Loads what is missing in the visible rows. */
  readonly loadVisible: (first: number, last: number) => void;
  readonly reload: () => void;
}

/** The folders of a draft, loaded as they scroll into view. A new `version` reloads them. */
export function useFolderTree(uploadId: number, version: string): LoadedFolderTree {
  const [tree, setTree] = useState(emptyTree);
  const [failure, setFailure] = useState<Failure | null>(null);
  const rows = useMemo(() => flattenTree(tree), [tree]);
  const requested = useRef(new Set<string>());

  const loadPage = useCallback(
    async (folderPage: FolderPage) => {
      const key = pageKey(folderPage);
      if (requested.current.has(key)) return;
      requested.current.add(key);
      const { parentId, page } = folderPage;
      const answer = await call('drafts.folders', {
        uploadId,
        parentId,
        offset: page * pageSize,
        limit: pageSize,
      });
      if (!answer.ok) return setFailure(answer.failure); // Still marked as requested: only the user retries
      requested.current.delete(key);
      setFailure(null);
      setTree((before) => withPage(before, folderPage, answer.value));
    },
    [uploadId],
  );

  const loadVisible = useCallback(
    (first: number, last: number) => {
      for (const page of missingPages(rows.slice(first, last + 1))) void loadPage(page);
    },
    [rows, loadPage],
  );

  const latest = useRef(tree);
  latest.current = tree;
  const reload = useCallback(() => {
    requested.current.clear();
    const loaded = loadedPages(latest.current);
    for (const page of loaded.length === 0 ? [firstPage] : loaded) void loadPage(page);
  }, [loadPage]);

  const shownVersion = useRef(version);
  useEffect(() => {
    if (shownVersion.current === version) return;
    shownVersion.current = version;
    reload();
  }, [version, reload]);

  const toggle = useCallback((folderId: number) => setTree((before) => toggleFolder(before, folderId)), []);
  return { rows, failure, toggle, loadVisible, reload };
}
