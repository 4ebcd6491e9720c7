import { useState } from 'react';
import { maxCustodianChars, maxPatternChars } from '../../../../preload/contract/custodian-rule.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { type CustodianBy, updateWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SetupPage } from './setup-page.tsx';
import './watch-setup.css';

const setupWords = words.watchSetup;
const custodianWords = words.newUploadCustodians;

/** Whose the files are. */
export function CustodiansStep({ folder }: { readonly folder: WatchedFolderView | null }) {
  const form = useWatchSetup((setup) => setup.form);
  const option = (value: CustodianBy, label: string, description?: string) => ({
    value,
    label,
    ...(description === undefined ? {} : { description }),
  });
  return (
    <SetupPage
      step="custodians"
      folder={folder}
      heading={setupWords.custodiansHeading}
      description={setupWords.custodiansDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <Card label={setupWords.rule}>
            <div className="stack">
              <RadioGroup
                label={custodianWords.assignBy}
                options={[
                  option('folder', setupWords.ruleFolder, setupWords.ruleFolderHint),
                  option('pattern', setupWords.rulePattern, setupWords.rulePatternHint),
                  option('none', setupWords.ruleNone),
                ]}
                value={form.custodianBy}
                onChange={(custodianBy) => updateWatchSetup({ custodianBy })}
              />
              {form.custodianBy === 'folder' ? (
                <NumberField
                  label={setupWords.level}
                  value={form.level}
                  min={1}
                  max={32}
                  onChange={(level) => updateWatchSetup({ level })}
                  error={problems.level ?? null}
                />
              ) : null}
              {form.custodianBy === 'pattern' ? (
                <Field
                  mono
                  label={setupWords.pattern}
                  value={form.pattern}
                  placeholder={custodianWords.patternExample}
                  hint={custodianWords.patternHint}
                  onChange={(pattern) => updateWatchSetup({ pattern })}
                  maxLength={maxPatternChars}
                  error={problems.pattern ?? null}
                />
              ) : null}
            </div>
          </Card>
          <Card label={setupWords.custodiansHeading}>
            <div className="stack">
              <CustodianMap storedPath={folder?.rule.custodianMap ?? null} />
              <Field
                label={custodianWords.defaultCustodian}
                hint={custodianWords.defaultHint}
                value={form.custodian}
                onChange={(custodian) => updateWatchSetup({ custodian })}
                maxLength={maxCustodianChars}
                error={problems.custodian ?? null}
              />
            </div>
          </Card>
        </div>
      )}
    </SetupPage>
  );
}

function CustodianMap({ storedPath }: { readonly storedPath: string | null }) {
  const map = useWatchSetup((setup) => setup.form.custodianMap);
  const choose = useCommand('sources.choose');
  const [isWrong, setWrong] = useState(false);
  async function chooseCsv() {
    const chosen = await choose.run({ kind: 'files' });
    if (!chosen.ok || chosen.value.length === 0) return;
    const [file, ...others] = chosen.value;
    const isCsv = file?.kind === 'file' && others.length === 0;
    setWrong(!isCsv);
    if (isCsv) updateWatchSetup({ custodianMap: { sourceId: file.sourceId, path: file.path } });
  }
  const path = map === 'keep' ? storedPath : (map?.path ?? null);
  return (
    <div className="stack">
      <div className="field-label">{custodianWords.csv}</div>
      {path === null ? null : (
        <div className="watch-setup-path selectable" role="status">
          <Icon name="file" />
          <FilePath path={path} />
        </div>
      )}
      <div className="row">
        <Button small icon="add" busy={choose.busy} onPress={() => void chooseCsv()}>
          {path === null ? custodianWords.importCsv : custodianWords.replaceCsv}
        </Button>
        {path === null ? null : (
          <Button small variant="quiet" onPress={() => updateWatchSetup({ custodianMap: null })}>
            {custodianWords.removeCsv}
          </Button>
        )}
      </div>
      {isWrong ? (
        <p className="field-error" role="alert">
          {setupWords.notACsv}
        </p>
      ) : null}
      {choose.failure === null ? null : <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />}
      <p className="small muted">{setupWords.csvHint}</p>
    </div>
  );
}
