import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Result } from '../../../preload/contract/failure.ts';
import { type ApiClientOptions, createApiClient, type ListOptions } from './api-client.ts';
import { type PlatformOperations, platformOperations } from './operations.ts';
import { PartListSupport } from './part-list-support.ts';
import type { OperationName, Profile } from './profile.ts';

export interface PlatformOptions extends Omit<ApiClientOptions, 'dispatcher'> {
  /** Its own by default. */
  readonly dispatcher?: Dispatcher;
}

export interface Platform extends PlatformOperations {
  readonly profile: Profile;
  readonly partList: PartListSupport;
  /** The pages of any list, in order. Ends after a failure. */
  list(operation: OperationName, options?: ListOptions): AsyncIterable<Result<readonly unknown[]>>;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
/** A connection that something on the way has dropped silently would lose the next answer. */
const maxIdleMs = 15_000;

/** The platform's client. Every request carries the key, respects the rate limit, and is retried where that is safe. */
export function createPlatform({ dispatcher, ...options }: PlatformOptions): Platform {
  const agent =
    dispatcher ?? new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveMaxTimeout: maxIdleMs });
  const client = createApiClient({ ...options, dispatcher: agent });
  return {
    profile: options.profile,
    partList: new PartListSupport(),
    list: (operation, listOptions = {}) => client.pages(operation, z.unknown(), listOptions),
    ...platformOperations(options.profile, client),
    close: async () => {
      if (dispatcher === undefined) await agent.close();
    },
  };
}
