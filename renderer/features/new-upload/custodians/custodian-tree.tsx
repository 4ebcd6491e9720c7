import { useId, useRef, useState } from 'react';
import type { FileEntry, TreeEntry, TreeParent } from '../../../../preload/contract/calls/tree-calls.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { EmptyTree } from '../file-tree/empty-tree.tsx';
import { FileTree, type TreeTargets } from '../file-tree/file-tree.tsx';
import { entryKey } from '../file-tree/file-tree-model.ts';
import { useFileTree } from '../file-tree/use-file-tree.ts';
import { AddInnerFolder } from './add-inner-folder.tsx';
import { CustodianCell, NameInput } from './custodian-cell.tsx';
import './custodians.css';

const custodianWords = words.newUploadCustodians;
/** The browser filters them as a person types. */
const maxSuggested = 1_000;

/** The folders and files of a draft, and the folders inside its containers, with who gets them: assigned by hand. */
export function CustodianTree({
  uploadId,
  shown,
  version,
  custodians,
  onChanged,
}: {
  readonly uploadId: number;
  /** Never changes. */
  readonly shown: TreeParent;
  /** Changes with the rules and the default; the tree is then reloaded. */
  readonly version: string;
  /** Existing names, suggested while typing. */
  readonly custodians: readonly string[];
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const namesId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const tree = useFileTree(uploadId, 'custodians', shown, version);
  const { rows, failure, open, reload } = tree;
  const assign = useCommand('drafts.assignCustodian');
  /** The row with the name field, and what gets the name. */
  const [edited, setEdited] = useState<{ key: string; entries: readonly TreeEntry[] } | null>(null);

  const [container, setContainer] = useState<FileEntry | null>(null);

  async function assignTo(entries: readonly TreeEntry[], custodian: string | null) {
    setEdited(null);
    grid.current?.focus();
    const changed = custodian === null ? entries.filter(({ isAssigned }) => isAssigned) : entries;
    const [first] = changed;
    if (first === undefined) return;
    const assigned = await assign.run({
      uploadId,
      folderIds: changed.flatMap((entry) => (entry.kind === 'folder' ? [entry.id] : [])),
      itemIds: changed.flatMap((entry) => (entry.kind === 'file' ? [entry.id] : [])),
      innerFolders: changed.flatMap((entry) =>
        entry.kind === 'inner-folder' ? [{ itemId: entry.itemId, path: entry.path }] : [],
      ),
      custodian,
    });
    if (!assigned.ok) return;
    reload();
    if (custodian === null)
      onChanged(
        changed.length > 1
          ? custodianWords.overridesCleared(changed.length)
          : custodianWords.overrideCleared(first.name),
      );
    else
      onChanged(
        changed.length > 1
          ? custodianWords.assignedEntries(changed.length, custodian)
          : custodianWords.assigned(first.name, custodian),
      );
  }
  async function addInnerFolder(to: FileEntry, path: string, custodian: string) {
    setContainer(null);
    const innerFolders = [{ itemId: to.id, path }];
    const assigned = await assign.run({ uploadId, folderIds: [], itemIds: [], innerFolders, custodian });
    if (!assigned.ok) return;
    open(to);
    reload();
    onChanged(custodianWords.assigned(`${to.name}/${path}`, custodian));
  }
  function edit({ active, entries }: TreeTargets): boolean {
    if (active === null) return false;
    const isAmong = entries.some((entry) => entryKey(entry) === entryKey(active));
    setEdited({ key: entryKey(active), entries: isAmong ? entries : [active] });
    return true;
  }

  if (failure !== null && rows.count <= 1) return <FailureNotice failure={failure} onRetry={reload} />;
  if (rows.count === 0)
    return (
      <EmptyTree
        search={shown.kind === 'search' ? shown.text : ''}
        title={isFiltered(shown) ? custodianWords.noneLeft : custodianWords.noFolders}
        description={
          isFiltered(shown) ? custodianWords.noneLeftDescription : custodianWords.noFoldersDescription
        }
      />
    );
  return (
    <>
      <FailureNotice failure={failure} onRetry={reload} />
      <FailureNotice failure={assign.failure} onDismiss={assign.dismiss} />
      <datalist id={namesId}>
        {custodians.slice(0, maxSuggested).map((custodian) => (
          <option key={custodian} value={custodian} />
        ))}
      </datalist>
      {container === null ? null : (
        <AddInnerFolder
          container={container}
          onAdd={(path, custodian) => void addInnerFolder(container, path, custodian)}
          onClose={() => setContainer(null)}
        />
      )}
      <FileTree
        grid={grid}
        tree={tree}
        label={custodianWords.treeLabel}
        className="custodian-tree"
        showsPaths={shown.kind !== 'sources'}
        onKey={(key, targets) => {
          if (key === 'Enter' || key === 'F2') return edit(targets);
          if (key !== 'Delete') return false;
          void assignTo(targets.entries, null);
          return true;
        }}
        tools={(targets, keysId) => (
          <>
            <Button
              small
              icon="person"
              disabled={targets.entries.length === 0}
              onPress={() => void edit(targets)}
            >
              {custodianWords.assign}
            </Button>
            <Button
              small
              disabled={!targets.entries.some(({ isAssigned }) => isAssigned)}
              onPress={() => void assignTo(targets.entries, null)}
            >
              {custodianWords.clearOverride}
            </Button>
            {targets.active?.kind === 'file' && targets.active.isUnlisted ? (
              <InnerFolderButton container={targets.active} onOpen={setContainer} />
            ) : null}
            <span className={`small faint${targets.selected > 0 ? '' : ' file-tree-keys'}`} id={keysId}>
              {targets.selected > 0 ? words.fileTree.selected(targets.selected) : custodianWords.treeKeys}
            </span>
          </>
        )}
        columns={[
          {
            header: custodianWords.files,
            className: 'number',
            cell: (entry) => <Files entry={entry} />,
          },
          {
            header: custodianWords.size,
            className: 'number file-tree-wide',
            cell: (entry) =>
              entry.kind === 'inner-folder' && entry.isUnchecked ? '–' : <Bytes value={entry.bytes} />,
          },
          {
            header: custodianWords.custodian,
            className: 'custodian-tree-name',
            cell: (entry) =>
              edited?.key === entryKey(entry) ? (
                <NameInput
                  label={custodianWords.custodianOf(entry.name)}
                  initialName={entry.custodianFrom === 'manual' ? (entry.custodian ?? '') : ''}
                  placeholder={entry.custodian ?? words.common.noCustodian}
                  namesId={namesId}
                  onCommit={(custodian) => void assignTo(edited.entries, custodian)}
                  onCancel={() => {
                    setEdited(null);
                    grid.current?.focus();
                  }}
                />
              ) : (
                <CustodianCell entry={entry} />
              ),
          },
          {
            header: custodianWords.assignedBy,
            className: 'file-tree-wide',
            cell: ({ custodianFrom }) => (
              <span className={custodianFrom === 'manual' ? 'custodian-tree-manual' : 'faint'}>
                {custodianWords.origins[custodianFrom]}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

/** Only the folders or files of one question, which a person may have answered. */
const isFiltered = ({ kind }: TreeParent): boolean => kind === 'without-custodian' || kind === 'not-in-csv';

function InnerFolderButton({
  container,
  onOpen,
}: {
  readonly container: FileEntry;
  readonly onOpen: (container: FileEntry) => void;
}) {
  return (
    <Button small onPress={() => onOpen(container)}>
      {custodianWords.innerFolder.open}
    </Button>
  );
}

function Files({ entry }: { readonly entry: TreeEntry }) {
  if (entry.kind === 'file') return null;
  if (entry.kind === 'inner-folder' && entry.isUnchecked)
    return (
      <span title={custodianWords.innerFolder.uncheckedHint}>{custodianWords.innerFolder.unchecked}</span>
    );
  return (
    <>
      {count(entry.items)}
      {entry.kind === 'folder' && entry.unreadFolders > 0 ? (
        <span title={words.status.notRead(entry.unreadFolders)}> + ?</span>
      ) : null}
    </>
  );
}
