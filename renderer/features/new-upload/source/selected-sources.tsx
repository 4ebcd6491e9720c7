import { useRef } from 'react';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { updateForm } from '../../../state/new-upload-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { Icon } from '../../../ui/icon.tsx';

const sourceWords = words.newUploadSource;

/** The chosen folders and files, each with a button to remove it. */
export function SelectedSources({
  sources,
  isMissing,
  onRemoved,
}: {
  readonly sources: readonly SourceView[];
  /** An error already says that nothing is selected. */
  readonly isMissing: boolean;
  readonly onRemoved: (path: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  function remove(index: number, { sourceId, path }: SourceView) {
    const card = list.current?.closest('.card');
    updateForm({ sources: sources.filter((each) => each.sourceId !== sourceId) });
    onRemoved(path);
    // Keeps the focus in the list, on the next source; after the last one, on the button that adds more.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      const next = buttons[Math.min(index, buttons.length - 1)];
      (next ?? card?.querySelector<HTMLElement>('.drop-zone button'))?.focus();
    });
  }
  if (sources.length === 0)
    return isMissing ? null : <p className="small faint">{sourceWords.nothingSelected}</p>;
  return (
    <ul className="selected-sources" ref={list} aria-label={sourceWords.selected}>
      {sources.map((source, index) => (
        <li key={source.sourceId}>
          <Icon name={source.kind === 'folder' ? 'folder' : 'file'} />
          <span className="selected-source-path selectable">
            <FilePath path={source.path} />
          </span>
          <span className="small faint">
            {source.kind === 'folder' ? sourceWords.folder : sourceWords.file}
          </span>
          <Button
            small
            variant="quiet"
            icon="close"
            label={sourceWords.removeSource(source.path)}
            onPress={() => remove(index, source)}
          />
        </li>
      ))}
    </ul>
  );
}
