import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { DatabaseRecord } from '../../../preload/contract/platform/records.ts';
import type { RemotePage } from '../../state/bridge.ts';
import { remoteRows } from '../../state/remote-rows.ts';
import { organizationLists, subOrganizationIds } from './use-account-lists.ts';

describe('the lists of organizations', () => {
  it('are those of sub-organizations where the key sees the parent organization too', () => {
    const organizations = [
      { id: 100, name: 'Group' },
      { id: 101, name: 'Firm', parentOrganizationId: 100 },
      { id: 102, name: 'Of a group out of sight', parentOrganizationId: 7 },
    ];
    expect(subOrganizationIds(organizations)).toEqual([101]);
    const asked = () => Promise.reject(new Error('asked'));
    expect(organizationLists('GetOrganizationDatabases', [], asked)).toBeNull();
  });

  it('come page by page, without those of an organization that the key may not administer', async () => {
    const pages = new Map<string, Result<RemotePage<DatabaseRecord>>>([
      ['101 null', success({ elements: [{ id: 1, name: 'Doe' }], next: 'page 2' })],
      ['101 page 2', success({ elements: [{ id: 2, name: 'Roe' }], next: null })],
      ['103 null', success({ elements: [{ id: 3, name: 'Poe' }], next: null })],
    ]);
    const refused = failure('forbidden', {
      operation: 'GetOrganizationDatabases',
      status: 403,
    });
    const source = organizationLists('GetOrganizationDatabases', [101, 102, 103], (orgId, next) =>
      Promise.resolve(pages.get(`${orgId} ${next}`) ?? refused),
    );
    const seen: unknown[] = [];
    if (source !== null) for await (const rows of remoteRows(source)) seen.push(rows);
    expect(seen.at(-1)).toEqual({
      elements: [
        { id: 1, name: 'Doe' },
        { id: 2, name: 'Roe' },
        { id: 3, name: 'Poe' },
      ],
      isComplete: true,
      failure: null,
    });
  });
});
