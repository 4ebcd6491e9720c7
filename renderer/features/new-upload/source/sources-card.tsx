import { useState } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { type SourceForm, updateForm, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileDrop } from '../../../state/use-file-drop.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import '../../../ui/drop-zone.css';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SelectedSources } from './selected-sources.tsx';
import { addMissingScheme, addSources, type SourceProblems } from './source-form.ts';

const sourceWords = words.newUploadSource;

/** Folders, files, and links to upload. */
export function SourcesCard({
  form,
  problems,
  isSandbox,
}: {
  readonly form: SourceForm;
  readonly problems: SourceProblems;
  /** Offers the sample matter. */
  readonly isSandbox: boolean;
}) {
  const choose = useCommand('paths.choose');
  const sample = useCommand('sources.sample');
  const [dropFailure, setDropFailure] = useState<Failure | null>(null);
  const [announcement, setAnnouncement] = useState('');

  function add(more: readonly SourceView[]) {
    const { sources, added } = addSources(useNewUploadDraft.getState().form.sources, more);
    updateForm({ sources });
    setAnnouncement(addedText(added, more.length - added));
  }
  const isOver = useFileDrop((dropped) => {
    setDropFailure(dropped.ok ? null : dropped.failure);
    if (dropped.ok) add(dropped.value);
  });
  async function chooseSources(purpose: 'source-folders' | 'source-files') {
    const chosen = await choose.run({ purpose });
    if (chosen.ok) add(chosen.value);
  }
  async function addSample() {
    const added = await sample.run(undefined);
    if (added.ok) add(added.value);
  }

  const failure = choose.failure ?? sample.failure ?? dropFailure;
  const isMissing = problems.sources !== undefined;
  const completed = addMissingScheme(form.links);
  return (
    <Card title={sourceWords.filesAndLinks}>
      <div className="stack">
        <section
          className={`drop-zone${isOver ? ' drop-zone-over' : ''}${isMissing ? ' drop-zone-invalid' : ''}`}
          aria-label={sourceWords.drop}
          {...(isMissing ? { tabIndex: -1, 'data-problem': '', 'aria-describedby': 'sources-problem' } : {})}
        >
          <Icon name="folder" size={22} />
          <div className="drop-zone-text">
            <strong>{isOver ? sourceWords.dropToAdd : sourceWords.drop}</strong>
            <span className="muted">{sourceWords.dropOr}</span>
          </div>
          <div className="row">
            <Button busy={choose.busy} onPress={() => void chooseSources('source-folders')}>
              {sourceWords.chooseFolders}
            </Button>
            <Button busy={choose.busy} onPress={() => void chooseSources('source-files')}>
              {sourceWords.chooseFiles}
            </Button>
          </div>
          {isSandbox ? (
            <div className="drop-zone-sample">
              <Button icon="sandbox" busy={sample.busy} onPress={() => void addSample()}>
                {sourceWords.useSample}
              </Button>
              <span className="small muted">{sourceWords.sampleDescription}</span>
            </div>
          ) : null}
        </section>
        {isMissing ? (
          <p id="sources-problem" className="field-error">
            {problems.sources}
          </p>
        ) : null}
        <FailureNotice
          failure={failure}
          onDismiss={() => {
            choose.dismiss();
            sample.dismiss();
            setDropFailure(null);
          }}
        />
        <SelectedSources
          sources={form.sources}
          isMissing={isMissing}
          onRemoved={(path) => setAnnouncement(sourceWords.removed(path))}
        />
        <div role="status" className="small muted source-announcement">
          {announcement}
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
        {completed.lines === 0 ? null : (
          <div className="row">
            <Button small onPress={() => updateForm({ links: completed.text })}>
              {sourceWords.addScheme(completed.lines)}
            </Button>
          </div>
        )}
        {form.links.trim() === '' ? null : (
          <Switch
            selected={form.maskLinks}
            onChange={(maskLinks) => updateForm({ maskLinks })}
            hint={sourceWords.maskLinksDescription}
          >
            {sourceWords.maskLinks}
          </Switch>
        )}
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

function addedText(added: number, alreadyAdded: number): string {
  return [
    added > 0 ? sourceWords.added(added) : '',
    alreadyAdded > 0 ? sourceWords.alreadyAdded(alreadyAdded) : '',
  ]
    .join(' ')
    .trim();
}
