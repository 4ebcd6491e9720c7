import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { type DirectoryOperations, directoryOperations } from './directory-operations.ts';
import { type OperationCalls, operationCalls } from './operation-calls.ts';
import { PartListSupport } from './part-list-support.ts';
import type { Profile } from './profile.ts';
import { type UploadOperations, uploadOperations } from './upload-operations.ts';

export interface Platform extends DirectoryOperations, OperationCalls, UploadOperations {
  readonly profile: Profile;
  readonly partList: PartListSupport;
}

/** The platform's client. Every request carries the key, respects the rate limit, and is retried where that is safe. */
export function createPlatform(options: ApiClientOptions): Platform {
  const client = createApiClient(options);
  return {
    profile: options.profile,
    partList: new PartListSupport(),
    ...directoryOperations(client),
    ...operationCalls(options.profile, client),
    ...uploadOperations(options.profile, client),
  };
}
