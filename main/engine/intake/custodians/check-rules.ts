import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { CustodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import { parsePattern } from '../../types/pattern.ts';
import { patternGroup } from './custodian-of.ts';

/** Fails with custodian-pattern-invalid. */
export function checkRules(rules: CustodianRules): Result<CustodianRules> {
  for (const rule of rules) {
    if (rule.kind !== 'pattern') continue;
    const checked = checkPattern(rule.pattern);
    if (!checked.ok) return checked;
  }
  return success(rules);
}

/** Fails with custodian-pattern-invalid: not a regular expression, or without the group that names the custodian. */
export function checkPattern(pattern: string): Result<void> {
  const parsed = parsePattern(pattern);
  if ('problem' in parsed) {
    const { problem, position } = parsed;
    return failure('custodian-pattern-invalid', { pattern, problem, position });
  }
  return parsed.pattern.hasGroup(patternGroup)
    ? success(undefined)
    : failure('custodian-pattern-invalid', { pattern, problem: null, position: null });
}
