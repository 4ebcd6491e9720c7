import type { Failure, Result } from '../../../preload/contract/failures/failure.ts';
import type { Answer, Parsed } from '../../../preload/contract/index.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import { checkPattern } from '../intake/custodians/check-rules.ts';
import { checkSelection } from '../uploads/select-files.ts';

/** The first problem of each field, before a rule is saved with it: glob-invalid and custodian-pattern-invalid. Pure. */
export function patternProblems({
  include,
  exclude,
  custodianPattern,
}: Parsed<'watch.checkPatterns'>): Answer<'watch.checkPatterns'> {
  return {
    include: failureOf(checkSelection({ ...everything, include })),
    exclude: failureOf(checkSelection({ ...everything, exclude })),
    custodianPattern: custodianPattern === null ? null : failureOf(checkPattern(custodianPattern)),
  };
}

function failureOf(result: Result<unknown>): Failure | null {
  return result.ok ? null : result.failure;
}
