import { describe, expect, it } from 'vitest';
import { orderOrganizations } from './use-organizations.ts';

const firm = { id: 7, name: 'Whitfield LLP' };
const north = { id: 9, name: 'North', parentOrganizationId: 7 };
const east = { id: 8, name: 'East', parentOrganizationId: 7 };
const guest = { id: 5, name: 'Zeta', parentOrganizationId: 99 };

describe('organizations', () => {
  it('are listed with their sub-organizations below them', () => {
    expect(orderOrganizations([guest, north, firm, east])).toEqual([firm, east, north, guest]);
  });

  it('are all listed where their parents form a circle', () => {
    const [a, b] = [
      { id: 1, name: 'A', parentOrganizationId: 2 },
      { id: 2, name: 'B', parentOrganizationId: 1 },
    ];
    expect(orderOrganizations([a, b])).toEqual([a, b]);
  });
});
