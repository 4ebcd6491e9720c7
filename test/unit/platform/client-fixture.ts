/** A client against a server of the test's own; both are closed after each test. */
import { inspect } from 'node:util';
import { afterEach } from 'vitest';
import { createPlatform, type Platform, type PlatformOptions } from '../../../main/engine/platform/client.ts';
import { parseApiKey } from '../../../main/engine/platform/connection.ts';
import { createPacer } from '../../../main/engine/platform/pacing.ts';
import { loadProfile } from '../../../main/engine/platform/profile-file.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { type Answering, type HttpFake, httpFake } from '../../fakes/http.ts';

export const secret = 'service.abc123.S3cretPart';
export const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inspect(result.failure));
  return result.value;
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.failure.code;
}

export async function platformAt(
  url: URL,
  options: Partial<PlatformOptions> = {},
  edit: (profile: PlatformOptions['profile']) => PlatformOptions['profile'] = (same) => same,
): Promise<Platform> {
  const profile = edit(value(await loadProfile()));
  const pacer = createPacer({ requestsPerSecond: 1000 });
  const platform = createPlatform({
    baseUrl: url,
    apiKey: value(parseApiKey(secret, profile)),
    profile,
    pacer,
    userAgent: 'Lading/test',
    random: () => 0.001,
    ...options,
  });
  opened.push(async () => {
    pacer.close();
    await platform.close();
  });
  return platform;
}

export async function served(answering: Answering): Promise<HttpFake> {
  const fake = await httpFake(answering);
  opened.push(async () => fake[Symbol.asyncDispose]());
  return fake;
}
