import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { custodianSyncRecord } from '../../../preload/contract/platform/records.ts';
import type { ApiClient } from './api-client.ts';
import { entityOf } from './envelopes.ts';
import type { RequestContent } from './http-request.ts';
import type { RequestOptions } from './request-options.ts';

export interface DirectoryOperations {
  /** The people that the sync ignored, as the platform reports them. */
  syncDirectory(
    directoryId: number,
    csv: RequestContent,
    options?: RequestOptions & { readonly answerTimeoutMs?: number },
  ): Promise<Result<readonly string[]>>;
}

export function directoryOperations(client: ApiClient): DirectoryOperations {
  return {
    async syncDirectory(directoryId, csv, options = {}) {
      const answer = await client.request('SyncDirectoryCustodians', entityOf(custodianSyncRecord), {
        priority: 'interactive',
        ...options,
        params: { directoryId },
        content: csv,
      });
      return answer.ok ? success(answer.value.data.custodians ?? []) : answer;
    },
  };
}
