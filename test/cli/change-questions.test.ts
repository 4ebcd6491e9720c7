/** The window's dialog and the terminal's question say the same of every change that takes something away. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { confirmChange } from '../../main/cli/terminal/confirm.ts';
import { checkDirectoryFile, describeChange, withPlatform } from '../../main/engine/index.ts';
import { changeQuestion } from '../../main/window/change-questions.ts';
import {
  type ChangeDescription,
  isDescribed,
  needsConfirmation,
} from '../../preload/contract/platform/change-description.ts';
import { operationNames } from '../../preload/contract/platform/operations.ts';
import { changeText } from '../../preload/contract/texts/change-text.ts';
import { unwrap } from '../fixtures/result.ts';
import { shareSandbox } from '../sandbox/sandbox-client.ts';

const shared = shareSandbox();
const member = { orgId: 101, userId: 11 };
const user = { databaseId: 2001, userId: 12 };
interface Case {
  readonly path: object;
  readonly body?: object;
  /** What must be said: what is there, what will be, what is lost, and what it means. */
  readonly facts: readonly string[];
}
const cases: Readonly<Record<string, Case>> = {
  PatchOrganizationUser: {
    path: member,
    body: { organizationPermissions: ['AI_ADMIN'], userIdentifiers: [] },
    facts: ['Ada Harrow', 'Organization admin', 'AI admin', 'Removes: Organization admin', 'PTR, Partner'],
  },
  DeleteOrganizationUser: { path: member, facts: ['Ada Harrow', 'loses access', 'is shared'] },
  PostOrganizationUsers: {
    path: { orgId: 101 },
    body: {
      users: [{ firstName: 'Mia', lastName: 'Ray', email: 'mia.ray@example.com' }],
      permissions: ['ORG_ADMIN'],
    },
    facts: ['Mia Ray', 'mia.ray@example.com', 'Organization admin'],
  },
  ResendInvitation: {
    path: { orgId: 101 },
    body: { email: 'hanna.lund@example.com' },
    facts: ['Hanna Lund'],
  },
  DeleteInvitation: {
    path: { orgId: 101 },
    body: { email: 'hanna.lund@example.com' },
    facts: ['Hanna Lund', 'can no longer accept it'],
  },
  PutDatabaseUser: {
    path: user,
    body: { databasePermissions: ['DB_ADMIN'] },
    facts: ['Doe v. Roe', 'Adds: Database admin', 'Removes: Upload'],
  },
  DeleteDatabaseUser: { path: user, facts: ['Removes: Upload', 'user groups is not affected'] },
  SyncDirectoryCustodians: {
    path: { directoryId: 701 },
    facts: ['people.csv', 'added as new custodians', "can't undo a sync"],
  },
};

const dir = mkdtempSync(join(tmpdir(), 'lading-changes-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function described(operation: string): Promise<ChangeDescription> {
  const { url, keys } = shared();
  const { signal } = new AbortController();
  const connection = { serverUrl: url, apiKey: keys.admin, profilePath: null };
  if (operation === 'SyncDirectoryCustodians') {
    const path = join(dir, 'people.csv');
    writeFileSync(path, 'email,name\nzoe@example.com,Zoe\n');
    return {
      operation,
      directoryId: 701,
      check: unwrap(await checkDirectoryFile({ path, profilePath: null }, { signal })),
    };
  }
  if (!isDescribed(operation)) throw new Error(`${operation} isn't described`);
  return unwrap(
    await withPlatform(connection, '0', signal, (platform) =>
      describeChange(platform, operation, cases[operation] ?? {}, { signal }),
    ),
  );
}

/** Each line without the white space of its place. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the terminal says before it asks. Nobody answers. */
async function printed(change: ChangeDescription, serverUrl: string): Promise<string> {
  const lines: string[] = [];
  const output = { note: (...added: readonly string[]) => lines.push(...added), width: 2000 };
  expect(await confirmChange(output, change, { serverUrl }, AbortSignal.abort())).toBe('stopped');
  return lines.join('\n');
}

it.each(operationNames.filter(needsConfirmation))('%s', async (operation) => {
  const change = await described(operation);
  const onTerminal = await printed(change, 'https://review.example/api');
  const { message, detail } = changeQuestion([changeText(change, 'review.example')], 'review.example');
  expect(linesOf(onTerminal)).toEqual(linesOf(`${message}\n${detail}`));
  expect(onTerminal).toContain('Platform: review.example');
  for (const fact of cases[operation]?.facts ?? []) expect(detail).toContain(fact);
});

it('names a server whose address will be refused', async () => {
  expect(await printed(await described('SyncDirectoryCustodians'), 'platform')).toContain(
    'Platform: platform',
  );
});
