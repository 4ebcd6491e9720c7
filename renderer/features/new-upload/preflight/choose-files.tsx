import { useRef, useState } from 'react';
import type { TreeEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { reasonText } from '../../../../preload/contract/failures/failure-table.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { EmptyTree } from '../file-tree/empty-tree.tsx';
import { FileTree } from '../file-tree/file-tree.tsx';
import { searchTop } from '../file-tree/file-tree-model.ts';
import type { CheckState } from '../file-tree/file-tree-row.tsx';
import { SearchableTree } from '../file-tree/searchable-tree.tsx';
import { useFileTree } from '../file-tree/use-file-tree.ts';
import { ChoiceHistory } from './choice-history.tsx';
import './preflight.css';

const chooseWords = words.chooseFiles;

/** Which folders and files are sent, chosen by hand. A choice overrides the rules. */
export function ChooseFiles({ upload }: { readonly upload: UploadView }) {
  const uploadId = upload.id;
  const [changes, setChanges] = useState(0);
  const { queued, skipped } = upload.totals;
  const version = `${changes}/${queued.items}/${skipped.items}`;
  const onChanged = () => setChanges((before) => before + 1);
  return (
    <Card height="fill" bare label={chooseWords.title}>
      <SearchableTree
        beside={
          <>
            <span className="choose-files-tally" role="status">
              {chooseWords.tally(queued.items - upload.links, queued.bytes, skipped.items)}
            </span>
            <ChoiceHistory uploadId={uploadId} version={version} onUndone={onChanged} />
          </>
        }
      >
        {(search) => (
          <ChoiceTree
            key={search}
            uploadId={uploadId}
            search={search}
            version={version}
            onChanged={onChanged}
          />
        )}
      </SearchableTree>
    </Card>
  );
}

function ChoiceTree({
  uploadId,
  search,
  version,
  onChanged,
}: {
  readonly uploadId: number;
  readonly search: string;
  readonly version: string;
  readonly onChanged: () => void;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const tree = useFileTree(uploadId, 'selection', searchTop(search), version);
  const { rows, failure, reload } = tree;
  const choose = useCommand('selection.choose');

  async function check(entries: readonly TreeEntry[]) {
    const chosen = entries.filter((entry) => entry.kind !== 'inner-folder');
    if (chosen.length === 0 || choose.busy) return;
    // As in every list of check boxes: what isn't all checked is checked first.
    const areAllSent = chosen.every((entry) => checkedOf(entry) === true);
    const choicesOf = (kind: 'folder' | 'file') =>
      chosen
        .filter((entry) => entry.kind === kind && (areAllSent || checkedOf(entry) !== true))
        .map((entry) => ({
          id: entry.id,
          choice: areAllSent ? ('deselected' as const) : entry.choiceToSend,
        }));
    const done = await choose.run({ uploadId, folders: choicesOf('folder'), items: choicesOf('file') });
    if (done.ok) onChanged();
  }

  if (failure !== null && rows.count <= 1) return <FailureNotice failure={failure} onRetry={reload} />;
  if (rows.count === 0)
    return (
      <EmptyTree
        search={search}
        title={chooseWords.noFolders}
        description={chooseWords.noFoldersDescription}
      />
    );
  return (
    <>
      <FailureNotice failure={failure} onRetry={reload} />
      <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />
      <FileTree
        grid={grid}
        tree={tree}
        label={chooseWords.title}
        className="choose-files-tree"
        showsPaths={search !== ''}
        checkOf={checkOf}
        onCheck={(entries) => void check(entries)}
        tools={({ entries, selected }, keysId) => (
          <>
            <Button small disabled={entries.length === 0 || choose.busy} onPress={() => void check(entries)}>
              {entries.length > 0 && entries.every((entry) => checkedOf(entry) === true)
                ? chooseWords.deselect
                : chooseWords.select}
            </Button>
            <span className={`small faint${selected > 0 ? '' : ' file-tree-keys'}`} id={keysId}>
              {selected > 0 ? words.fileTree.selected(selected) : chooseWords.keys}
            </span>
          </>
        )}
        columns={[
          {
            header: chooseWords.files,
            className: 'number',
            cell: (entry) =>
              entry.kind !== 'folder' ? null : chooseWords.of(entry.items, entry.items + entry.skipped.items),
          },
          {
            header: chooseWords.size,
            className: 'number',
            cell: (entry) =>
              entry.kind === 'file' && entry.reason !== null ? (
                <span className="faint">
                  <Bytes value={entry.skipped.bytes} />
                </span>
              ) : (
                <Bytes value={entry.bytes} />
              ),
          },
          {
            header: chooseWords.reason,
            className: 'choose-files-reason',
            cell: (entry) => <NotSent entry={entry} />,
          },
        ]}
      />
    </>
  );
}

function checkedOf(entry: TreeEntry): CheckState['checked'] {
  if (entry.kind === 'inner-folder') return true;
  if (entry.kind === 'file') return entry.reason === null;
  if (entry.items === 0) return entry.skipped.items === 0;
  return entry.skipped.items === 0 ? true : 'mixed';
}

function checkOf(entry: TreeEntry): CheckState {
  return { checked: checkedOf(entry), label: chooseWords.send(entry.name) };
}

function NotSent({ entry }: { readonly entry: TreeEntry }) {
  const text = notSentText(entry);
  return text === null ? null : (
    <span className="muted truncate" title={text}>
      {text}
    </span>
  );
}

function notSentText(entry: TreeEntry): string | null {
  if (entry.kind === 'file') return entry.reason === null ? null : reasonText(entry.reason);
  if (entry.kind !== 'folder' || entry.skipped.items === 0) return null;
  return chooseWords.notSent(entry.skipped.items, entry.skipped.bytes);
}
