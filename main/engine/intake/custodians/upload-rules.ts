import type { Repositories } from '../../store/repositories.ts';
import type { StoredRequest } from '../../store/uploads/stored-request.ts';
import type { UploadId } from '../../types/ids.ts';
import { type CompiledRules, compileRules } from './custodian-of.ts';

/** The rules of an upload, ready to be asked. */
export function rulesOf(
  { custodians }: Pick<Repositories, 'custodians'>,
  id: UploadId,
  { custodianRules, custodianNames = [] }: Pick<StoredRequest, 'custodianRules' | 'custodianNames'>,
): CompiledRules {
  return compileRules(custodianRules, custodians.maps(id, custodianRules), custodianNames);
}
