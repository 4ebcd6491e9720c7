import { z } from 'zod';
import type { Result } from '../../../preload/contract/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { type ApiClientOptions, createApiClient, type ListOptions } from './api-client.ts';
import { type PlatformOperations, platformOperations } from './operations.ts';
import { PartListSupport } from './part-list-support.ts';
import type { Profile } from './profile.ts';

export interface Platform extends PlatformOperations {
  readonly profile: Profile;
  readonly partList: PartListSupport;
  /** The pages of any list, in order. Ends after a failure. */
  list(operation: OperationName, options?: ListOptions): AsyncIterable<Result<readonly unknown[]>>;
}

/** The platform's client. Every request carries the key, respects the rate limit, and is retried where that is safe. */
export function createPlatform(options: ApiClientOptions): Platform {
  const client = createApiClient(options);
  return {
    profile: options.profile,
    partList: new PartListSupport(),
    list: (operation, listOptions = {}) => client.pages(operation, z.unknown(), listOptions),
    ...platformOperations(options.profile, client),
  };
}
