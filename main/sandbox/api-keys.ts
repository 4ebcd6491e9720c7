import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataNames } from './store/data-names.ts';

/**
 * The keys every sandbox starts with.
 * - admin: organization-level key, org admin
 * - uploader: may upload to the first database, administers nothing
 * - databaseAdmin: administers the first database and may upload to it
 * - reader: member without any database permission
 * - otherOrganization: org admin of another organization
 * - revoked: a former key of the admin, which is refused
 */
export const roles = [
  'admin',
  'uploader',
  'databaseAdmin',
  'reader',
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
export type Secrets = z.infer<typeof secretsSchema>;

/** platform-interface 5: a fixed prefix with the platform's name, a short identifier, and a secret. */
const keyPattern = /^sandbox\.([A-Za-z0-9]{6,16})\.([A-Za-z0-9_-]{20,})$/;

function newKey(): string {
  return `sandbox.${randomBytes(4).toString('hex')}.${randomBytes(32).toString('base64url')}`;
}

/** The keys are printed on every start, so they are stored, readable by this user only. The database has their hashes. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, dataNames.secrets);
  if (existsSync(file)) return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const secrets: Secrets = {
    keys: {
      admin: newKey(),
      uploader: newKey(),
      databaseAdmin: newKey(),
      reader: newKey(),
      otherOrganization: newKey(),
      revoked: newKey(),
    },
    urlSecret: randomBytes(32).toString('hex'),
  };
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
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
