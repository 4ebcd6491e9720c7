import { describe, expect, it } from 'vitest';
import { accessLines, editedPermissions, resendLines, roleLines } from './several-changes.ts';

const edits = new Map([
  ['DB_DELETE', 'remove'],
  ['DB_UPLOAD', 'add'],
] as const);

describe('an edit of several people’s permissions', () => {
  it.each([
    [['DB_DELETE'], ['DB_UPLOAD']],
    [
      ['DB_UPLOAD', 'DB_DELETE', 'NEWER'],
      ['DB_UPLOAD', 'NEWER'],
    ],
    [[], ['DB_UPLOAD']],
  ])('makes %j to %j: everyone keeps what isn’t edited', (before, after) =>
    expect(editedPermissions(before, edits)).toEqual(after),
  );

  const database = { id: 1, name: 'Doe' };
  const access = (id: number, permissions: readonly string[]) => ({
    kind: 'person' as const,
    database,
    person: { id, firstName: 'Ada', email: `ada${id}@firm.example` },
    permissions,
    isOrgAdmin: false,
    active: null,
  });

  it('has a line for each change, and none where nothing changes', () => {
    const people = [access(1, ['DB_UPLOAD']), access(2, ['DB_ADMIN', 'DB_DELETE'])];
    expect(accessLines(people, edits)).toEqual([
      {
        who: 'Ada, ada2@firm.example',
        where: 'Doe',
        before: 'Database admin, Delete',
        after: 'Database admin, Upload',
        change: {
          name: 'platform.PutDatabaseUser',
          path: { databaseId: 1, userId: 2 },
          body: { databasePermissions: ['DB_ADMIN', 'DB_UPLOAD'] },
          before: ['DB_ADMIN', 'DB_DELETE'],
        },
      },
    ]);
  });

  it('removes whoever would have none left from the database', () => {
    const [line] = accessLines([access(3, ['DB_DELETE'])], new Map([['DB_DELETE', 'remove']]));
    expect(line?.change).toEqual({
      name: 'platform.DeleteDatabaseUser',
      path: { databaseId: 1, userId: 3 },
      before: ['DB_DELETE'],
    });
  });

  it('changes the roles of members', () => {
    const members = [
      { id: 1, firstName: 'Ada', permissions: [] },
      { id: 2, firstName: 'Bo', permissions: ['AI_ADMIN'] },
    ];
    const lines = roleLines(members, 7, new Map([['AI_ADMIN', 'add']]));
    expect(lines.map(({ who, before, after, change }) => [who, before, after, change])).toEqual([
      [
        'Ada',
        'None',
        'AI admin',
        {
          name: 'platform.PatchOrganizationUser',
          path: { orgId: 7, userId: 1 },
          body: { organizationPermissions: ['AI_ADMIN'] },
          before: [],
        },
      ],
    ]);
  });
});

it('each invitation of several is sent again', () => {
  const [line] = resendLines([{ email: 'bo@firm.example' }], 7);
  expect(line?.change).toEqual({
    name: 'platform.ResendInvitation',
    path: { orgId: 7 },
    body: { email: 'bo@firm.example' },
  });
});
