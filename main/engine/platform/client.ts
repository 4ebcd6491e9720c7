import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Result } from '../../../preload/contract/failure.ts';
import { type ApiClientOptions, type CallOptions, createApiClient, type ListOptions } from './api-client.ts';
import { type PlatformOperations, platformOperations } from './operations.ts';
import type { OperationName, Profile } from './profile.ts';

export interface PlatformOptions extends Omit<ApiClientOptions, 'dispatcher'> {
  /** One of its own without it. */
  readonly dispatcher?: Dispatcher;
}

export interface Platform extends PlatformOperations {
  readonly profile: Profile;
  /** Any operation; the answer's JSON as it came, null where it was empty. */
  call(operation: OperationName, options?: CallOptions): Promise<Result<unknown>>;
  /** The pages of a list, in order. Ends after a failure. */
  list(operation: OperationName, options?: ListOptions): AsyncIterable<Result<readonly unknown[]>>;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
/** An idle connection that something on the way has forgotten would make the next answer "lost". */
const maxIdleMs = 15_000;

/** The platform's client: every request with the key, paced, repeated where that is safe, its answer checked. */
export function createPlatform({ dispatcher, ...options }: PlatformOptions): Platform {
  const agent =
    dispatcher ?? new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveMaxTimeout: maxIdleMs });
  const asking = createApiClient({ ...options, dispatcher: agent });
  return {
    profile: options.profile,
    call: (operation, asked = {}) => asking.ask(operation, z.unknown(), asked),
    list: (operation, asked = {}) => asking.pages(operation, z.unknown(), asked),
    ...platformOperations(options.profile, asking),
    close: async () => {
      if (dispatcher === undefined) await agent.close();
    },
  };
}
