/** The engine's client against a sandbox, with the key of a role. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parseApiKey } from '../../main/engine/platform/connection.ts';
import { createHttpDispatcher } from '../../main/engine/platform/dispatcher.ts';
import { createPlatform, type Platform } from '../../main/engine/platform/platform.ts';
import { loadProfile } from '../../main/engine/platform/profile-file.ts';
import { type Role, type Sandbox, type StartOptions, startSandbox } from '../../main/sandbox/index.ts';
import { ownRateLimiter } from '../fixtures/rate-limiter.ts';
import { unwrap } from '../fixtures/result.ts';

export const roles = [
  'admin',
  'databaseAdmin',
  'uploader',
  'reader',
  'legalHoldAdmin',
  'parentOrganization',
  'otherOrganization',
  'revoked',
] as const satisfies readonly Role[];

export interface SandboxPlatforms {
  readonly sandbox: Sandbox;
  readonly as: (role: Role) => Platform;
}

/** One sandbox for the tests of a file or block, without rate limit and minimum part size. */
export function sandboxForTests(options: Partial<StartOptions>): () => SandboxPlatforms {
  let started: SandboxPlatforms | undefined;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lading-conformance-'));
    closing.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const unlimited = { requestsPerSecond: 100_000, failedAuthPerSecond: 100_000, minPartBytes: 0 };
    const sandbox = await startSandbox({ dataDir, ...unlimited, ...options });
    closing.push(() => sandbox.stop());
    const profile = unwrap(await loadProfile());
    const dispatcher = createHttpDispatcher({});
    closing.push(() => dispatcher.close());
    const connect = (role: Role): Platform => {
      // After a refused key the next request would wait a second, which other tests show.
      const rateLimiter = { ...ownRateLimiter(100_000), refuse: () => undefined };
      closing.push(() => rateLimiter.close());
      const apiKey = unwrap(parseApiKey(sandbox.keys[role], profile));
      const baseUrl = new URL(sandbox.url);
      return createPlatform({ baseUrl, apiKey, profile, rateLimiter, dispatcher, userAgent: 'Lading/test' });
    };
    const connected = new Map(roles.map((role) => [role, connect(role)]));
    const as = (role: Role): Platform => {
      const platform = connected.get(role);
      if (platform === undefined) throw new Error(`No key of ${role}`);
      return platform;
    };
    started = { sandbox, as };
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return () => {
    if (started === undefined) throw new Error('The sandbox did not start');
    return started;
  };
}
