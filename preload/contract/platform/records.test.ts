import { describe, expect, test } from 'vitest';
import { sampleRecord } from '../../../test/fakes/sample-record.ts';
import { type Operation, operationNames, operations } from './operations.ts';
import { databaseBillingRecord, organizationEventRecord, projectRecord, userRecord } from './records.ts';

const records = operationNames
  .map((name) => [name, operations[name]] as const satisfies readonly [string, Operation])
  .filter(([, { answers }]) => answers !== 'done');

describe('a record', () => {
  test.each(records)('of %s keeps fields that it does not know', (_name, { data }) => {
    const sample = sampleRecord(data);
    if (typeof sample !== 'object' || sample === null) throw new Error('a record is an object');
    const more = { ...sample, addedLater: { by: ['the platform'] } };
    expect(data.parse(more)).toEqual(more);
  });

  test.each([
    ['a member of the base form', userRecord, { id: 7, username: 'ada' }],
    ['a user without an email address', userRecord, { id: 7, email: null, organizations: null }],
    ['a project without a database', projectRecord, { id: 7, name: 'Review' }],
    [
      'an event for a parent organization’s key',
      organizationEventRecord,
      { id: 7, timestamp: 1_770_000_000_000, type: 'ADDED_LATER', description: null, data: null },
    ],
    ['an event without details', organizationEventRecord, { id: 7, timestamp: 0, type: 'ADDED_LATER' }],
    [
      'states that are not documented',
      databaseBillingRecord,
      { id: 7, monthStatus: { billingState: 'Thawing', finalState: 'FROZEN', frozen: null } },
    ],
    [
      'a month without sizes',
      databaseBillingRecord,
      { id: 7, monthBilling: { peakSize: null, finalSize: { standard: { billableGb: 1.5 } } }, projects: [] },
    ],
  ])('may be %s', (_name, schema, record) => {
    expect(schema.parse(record)).toEqual(record);
  });

  test.each([
    ['a time as number', userRecord, { id: 7, lastActivity: 1_770_000_000 }, { id: 7, lastActivity: null }],
    [
      'text as organizations',
      userRecord,
      { id: 7, organizations: 'Firm', permissions: [1] },
      { id: 7, organizations: null, permissions: null },
    ],
    [
      'text as a size, which is not zero',
      databaseBillingRecord,
      { id: 7, monthBilling: { peakSize: 'big', finalSize: { eca: { billableGb: '2', nativeBytes: 5 } } } },
      { id: 7, monthBilling: { peakSize: null, finalSize: { eca: { billableGb: null, nativeBytes: 5 } } } },
    ],
  ])('with %s keeps its other fields', (_name, schema, record, read) => {
    expect(schema.parse(record)).toEqual(read);
  });

  test.each([
    ['without an ID', userRecord, { username: 'ada' }, 'id'],
    ['with a fraction as ID', userRecord, { id: 7.5 }, 'id'],
    ['with a number as name', projectRecord, { id: 7, name: 7 }, 'name'],
    [
      'with a time that is text',
      organizationEventRecord,
      { id: 7, timestamp: '2026', type: 'X' },
      'timestamp',
    ],
  ])('%s is refused, and the field is named', (_name, schema, record, field) => {
    const { error } = schema.safeParse(record);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});
