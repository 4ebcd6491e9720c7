import { describe, expect, test } from 'vitest';
import { checkDatabase } from './database-check.ts';

describe('the database check', () => {
  const server = 'https://review.example.com/';
  const doe = { serverUrl: server, databaseId: 1, databaseName: 'Doe v. Roe', sources: ['/evidence/EV-1'] };
  const acme = { serverUrl: server, databaseId: 2, databaseName: 'Acme', sources: ['/evidence/EV-2'] };

  test('asks for nothing on the first upload', () => {
    expect(checkDatabase(doe, []).mustTypeName).toBe(false);
  });
  test('asks for the name when the folder beside it went to another database', () => {
    expect(checkDatabase(acme, [doe])).toEqual({
      mustTypeName: true,
      databaseName: 'Acme',
      usedBefore: ['Doe v. Roe'],
    });
  });
  test('asks for the name when this computer never sent anything to this database', () => {
    const far = { ...acme, sources: ['/other/place/EV-9'] };
    expect(checkDatabase(far, [doe]).mustTypeName).toBe(true);
  });
  test('asks for nothing where neighboring folders went to the same database', () => {
    expect(checkDatabase({ ...doe, sources: ['/evidence/EV-3'] }, [doe]).mustTypeName).toBe(false);
  });
  test('treats the same ID on another server as another database', () => {
    const other = { ...doe, serverUrl: 'https://elsewhere.example.com/' };
    expect(checkDatabase(doe, [other]).mustTypeName).toBe(true);
  });
});
