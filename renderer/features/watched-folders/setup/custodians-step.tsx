import { maxCustodianChars, maxPatternChars } from '../../../../preload/contract/views/custodian-rule.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { type CustodianBy, updateWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ChooseFile } from './choose-file.tsx';
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
              <ChooseFile
                label={custodianWords.csv}
                hint={setupWords.csvHint}
                buttons={{
                  choose: custodianWords.importCsv,
                  replace: custodianWords.replaceCsv,
                  remove: custodianWords.removeCsv,
                }}
                purpose="custodian-map"
                file={form.custodianMap}
                storedPath={folder?.rule.custodianMap ?? null}
                onChange={(custodianMap) => updateWatchSetup({ custodianMap })}
              />
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
