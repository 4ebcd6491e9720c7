import { useState } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import {
  maxRuleNameChars,
  type WatchedFolderView,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileDrop } from '../../../state/use-file-drop.ts';
import { updateWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import '../../../ui/drop-zone.css';
import { Field } from '../../../ui/field.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SetupPage } from './setup-page.tsx';
import type { SetupProblems } from './setup-rule.ts';
import './watch-setup.css';

const setupWords = words.watchSetup;

/** Which folder, when a file in it is complete, and which files. */
export function FolderStep({ folder }: { readonly folder: WatchedFolderView | null }) {
  const form = useWatchSetup((setup) => setup.form);
  const seconds = { unit: setupWords.secondsUnit, min: 1, max: 86_400 };
  return (
    <SetupPage
      step="folder"
      folder={folder}
      heading={setupWords.folderHeading}
      description={setupWords.folderDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <div className="stack">
            <FolderCard folder={folder} problems={problems} />
            <Card title={setupWords.which}>
              <div className="stack">
                <Field
                  kind="lines"
                  mono
                  label={setupWords.include}
                  hint={setupWords.includeHint}
                  value={form.include}
                  onChange={(include) => updateWatchSetup({ include })}
                  error={problems.include ?? null}
                />
                <Field
                  kind="lines"
                  mono
                  label={setupWords.exclude}
                  hint={setupWords.excludeHint}
                  value={form.exclude}
                  onChange={(exclude) => updateWatchSetup({ exclude })}
                  error={problems.exclude ?? null}
                />
                <Notice tone="info" title={setupWords.temporaryTitle}>
                  {setupWords.temporary}
                </Notice>
              </div>
            </Card>
          </div>
          <Card title={setupWords.complete}>
            <div className="stack">
              <NumberField
                {...seconds}
                label={setupWords.settle}
                hint={setupWords.settleHint}
                value={form.settleSeconds}
                onChange={(settleSeconds) => updateWatchSetup({ settleSeconds })}
                error={problems.settle ?? null}
              />
              <NumberField
                {...seconds}
                label={setupWords.quiet}
                hint={setupWords.quietHint}
                value={form.quietSeconds}
                onChange={(quietSeconds) => updateWatchSetup({ quietSeconds })}
                error={problems.quiet ?? null}
              />
              <Field
                label={setupWords.marker}
                hint={setupWords.markerHint}
                value={form.marker}
                onChange={(marker) => updateWatchSetup({ marker })}
                error={problems.marker ?? null}
                maxLength={255}
              />
              <NumberField
                {...seconds}
                label={setupWords.rescan}
                hint={setupWords.rescanHint}
                value={form.rescanSeconds}
                onChange={(rescanSeconds) => updateWatchSetup({ rescanSeconds })}
                error={problems.rescan ?? null}
              />
              <RadioGroup
                label={setupWords.polling}
                options={[
                  {
                    value: 'auto',
                    label: setupWords.pollingAuto,
                    description: setupWords.pollingAutoHint,
                  },
                  {
                    value: 'always',
                    label: setupWords.pollingAlways,
                    description: setupWords.pollingAlwaysHint,
                  },
                  {
                    value: 'never',
                    label: setupWords.pollingNever,
                    description: setupWords.pollingNeverHint,
                  },
                ]}
                value={form.polling}
                onChange={(polling) => updateWatchSetup({ polling })}
              />
            </div>
          </Card>
        </div>
      )}
    </SetupPage>
  );
}

function FolderCard({
  folder,
  problems,
}: {
  readonly folder: WatchedFolderView | null;
  readonly problems: SetupProblems;
}) {
  const form = useWatchSetup((setup) => setup.form);
  const choose = useCommand('paths.choose');
  const [dropFailure, setDropFailure] = useState<Failure | null>(null);
  // The file history of a rule that was active is about its folder.
  const isFixed = folder !== null && folder.state !== 'draft';
  const use = ([first]: readonly SourceView[]) => {
    if (first !== undefined && !isFixed) updateWatchSetup({ folder: first });
  };
  const isOver = useFileDrop((dropped) => {
    setDropFailure(dropped.ok ? null : dropped.failure);
    if (dropped.ok) use(dropped.value);
  });
  async function chooseFolder() {
    const chosen = await choose.run({ purpose: 'watched-folder' });
    if (chosen.ok) use(chosen.value);
  }
  const path = form.folder?.path ?? folder?.rule.path ?? null;
  const problem = problems.folder ?? null;
  const failure = choose.failure ?? dropFailure;
  return (
    <Card title={setupWords.folder}>
      <div className="stack">
        {isFixed ? null : (
          <section
            className={`drop-zone${isOver ? ' drop-zone-over' : ''}${problem === null ? '' : ' drop-zone-invalid'}`}
            aria-label={setupWords.drop}
            {...(problem === null
              ? {}
              : { tabIndex: -1, 'data-problem': '', 'aria-describedby': 'watch-folder-problem' })}
          >
            <Icon name="folder" size={22} />
            <div className="drop-zone-text">
              <strong>{isOver ? setupWords.dropToUse : setupWords.drop}</strong>
              <span className="muted">{setupWords.dropOr}</span>
            </div>
            <Button busy={choose.busy} onPress={() => void chooseFolder()}>
              {path === null ? setupWords.chooseFolder : setupWords.changeFolder}
            </Button>
          </section>
        )}
        {problem === null ? null : (
          <p id="watch-folder-problem" className="field-error">
            {problem}
          </p>
        )}
        {failure === null ? null : (
          <FailureNotice
            failure={failure}
            onDismiss={() => {
              choose.dismiss();
              setDropFailure(null);
            }}
          />
        )}
        {path === null ? null : (
          <div className="watch-setup-path selectable" role="status">
            <Icon name="folder" />
            <FilePath path={path} />
          </div>
        )}
        {isFixed ? <p className="small muted">{setupWords.folderFixed}</p> : null}
        <Field
          label={setupWords.name}
          hint={setupWords.nameHint}
          value={form.name}
          onChange={(name) => updateWatchSetup({ name })}
          maxLength={maxRuleNameChars}
        />
      </div>
    </Card>
  );
}
