/**
 * GetProjectUsers and GetProjectUser with every role's key, in both forms. The specification names them and shows neither
 * their records nor who may call them; the sandbox answers those who administer the project.
 */
import { describe, expect, test } from 'vitest';
import type { Role } from '../../main/sandbox/index.ts';
import { codeOf } from '../fixtures/result.ts';
import { covers } from './covers.ts';
import { roles, sandboxForTests } from './sandbox-platform.ts';

const expected: Readonly<Record<Role, string>> = {
  admin: 'ok',
  databaseAdmin: 'ok',
  uploader: 'forbidden',
  reader: 'forbidden',
  legalHoldAdmin: 'forbidden',
  parentOrganization: 'not-found',
  otherOrganization: 'not-found',
  revoked: 'key-refused',
};

describe.each(['base', 'extended'] as const)('%s form', (form) => {
  const platforms = sandboxForTests({ form });

  test.each([
    ['GetProjectUsers', { projectId: 501 }, 'page'],
    ['GetProjectUser', { projectId: 501, userId: 14 }, 'record'],
  ] as const)('%s answers those who administer the project', async (name, path, kind) => {
    covers(`operation ${name}`);
    for (const role of roles) {
      const answer = await platforms().as(role).call(name, { path });
      expect([role, codeOf(answer)]).toEqual([role, expected[role]]);
      if (answer.ok) expect(answer.value.kind).toBe(kind);
    }
  });
});
