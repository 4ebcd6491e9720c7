import type { Repositories } from '../../store/repositories.ts';
import type { StoredRequest } from '../../store/uploads/stored-request.ts';
import type { UploadId } from '../../types/ids.ts';
import { type CompiledRules, compileRules } from './custodian-of.ts';

/** The rules of an upload, ready to be asked. */
export function rulesOf(
  { custodians }: Pick<Repositories, 'custodians'>,
  id: UploadId,
  {
    custodianRules,
    custodianNames = [],
    watch,
  }: Pick<StoredRequest, 'custodianRules' | 'custodianNames' | 'watch'>,
): CompiledRules {
  const maps = custodians.maps(id, custodianRules);
  return compileRules(custodianRules, maps, custodianNames, watch !== undefined);
}
