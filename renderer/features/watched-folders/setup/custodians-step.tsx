import {
  maxCustodianChars,
  maxFolderLevel,
  maxPatternChars,
} from '../../../../preload/contract/views/custodian-rule.ts';
import { words } from '../../../i18n/words.ts';
import { choosePath, updateRule, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { blankAsNull } from './blank.ts';
import { ChooseFile } from './choose-file.tsx';
import { SetupPage, type SetupStepProps } from './setup-page.tsx';
import { type CustodianKind, custodianKindOf } from './setup-rule.ts';
import { useLastValue } from './use-last-value.ts';
import './watch-setup.css';

const setupWords = words.watchSetup;
const custodianWords = words.newUploadCustodians;

export const custodianFields = {
  custodianBy: 'custodians',
  custodianMap: 'custodians',
  csvSeparator: 'custodians',
  custodian: 'custodians',
} as const;

/** Whose the files are. */
export function CustodiansStep(props: SetupStepProps) {
  const { custodianBy, custodianMap, custodian } = useWatchSetup((setup) => setup.form.rule);
  const kind = custodianKindOf(custodianBy);
  const value = custodianBy?.slice(custodianBy.indexOf(':') + 1) ?? '';
  const chosenAs = {
    none: null,
    folder: useLastValue(kind === 'folder' ? custodianBy : null, 'folder:1'),
    pattern: useLastValue(kind === 'pattern' ? custodianBy : null, 'regex:'),
  };
  const option = (of: CustodianKind, label: string, description?: string) => ({
    value: of,
    label,
    ...(description === undefined ? {} : { description }),
  });
  return (
    <SetupPage
      step="custodians"
      {...props}
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
                value={kind}
                onChange={(chosen) => updateRule({ custodianBy: chosenAs[chosen] })}
              />
              {kind === 'folder' ? (
                <NumberField
                  label={setupWords.level}
                  value={Number.parseFloat(value)}
                  min={1}
                  max={maxFolderLevel}
                  onChange={(level) =>
                    updateRule({ custodianBy: `folder:${Number.isNaN(level) ? '' : level}` })
                  }
                  error={problems.custodianBy ?? null}
                />
              ) : null}
              {kind === 'pattern' ? (
                <Field
                  mono
                  label={setupWords.pattern}
                  value={value}
                  placeholder={custodianWords.patternExample}
                  hint={custodianWords.patternHint}
                  onChange={(pattern) => updateRule({ custodianBy: `regex:${pattern}` })}
                  maxLength={maxPatternChars}
                  error={problems.custodianBy ?? null}
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
                path={custodianMap}
                onChange={(file) => {
                  choosePath('custodianMap', file);
                  updateRule({ csvSeparator: null });
                }}
              />
              <Field
                label={custodianWords.defaultCustodian}
                hint={custodianWords.defaultHint}
                value={custodian ?? ''}
                onChange={(name) => updateRule({ custodian: blankAsNull(name) })}
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
