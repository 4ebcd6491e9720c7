import { z } from 'zod';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { limitedValue } from '../../../../preload/contract/texts/request-limit-text.ts';
import { custodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import { newDataset } from '../../../../preload/contract/views/new-dataset.ts';
import { selection } from '../../../../preload/contract/views/selection-schema.ts';
import type { UploadRequest } from '../../types/uploads.ts';

const custodianNameRules = z.object({ custodianRules });

/** The limits that the window's calls have, for every caller. Fails with request-limit. */
export function checkLimits(
  request: Pick<UploadRequest, 'dataset' | 'custodianRules' | 'selection'>,
): Result<undefined> {
  const checked = [
    'name' in request.dataset ? newDataset.safeParse(request.dataset) : null,
    custodianNameRules.safeParse(request),
    request.selection === undefined ? null : selection.safeParse(request.selection),
  ];
  return refuseOverLimit(checked.flatMap((one) => one?.error?.issues ?? []));
}

/** Fails with request-limit where the issues of a schema are about a value that is limited. */
export function refuseOverLimit(issues: readonly z.core.$ZodIssue[]): Result<undefined> {
  for (const issue of issues) {
    const values = issue.path.map((part) => limitedValue.safeParse(part).data);
    const value = values.findLast((one) => one !== undefined);
    if (value === undefined) continue;
    const max = issue.code === 'too_big' ? Number(issue.maximum) : null;
    const counts = issue.code === 'too_big' && issue.origin === 'array' ? 'values' : 'characters';
    return failure('request-limit', { value, max, counts });
  }
  return success(undefined);
}
