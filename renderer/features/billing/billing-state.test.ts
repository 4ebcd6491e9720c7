import { describe, expect, it } from 'vitest';
import { words } from '../../i18n/words.ts';
import { stateChanges, stateExplanation, stateName } from './billing-state.ts';

const { billing } = words;

describe('the state of a database or project in a month', () => {
  it.each([
    { state: 'ACTIVE', name: 'Active' },
    { state: 'suspended', name: 'Suspended' },
    { state: 'COLD_STORAGE', name: 'Cold storage' },
    { state: null, name: billing.stateUnknown },
  ])('$state is shown as “$name”', ({ state, name }) => expect(stateName(state)).toBe(name));

  it.each([
    {
      status: { billingState: 'ACTIVE', finalState: 'ACTIVE' },
      text: billing.stateSame('Active'),
    },
    {
      status: { billingState: 'ACTIVE', finalState: 'SUSPENDED' },
      text: billing.stateChanged('Active', 'Suspended', false),
    },
    { status: { billingState: 'ACTIVE' }, text: null },
    { status: null, text: null },
  ])('$status is explained as “$text”', ({ status, text }) => {
    expect(stateExplanation(status, false)).toBe(text);
  });

  it('has the times of its changes, oldest first', () => {
    const status = {
      deleted: '2026-11-20T00:00:00Z',
      suspended: '2026-11-02T00:00:00Z',
      frozen: null,
      deletionRequested: '2026-11-10T00:00:00Z',
    };
    expect(stateChanges(status).map(({ label }) => label)).toEqual([
      billing.timestamps.suspended,
      billing.timestamps.deletionRequested,
      billing.timestamps.deleted,
    ]);
    expect(stateChanges(undefined)).toEqual([]);
  });
});
