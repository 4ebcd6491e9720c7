import { isAbsolute, resolve } from 'node:path';
import { type Failure, failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import type { WatchRuleProblem } from '../../../preload/contract/watch/watch-rule-text.ts';
import type { WatchRule, WatchRuleDraft } from '../../../preload/contract/watch/watched-folder.ts';
import { upwards } from '../sources/enclosing-source.ts';
import { checkSelection } from '../uploads/prepare/select-files.ts';
import { checkTemplate, namesCustodian } from './runner/dataset-name.ts';
import { parseCustodianBy } from './runner/read-custodians.ts';

export interface RuleProblem {
  /** Where in the rule: a field, and the position in its list. */
  readonly path: readonly [field: keyof WatchRule] | readonly [field: keyof WatchRule, index: number];
  readonly failure: Failure;
}

/**
 * What is wrong with a rule, as far as it can be told without the disk and the platform: watch-rule-invalid, glob-invalid, and
 * custodian-pattern-invalid. What is missing from a draft isn't said.
 */
export function ruleProblems(rule: WatchRuleDraft): readonly RuleProblem[] {
  const { path, dataset, custodian, custodianBy, custodianMap, afterwards, marker, passwordFile } = rule;
  const problems: RuleProblem[] = [];
  const refuse = (at: RuleProblem['path'], result: Result<unknown>) => {
    if (!result.ok) problems.push({ path: at, failure: result.failure });
  };
  const refuseField = (field: keyof WatchRule, problem: WatchRuleProblem, value: string) =>
    refuse([field], failure('watch-rule-invalid', { field, problem, value }));

  if (path !== undefined && !isAbsolute(path)) refuseField('path', 'not-absolute', path);
  if (dataset !== undefined) {
    refuse(['dataset'], checkTemplate(dataset));
    if (namesCustodian(dataset) && custodian === null && custodianBy === null && custodianMap === null)
      refuseField('dataset', 'nothing-names-custodian', dataset);
  }
  refuse(['custodianBy'], parseCustodianBy(custodianBy));
  if (custodianMap !== null && !isAbsolute(custodianMap))
    refuseField('custodianMap', 'not-absolute', custodianMap);
  if (passwordFile !== null && !isAbsolute(passwordFile))
    refuseField('passwordFile', 'not-absolute', passwordFile);
  else if (
    passwordFile !== null &&
    path !== undefined &&
    upwards(resolve(passwordFile)).includes(resolve(path))
  )
    refuseField('passwordFile', 'in-watched-folder', passwordFile);
  if (afterwards !== 'leave' && marker !== null && isSameEntry(afterwards.moveTo, marker))
    refuseField('afterwards', 'marker-is-move-to', marker);
  if (afterwards !== 'leave' && printable(afterwards.moveTo) !== afterwards.moveTo)
    refuseField('afterwards', 'move-to-unseen', afterwards.moveTo);
  for (const field of ['include', 'exclude'] as const)
    for (const [index, glob] of rule[field].entries())
      refuse([field, index], checkSelection({ ...everything, [field]: [glob] }));
  return problems;
}

/** Whether two names are of one file or folder where the system ignores case. */
function isSameEntry(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
