import { describe, expect, it } from 'vitest';
import { orderOrganizations, selectedOrganization } from './organization-choice.ts';

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

  it.each([
    { chosen: 9, primary: 8, selected: north },
    { chosen: null, primary: 8, selected: east },
    { chosen: 404, primary: 404, selected: firm },
  ])('$chosen is selected, or $primary, or the first', ({ chosen, primary, selected }) => {
    expect(selectedOrganization([firm, north, east], chosen, { primaryOrganization: primary })).toBe(
      selected,
    );
  });

  it('none is selected where there is none', () => {
    expect(selectedOrganization([], 7, null)).toBeNull();
  });
});
