import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../../preload/contract/failure.ts';
import type { SourceView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { dropped } from '../../../state/bridge.ts';
import { type SourceForm, updateForm, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { addSources, type SourceProblems } from './source-form.ts';

const sourceWords = words.newUploadSource;

/** Folders, files and links. */
export function SourcesCard({
  form,
  problems,
  practises,
}: {
  readonly form: SourceForm;
  readonly problems: SourceProblems;
  /** It goes to the practice platform: there is something to practise with. */
  readonly practises: boolean;
}) {
  const choose = useCommand('sources.choose');
  const sample = useCommand('sources.sample');
  const [dropFailure, setDropFailure] = useState<Failure | null>(null);
  const [told, setTold] = useState('');

  function add(more: readonly SourceView[]) {
    const { sources, added } = addSources(useNewUploadDraft.getState().form.sources, more);
    updateForm({ sources });
    const twice = more.length - added;
    setTold(
      [added > 0 ? sourceWords.added(added) : '', twice > 0 ? sourceWords.alreadyAdded(twice) : '']
        .join(' ')
        .trim(),
    );
  }
  const over = useDrop(async (files) => {
    setDropFailure(null);
    const taken = await dropped(files);
    if (taken.ok) add(taken.value);
    else setDropFailure(taken.failure);
  });
  async function ask(kind: 'folders' | 'files') {
    const chosen = await choose.run({ kind });
    if (chosen.ok) add(chosen.value);
  }

  async function takeSample() {
    const taken = await sample.run(undefined);
    if (taken.ok) add(taken.value);
  }

  const failure = choose.failure ?? sample.failure ?? dropFailure;
  const problem = problems.sources;
  return (
    <Card title={sourceWords.filesAndLinks}>
      <div className="stack">
        <section
          className={`drop${over ? ' drop-over' : ''}${problem === undefined ? '' : ' drop-bad'}`}
          aria-label={sourceWords.drop}
          {...(problem === undefined
            ? {}
            : { tabIndex: -1, 'data-problem': '', 'aria-describedby': 'no-sources' })}
        >
          <Icon name="folder" size={22} />
          <div className="drop-words">
            <strong>{over ? sourceWords.dropToAdd : sourceWords.drop}</strong>
            <span className="muted">{sourceWords.dropOr}</span>
          </div>
          <div className="row">
            <Button busy={choose.busy} onPress={() => void ask('folders')}>
              {sourceWords.chooseFolders}
            </Button>
            <Button busy={choose.busy} onPress={() => void ask('files')}>
              {sourceWords.chooseFiles}
            </Button>
          </div>
          {practises ? (
            <div className="drop-sample">
              <Button icon="practice" busy={sample.busy} onPress={() => void takeSample()}>
                {sourceWords.useSample}
              </Button>
              <span className="small muted">{sourceWords.sampleDescription}</span>
            </div>
          ) : null}
        </section>
        {problem === undefined ? null : (
          <p id="no-sources" className="field-error">
            {problem}
          </p>
        )}
        {failure === null ? null : (
          <FailureNotice
            failure={failure}
            onDismiss={() => {
              choose.dismiss();
              sample.dismiss();
              setDropFailure(null);
            }}
          />
        )}
        <Chosen
          sources={form.sources}
          missed={problem !== undefined}
          onRemoved={(path) => setTold(sourceWords.removed(path))}
        />
        <div role="status" className="small muted source-told">
          {told}
        </div>
        <Field
          kind="lines"
          mono
          label={sourceWords.links}
          value={form.links}
          onChange={(links) => updateForm({ links })}
          hint={sourceWords.linksHint}
          error={problems.links ?? null}
        />
        <Switch
          selected={form.followSymlinks}
          onChange={(followSymlinks) => updateForm({ followSymlinks })}
          hint={sourceWords.followSymlinksDescription}
        >
          {sourceWords.followSymlinks}
        </Switch>
      </div>
    </Card>
  );
}

function Chosen({
  sources,
  missed,
  onRemoved,
}: {
  readonly sources: readonly SourceView[];
  /** That nothing is chosen is said already, as what is missing. */
  readonly missed: boolean;
  readonly onRemoved: (path: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  function remove(index: number, { sourceId, path }: SourceView) {
    const card = list.current?.closest('.card');
    updateForm({ sources: sources.filter((each) => each.sourceId !== sourceId) });
    onRemoved(path);
    // The focus stays in the list, on what takes the place of what was removed; after the last, where there is more.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      const next = buttons[Math.min(index, buttons.length - 1)];
      (next ?? card?.querySelector<HTMLElement>('.drop button'))?.focus();
    });
  }
  if (sources.length === 0)
    return missed ? null : <p className="small faint">{sourceWords.nothingSelected}</p>;
  return (
    <ul className="chosen" ref={list} aria-label={sourceWords.selected}>
      {sources.map((source, index) => (
        <li key={source.sourceId}>
          <Icon name={source.kind === 'folder' ? 'folder' : 'file'} />
          <span className="truncate selectable" title={source.path}>
            {source.path}
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

/** The whole window takes what is dropped, while the step is shown. True while something is held over it. */
function useDrop(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return over;
}
