/** The sync of a legal hold directory with every role's key, in both forms, as the engine does it (platform-interface 4.1). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkDirectory } from '../../main/engine/directories/check-directory.ts';
import { directoryRules, syncDirectory } from '../../main/engine/directories/sync-directory.ts';
import type { Role } from '../../main/sandbox/index.ts';
import { directoryId } from '../../main/sandbox/seed/directories.ts';
import { codeOf, unwrap } from '../fixtures/result.ts';
import { covers } from './covers.ts';
import { roles, sandboxForTests } from './sandbox-platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-directories-'));
afterAll(() => rmSync(folder, { recursive: true }));
const csv = join(folder, 'people.csv');
writeFileSync(csv, 'Email;User Principal Name;First Name;Last Name\nann@x.test;;Ann;Lee\n;bob@corp;Bob;\n');

describe.each(['base', 'extended'] as const)('%s form', (form) => {
  const platforms = sandboxForTests({ form });
  // The base form takes the file of a form only.
  const bodies = form === 'base' ? (['multipart'] as const) : (['multipart', 'csv'] as const);

  test.each(bodies)(
    'a sync as %s ignores whom the check said it would, and takes its keys only',
    async (body) => {
      covers(
        'operation sync-custodians-of-a-legal-hold-directory',
        'rule 4.2.custodian-sync-rules.10',
        'rule 2.11.the-response-reports-the',
      );
      const expected: Readonly<Record<Role, string>> = {
        admin: 'ok',
        legalHoldAdmin: 'ok',
        databaseAdmin: 'directory-forbidden',
        uploader: 'directory-forbidden',
        reader: 'directory-forbidden',
        parentOrganization: form === 'extended' ? 'directory-forbidden' : 'directory-not-found',
        otherOrganization: 'directory-not-found',
        revoked: 'key-refused',
      };
      for (const role of roles) {
        const platform = platforms().as(role);
        const profile = { ...platform.profile, directories: { ...platform.profile.directories, form, body } };
        const check = unwrap(await checkDirectory(csv, directoryRules(profile)));
        const synced = await syncDirectory({ ...platform, profile }, directoryId, check);
        expect([role, codeOf(synced)]).toEqual([role, expected[role]]);
        if (!synced.ok) continue;
        const reported = form === 'base' ? ['bob@corp'] : [];
        expect(synced.value.ignored).toMatchObject({ reported, unexpected: [], missing: [] });
      }
    },
  );
});
