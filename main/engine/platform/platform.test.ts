import { expect, test } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { findForm } from './platform.ts';

/** The records of the platform's lists; null where a list can't be read. */
async function find(lists: Partial<Record<OperationName, readonly object[] | null>>) {
  const asked: OperationName[] = [];
  const finding = await findForm({
    call: async (operation, { limit = 100 }) => {
      asked.push(operation);
      const elements = (lists[operation] ?? []).slice(0, Number(limit));
      return lists[operation] === null
        ? failure('forbidden', { operation, status: 403 })
        : success({ kind: 'page', elements, next: null });
    },
  });
  return { ...finding, asked };
}
const assumed = { form: 'base', basis: 'assumed' };

test.each([
  ['GetProjects', { id: 1, frozen: false }],
  ['GetDatabases', { id: 1, owningOrganizationId: 7 }],
  ['GetOrganizations', { id: 1, parentOrganizationId: 2 }],
] as const)('a field of the extended form in %s shows it', async (operation, record) => {
  expect(await find({ [operation]: [{ id: 2 }, record] })).toMatchObject({
    form: { form: 'extended', basis: 'found' },
    isComplete: true,
  });
});

test('records without such a field prove nothing, so the base form is assumed after every list', async () => {
  const found = await find({ GetProjects: [{ id: 1, suspended: false }], GetDatabases: [{ id: 1 }] });
  expect(found).toMatchObject({ form: assumed, isComplete: true });
  expect(found.asked).toHaveLength(3);
});

test('what could not be asked is asked again later', async () => {
  expect(await find({ GetProjects: null })).toMatchObject({ form: assumed, isComplete: false });
});
