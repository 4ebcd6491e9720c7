import { describe, expect, it } from 'vitest';
import { databaseRows } from './database-rows.ts';

const organizations = [{ id: 7, name: 'Harrow & Pike LLP' }];

describe('the databases of a key', () => {
  it('are those it administers, with the name of their organization', () => {
    const databases = [
      { id: 2, name: 'Roe', owningOrganizationId: 7, orgAdminAccess: false },
      { id: 1, name: 'Doe', owningOrganizationId: 99 },
      { id: 3, name: 'Zed' },
    ];
    expect(databaseRows(databases, [], organizations)).toEqual([
      { id: 1, name: 'Doe', organization: '99', access: 'admin', orgAdminAccess: null },
      { id: 2, name: 'Roe', organization: 'Harrow & Pike LLP', access: 'admin', orgAdminAccess: false },
      { id: 3, name: 'Zed', organization: null, access: 'admin', orgAdminAccess: null },
    ]);
  });

  it('are also those it knows through a project only, each once', () => {
    const projects = [
      { id: 10, name: 'Review', database: { id: 1, name: 'Doe', orgAdminAccess: true } },
      { id: 11, name: 'Privilege', database: { id: 1, name: 'Doe' } },
      { id: 12, name: 'Roe review', database: { id: 2, name: 'Roe' } },
      { id: 13, name: 'Without a database', database: null },
    ];
    const rows = databaseRows([{ id: 2, name: 'Roe' }], projects, organizations);
    expect(rows.map(({ id, access }) => [id, access])).toEqual([
      [1, 'project'],
      [2, 'admin'],
    ]);
  });
});
