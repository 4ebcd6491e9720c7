import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { call } from '../../../state/bridge.ts';
import {
  emptyTree,
  type FolderPage,
  loadedPages,
  missingPages,
  pageKey,
  pageSize,
  type TreeRow,
  toggleFolder,
  visibleRows,
  withPage,
} from './folder-tree-model.ts';

/** The folders of a draft, asked for as they come into view. A new `version` asks again for what is here. */
export function useFolderTree(
  uploadId: number,
  version: string,
): {
  readonly rows: readonly TreeRow[];
  readonly failure: Failure | null;
  readonly toggle: (folderId: number) => void;
  /** Tells which rows are in view. */
  readonly want: (first: number, last: number) => void;
  readonly again: () => void;
} {
  const [tree, setTree] = useState(emptyTree);
  const [failure, setFailure] = useState<Failure | null>(null);
  const rows = useMemo(() => visibleRows(tree), [tree]);
  const asked = useRef(new Set<string>());

  const ask = useCallback(
    async (wanted: FolderPage) => {
      const key = pageKey(wanted.parentId, wanted.page);
      if (asked.current.has(key)) return;
      asked.current.add(key);
      const { parentId, page } = wanted;
      const answer = await call('drafts.folders', {
        uploadId,
        parentId,
        offset: page * pageSize,
        limit: pageSize,
      });
      if (!answer.ok) return setFailure(answer.failure); // stays asked: a person asks again
      asked.current.delete(key);
      setFailure(null);
      setTree((before) => withPage(before, wanted, answer.value));
    },
    [uploadId],
  );

  const want = useCallback(
    (first: number, last: number) => {
      for (const wanted of missingPages(rows.slice(first, last + 1))) void ask(wanted);
    },
    [rows, ask],
  );

  const latest = useRef(tree);
  latest.current = tree;
  const again = useCallback(() => {
    asked.current.clear();
    const here = loadedPages(latest.current);
    for (const wanted of here.length === 0 ? [{ parentId: null, page: 0 }] : here) void ask(wanted);
  }, [ask]);

  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    again();
  }, [version, again]);

  const toggle = useCallback((folderId: number) => setTree((before) => toggleFolder(before, folderId)), []);
  return { rows, failure, toggle, want, again };
}
