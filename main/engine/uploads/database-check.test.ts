import { describe, expect, test } from 'vitest';
import { wrongMatterGuard } from './database-check.ts';

describe('the wrong-matter guard', () => {
  const server = 'https://review.example.com/';
  const doe = { serverUrl: server, databaseId: 1, databaseName: 'Doe v. Roe', sources: ['/evidence/EV-1'] };
  const acme = { serverUrl: server, databaseId: 2, databaseName: 'Acme', sources: ['/evidence/EV-2'] };

  test('asks nothing of the first upload', () => {
    expect(wrongMatterGuard(doe, []).mustTypeName).toBe(false);
  });
  test('asks for the name when the folder beside it went to another database', () => {
    expect(wrongMatterGuard(acme, [doe])).toEqual({
      mustTypeName: true,
      databaseName: 'Acme',
      usedBefore: ['Doe v. Roe'],
    });
  });
  test('asks for the name when this computer never sent anything to this database', () => {
    const far = { ...acme, sources: ['/other/place/EV-9'] };
    expect(wrongMatterGuard(far, [doe]).mustTypeName).toBe(true);
  });
  test('asks nothing where the neighbours went the same way', () => {
    expect(wrongMatterGuard({ ...doe, sources: ['/evidence/EV-3'] }, [doe]).mustTypeName).toBe(false);
  });
  test('takes the same number on another server for another database', () => {
    const other = { ...doe, serverUrl: 'https://elsewhere.example.com/' };
    expect(wrongMatterGuard(doe, [other]).mustTypeName).toBe(true);
  });
});
