import { useEffect, useRef } from 'react';
import { words } from '../../../i18n/words.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { FolderTreeGrid } from './folder-tree-grid.tsx';
import { useFolderTree } from './use-folder-tree.ts';

const custodianWords = words.newUploadCustodians;

/** The folders of a draft with their custodians, which can be assigned by hand. */
export function FolderTree({
  uploadId,
  version,
  custodians,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with the rule and the default; the folders are then reloaded. */
  readonly version: string;
  /** Existing names, suggested while typing. */
  readonly custodians: readonly string[];
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const tree = useFolderTree(uploadId, version);
  const { rows, failure, toggle, reload } = tree;

  // A single source folder is expanded right away, because its subfolders get the custodians.
  const wasExpanded = useRef(false);
  const [firstRow] = rows;
  const onlyFolderId =
    rows.length === 1 && firstRow?.kind === 'folder' && firstRow.folder.hasChildren
      ? firstRow.folder.id
      : null;
  useEffect(() => {
    if (wasExpanded.current || onlyFolderId === null) return;
    wasExpanded.current = true;
    toggle(onlyFolderId);
  }, [onlyFolderId, toggle]);

  if (failure !== null && rows.length <= 1) return <FailureNotice failure={failure} onRetry={reload} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon="folder" title={custodianWords.noFolders}>
        {custodianWords.noFoldersDescription}
      </EmptyState>
    );
  }
  return (
    <>
      {failure === null ? null : <FailureNotice failure={failure} onRetry={reload} />}
      <FolderTreeGrid uploadId={uploadId} tree={tree} custodians={custodians} onChanged={onChanged} />
    </>
  );
}
