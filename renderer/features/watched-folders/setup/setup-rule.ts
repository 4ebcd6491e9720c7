/** What is still wrong with the rule of the wizard: by its schema, and by the engine's check. Pure. */
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import type { Answer, Argument } from '../../../../preload/contract/index.ts';
import { clockTime, localDay } from '../../../../preload/contract/texts/format-date.ts';
import { issuesInside, issueText } from '../../../../preload/contract/texts/issue-text.ts';
import { maxFolderLevel } from '../../../../preload/contract/views/custodian-rule.ts';
import { datasetNameOfRule } from '../../../../preload/contract/watch/dataset-name.ts';
import {
  type WatchRule,
  type WatchRuleDraft,
  watchRule,
  watchRuleDraft,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import type { WatchSetupStep } from '../../../navigation/routes.ts';
import type { WatchSetupForm } from '../../../state/watch-setup-form.ts';

const setupWords = words.watchSetup;

export type SetupField = keyof WatchRule | 'connection';
export type SetupProblems = Partial<Readonly<Record<SetupField, string>>>;
/** Which step shows a field and its problem. */
export type StepOfField = Readonly<Record<SetupField, WatchSetupStep>>;
type Checked = Answer<'watch.checkRule'>;

/** `checked`: what the engine says of the rule; empty until it has answered. */
export function setupProblems(
  { rule, connectionId }: Pick<WatchSetupForm, 'rule' | 'connectionId'>,
  checked: Checked = [],
): SetupProblems {
  const problems: Partial<Record<SetupField, string>> = {};
  if (connectionId === null) problems.connection = words.newUploadSource.missingConnection;
  for (const { field, text } of schemaProblems(rule)) problems[field] ??= text;
  // The databases are those of the connection.
  if (connectionId === null) delete problems.database;
  for (const { field, failure } of checked) problems[placeOf(field, failure)] ??= checkedText(rule, failure);
  return problems;
}

/** What the engine can check. Without the fields that the schema refuses. */
export function ruleToCheck(rule: WatchRuleDraft): Argument<'watch.checkRule'> | null {
  const refused = schemaProblems(rule).map(({ field }) => String(field));
  const rest = Object.entries(rule).filter(([field]) => !refused.includes(field));
  const checkable = watchRuleDraft.safeParse(Object.fromEntries(rest));
  return checkable.success ? { rule: checkable.data } : null;
}

/** The problems of one step. */
export function problemsOf(
  step: WatchSetupStep,
  problems: SetupProblems,
  stepOf: StepOfField,
): SetupProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(
      ([field]) => (field === 'connection' || isField(field)) && stepOf[field] === step,
    ),
  );
}

const isField = (field: PropertyKey | undefined): field is keyof WatchRule =>
  field !== undefined && field in watchRule.shape;

/** What is missing, in words of its own. */
const missing: Partial<Readonly<Record<SetupField, string>>> = {
  path: setupWords.folderMissing,
  database: words.newUploadSource.missingDatabase,
  dataset: setupWords.datasetMissing,
  afterwards: setupWords.moveToMissing,
};

function schemaProblems(
  rule: WatchRuleDraft,
): readonly { readonly field: keyof WatchRule; readonly text: string }[] {
  const issues = watchRule.safeParse(rule).error?.issues ?? [];
  return issues.flatMap(issuesInside).flatMap((issue) => {
    const [field, index] = issue.path;
    if (!isField(field)) return [];
    const isMissing = issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.minimum === 1);
    const line = typeof index === 'number' ? setupWords.line(index + 1) : '';
    const text = `${line}${issueText(issue)}.`;
    const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
    return [{ field, text: (isMissing ? missing[field] : undefined) ?? sentence }];
  });
}

/** Where a person can mend it. */
function placeOf(field: SetupField, failure: Failure): SetupField {
  const isUnnamed = failure.code === 'watch-rule-invalid' && failure.problem === 'nothing-names-custodian';
  return isUnnamed ? 'custodian' : field;
}

/** The form of a custodian rule in text is never shown in the window. */
function checkedText({ custodianBy }: WatchRuleDraft, failure: Failure): string {
  if (failure.code !== 'watch-rule-invalid' || failure.problem !== 'custodian-rule-malformed')
    return failureText(failure);
  return custodianKindOf(custodianBy) === 'folder'
    ? setupWords.levelInvalid(maxFolderLevel)
    : setupWords.patternMissing;
}

export type CustodianKind = 'none' | 'folder' | 'pattern';

export function custodianKindOf(custodianBy: WatchRule['custodianBy']): CustodianKind {
  if (custodianBy === null) return 'none';
  return custodianBy.startsWith('folder:') ? 'folder' : 'pattern';
}

/** The dataset's name as it could be today. */
export function datasetExample(rule: WatchRuleDraft, today: Date): string {
  return datasetNameOfRule(rule, {
    folder: rule.datasetPer === 'folder' ? setupWords.exampleTopFolder : setupWords.exampleFolder,
    date: localDay(today),
    time: clockTime(today, undefined, 'seconds'),
    custodian: setupWords.exampleCustodian,
  });
}

/** Whether two uploads of a day make two datasets of the same name. */
export function namesRepeat({ dataset = '', datasetPer }: WatchRuleDraft): boolean {
  return datasetPer === 'batch' && !dataset.includes('{time}');
}
