import { useState } from 'react';
import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import {
  maxEntryNameChars,
  maxRuleNameChars,
  maxSeconds,
  type WatchedFolderView,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileDrop } from '../../../state/use-file-drop.ts';
import { choosePath, updateRule, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import '../../../ui/drop-zone.css';
import { Field } from '../../../ui/field.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { blankAsNull } from './blank.ts';
import { SetupPage, type SetupStepProps } from './setup-page.tsx';
import type { SetupProblems } from './setup-rule.ts';
import './watch-setup.css';

const setupWords = words.watchSetup;

export const folderFields = {
  path: 'folder',
  name: 'folder',
  include: 'folder',
  exclude: 'folder',
  settleSeconds: 'folder',
  quietSeconds: 'folder',
  marker: 'folder',
  rescanSeconds: 'folder',
  polling: 'folder',
} as const;

/** Which folder, when a file in it is complete, and which files. */
export function FolderStep(props: SetupStepProps) {
  const rule = useWatchSetup((setup) => setup.form.rule);
  const seconds = { unit: setupWords.secondsUnit, min: 1, max: maxSeconds };
  return (
    <SetupPage
      step="folder"
      {...props}
      heading={setupWords.folderHeading}
      description={setupWords.folderDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <div className="stack">
            <FolderCard folder={props.folder} problems={problems} />
            <Card title={setupWords.which}>
              <div className="stack">
                <Patterns
                  label={setupWords.include}
                  hint={setupWords.includeHint}
                  value={rule.include}
                  onChange={(include) => updateRule({ include })}
                  error={problems.include ?? null}
                />
                <Patterns
                  label={setupWords.exclude}
                  hint={setupWords.excludeHint}
                  value={rule.exclude}
                  onChange={(exclude) => updateRule({ exclude })}
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
                value={rule.settleSeconds}
                onChange={(settleSeconds) => updateRule({ settleSeconds })}
                error={problems.settleSeconds ?? null}
              />
              <NumberField
                {...seconds}
                label={setupWords.quiet}
                hint={setupWords.quietHint}
                value={rule.quietSeconds}
                onChange={(quietSeconds) => updateRule({ quietSeconds })}
                error={problems.quietSeconds ?? null}
              />
              <Field
                label={setupWords.marker}
                hint={setupWords.markerHint}
                value={rule.marker ?? ''}
                onChange={(marker) => updateRule({ marker: blankAsNull(marker) })}
                error={problems.marker ?? null}
                maxLength={maxEntryNameChars}
              />
              <NumberField
                {...seconds}
                label={setupWords.rescan}
                hint={setupWords.rescanHint}
                value={rule.rescanSeconds}
                onChange={(rescanSeconds) => updateRule({ rescanSeconds })}
                error={problems.rescanSeconds ?? null}
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
                value={rule.polling}
                onChange={(polling) => updateRule({ polling })}
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
  const { path, name } = useWatchSetup((setup) => setup.form.rule);
  const choose = useCommand('paths.choose');
  const [dropFailure, setDropFailure] = useState<Failure | null>(null);
  // The file history of a rule that was active is about its folder.
  const isFixed = folder !== null && folder.state !== 'draft';
  const use = ([first]: readonly SourceView[]) => {
    if (first === undefined || isFixed) return;
    const isFolder = first.kind === 'folder';
    setDropFailure(isFolder ? null : notAFolder(first.path));
    if (isFolder) choosePath('path', first);
  };
  const isOver = useFileDrop((dropped) => {
    setDropFailure(dropped.ok ? null : dropped.failure);
    if (dropped.ok) use(dropped.value);
  });
  async function chooseFolder() {
    const chosen = await choose.run({ purpose: 'watched-folder' });
    if (chosen.ok) use(chosen.value);
  }
  const problem = problems.path ?? null;
  const shownFailure = choose.failure ?? dropFailure;
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
              {path === undefined ? setupWords.chooseFolder : setupWords.changeFolder}
            </Button>
          </section>
        )}
        {problem === null ? null : (
          <p id="watch-folder-problem" className="field-error">
            {problem}
          </p>
        )}
        <FailureNotice
          failure={shownFailure}
          onDismiss={() => {
            choose.dismiss();
            setDropFailure(null);
          }}
        />
        {path === undefined ? null : (
          <div className="watch-setup-path selectable" role="status">
            <Icon name="folder" />
            <FilePath path={path} />
          </div>
        )}
        {isFixed ? <p className="small muted">{setupWords.folderFixed}</p> : null}
        <Field
          label={setupWords.name}
          hint={setupWords.nameHint}
          value={name ?? ''}
          onChange={(typed) => updateRule({ name: blankAsNull(typed) ?? undefined })}
          maxLength={maxRuleNameChars}
        />
      </div>
    </Card>
  );
}

const notAFolder = (path: string) =>
  failure('watch-rule-invalid', { field: 'path', problem: 'not-a-folder', value: path }).failure;

/** One per line. Blank lines, which a person types between two patterns, are none. */
function Patterns({
  value,
  onChange,
  ...field
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly string[];
  readonly onChange: (patterns: string[]) => void;
  readonly error: string | null;
}) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <Field
      kind="lines"
      mono
      {...field}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(typed.split(/\r?\n/).flatMap((line) => blankAsNull(line.trim()) ?? []));
      }}
    />
  );
}
