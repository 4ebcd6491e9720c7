/** Legal hold directories against the sandbox, in both forms of the interface and with every role's key. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkDirectoryFile, syncDirectoryFile } from '../../main/engine/index.ts';
import { type Role, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import type { DirectoryForm } from '../../preload/contract/views/directory.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { codeOf, unwrap } from '../fixtures/result.ts';

const directoryId = 701;
const folder = mkdtempSync(join(tmpdir(), 'lading-directories-'));
const path = join(folder, 'people.csv');
const forms = ['base', 'extended'] as const;
let sandboxes: Readonly<Record<DirectoryForm, Sandbox>>;
beforeAll(async () => {
  const [base, extended] = await Promise.all(
    forms.map((form) => startSandbox({ dataDir: join(folder, form), port: 0, form })),
  );
  if (base === undefined || extended === undefined) throw new Error('no sandbox');
  sandboxes = { base, extended };
});
afterAll(async () => {
  await Promise.all(forms.map((form) => sandboxes[form].stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** Checks a CSV, and sends it. */
async function sync(form: DirectoryForm, csv: string | Uint8Array, role: Role = 'admin') {
  writeFileSync(path, csv);
  const check = unwrap(await checkDirectoryFile({ path, profilePath: null, form }));
  const { url, keys } = sandboxes[form];
  const connection = { serverUrl: url, apiKey: keys[role], profilePath: null };
  return syncDirectoryFile(connection, '0', new AbortController().signal, directoryId, check);
}

describe.each(forms)('in the %s form', (form) => {
  it.each<[Role, string]>([
    ['admin', 'ok'],
    ['legalHoldAdmin', 'ok'],
    ['uploader', 'directory-forbidden'],
    ['databaseAdmin', 'directory-forbidden'],
    ['reader', 'directory-forbidden'],
    ['otherOrganization', 'directory-not-found'],
    ['revoked', 'key-refused'],
  ])('the key of the %s gets: %s', async (role, expected) => {
    covers('rule 4.2.custodian-sync-rules.10', 'operation sync-custodians-of-a-legal-hold-directory');
    expect(codeOf(await sync(form, 'email,name\na@x.test,Ann\n', role))).toBe(expected);
  });

  it("takes Excel's encodings and separators", async () => {
    const csv = 'sep=;\r\nEmail;Name;Notes\r\nmüller@x.test;"Müller; Jürgen";"two\r\nlines"\r\n';
    for (const bytes of [
      Buffer.from(`\uFEFF${csv}`),
      Buffer.from(`\uFEFF${csv}`, 'utf16le'),
      Buffer.from(csv, 'latin1'),
    ])
      expect(unwrap(await sync(form, bytes))).toMatchObject({ people: 1 });
  });

  test('the platform ignores exactly the people whom the check predicted', async () => {
    covers('rule 4.2.custodian-sync-rules.8');
    const people = fc.uniqueArray(
      fc.record({
        id: fc.nat(10_000),
        has: fc.constantFrom('email', 'user principal name', 'both'),
        name: fc.constantFrom('Ann', 'Müller, "J"', ''),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(people, async (rows) => {
        const lines = rows.map(({ id, has, name }) =>
          [
            has === 'user principal name' ? '' : `p${id}@x.test`,
            has === 'email' ? ' ' : `p${id}@corp.local`,
            `"${name.replaceAll('"', '""')}"`,
          ].join(','),
        );
        const synced = unwrap(await sync(form, ['email,user principal name,name', ...lines].join('\n')));
        const ignored = rows.filter(({ has }) => form === 'base' && has === 'user principal name');
        expect(synced.ignored.asPredicted.map(({ userPrincipalName }) => userPrincipalName)).toEqual(
          ignored.map(({ id }) => `p${id}@corp.local`),
        );
        expect(synced.ignored).toMatchObject({ unexpected: [], missing: [], notCompared: 0 });
      }),
      { numRuns: 15 },
    );
  });
});
