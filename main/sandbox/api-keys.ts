import { createHash, randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileStorage } from './file-storage.ts';
import { errorMessage, type StartResult } from './options.ts';
import { readPrivateFile } from './private-files.ts';
import { dataNames } from './store/data-names.ts';
import { startProblems } from './words.ts';

/**
 * The keys every sandbox starts with.
 * - admin: organization-level key, org admin
 * - uploader: may upload to the first database, administers nothing
 * - databaseAdmin: administers the first database and may upload to it
 * - reader: plain member, without the admin role or any database permission
 * - legalHoldAdmin: legal hold admin of the organization, and plain member of another
 * - parentOrganization: organization-level key of the parent organization
 * - otherOrganization: org admin of an organization apart from all these
 * - revoked: a former key of the admin, which is refused
 */
export const roles = [
  'admin',
  'uploader',
  'databaseAdmin',
  'reader',
  'legalHoldAdmin',
  'parentOrganization',
  'otherOrganization',
  'revoked',
] as const;
export type Role = (typeof roles)[number];
export type KeysByRole = Readonly<Record<Role, string>>;

const secretsSchema = z.object({
  keys: z.record(z.enum(roles), z.string()),
  /** Signs part URLs. Stored, so that a URL survives a restart. */
  urlSecret: z.string().min(32),
});
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/** platform-interface 5: a fixed prefix with the platform's name, a short identifier, and a secret. */
const keyPattern = /^sandbox\.([A-Za-z0-9]{6,16})\.([A-Za-z0-9_-]{20,})$/;

function newKey(): string {
  return `sandbox.${randomBytes(4).toString('hex')}.${randomBytes(32).toString('base64url')}`;
}

/** A few kilobytes; more isn't ours. */
const maxSecretsBytes = 64 * 1024;

/**
 * The keys are printed on every start, so they are stored, readable by this user only. The database has their hashes.
 * Returns undefined before the first start.
 */
export function readSecrets(dataDir: string): StartResult<Secrets | undefined> {
  const file = join(dataDir, dataNames.secrets);
  try {
    const text = readPrivateFile(file, maxSecretsBytes);
    if (text === undefined) return { ok: true, value: undefined };
    const parsed = secretsSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { ok: true, value: parsed.data };
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      return { ok: false, problem: startProblems.secretsUnreadable(file, errorMessage(error)) };
    }
  }
  // What is wrong with it would quote keys.
  return { ok: false, problem: startProblems.secretsDamaged(file) };
}

/** At the first start. */
export function makeSecrets(files: FileStorage): Secrets {
  const secrets: Secrets = {
    keys: {
      admin: newKey(),
      uploader: newKey(),
      databaseAdmin: newKey(),
      reader: newKey(),
      legalHoldAdmin: newKey(),
      parentOrganization: newKey(),
      otherOrganization: newKey(),
      revoked: newKey(),
    },
    urlSecret: randomBytes(32).toString('hex'),
  };
  const temporary = files.temporary();
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(temporary, join(files.root, dataNames.secrets));
  return secrets;
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function keyId(key: string): string {
  return keyPattern.exec(key)?.[1] ?? '';
}

/** The key in an Authorization header, or undefined if it has none of the right form. */
export function keyFromHeader(authorization: string | undefined): string | undefined {
  const key = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  return key !== undefined && keyPattern.test(key) ? key : undefined;
}
