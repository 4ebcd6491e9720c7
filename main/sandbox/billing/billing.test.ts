import { describe, expect, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import { aggregateDatabases, billDatabase, totalGb } from './combined-billing.ts';
import { type Month, parseMonth } from './month.ts';
import { type Billing, billProject, type SizePoint, type StorageSizes, sizeAt } from './project-billing.ts';
import { billingStates, type TimelinePoint, timelineOf } from './project-timeline.ts';

const at = (iso: string): number => Date.parse(`${iso}T00:00:00Z`);
const now = at('2026-11-22') + 3_600_000;
const monthOf = (year: string, month: string): Month => {
  const parsed = parseMonth(year, month, now);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
};
const october = monthOf('2026', '10');
const gb = 1e9;
const point = (atMs: number, nativeGb: number, more: Partial<TimelinePoint> = {}): TimelinePoint => ({
  ...{ atMs, nativeBytes: nativeGb * gb, processedBytes: 0, producedBytes: 0 },
  ...{ eca: false, state: 'ACTIVE', deletionRequested: false },
  ...more,
});

describe('the month', () => {
  test.each([
    ['both given', '2025', '3', { year: 2025, month: 3 }],
    ['a leading zero', '2025', '03', { year: 2025, month: 3 }],
    ['only the year: this month of it', '2025', undefined, { year: 2025, month: 11 }],
    ['only the month: of this year', undefined, '3', { year: 2026, month: 3 }],
    ['none: the current month', undefined, undefined, { year: 2026, month: 11 }],
  ])('%s', (_, year, month, expected) => {
    expect(parseMonth(year, month, now)).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ['26', '1', 'year'],
    ['02026', '1', 'year'],
    ['', '1', 'year'],
    ['2026.0', '1', 'year'],
    [['2026', '2025'], '1', 'year'],
    ['2026', '0', 'month'],
    ['2026', '13', 'month'],
    ['2026', 'march', 'month'],
    ['2026', '', 'month'],
    ['2026', '12', 'future'],
    ['2027', undefined, 'future'],
  ])('year %j and month %j are refused', (year, month, problem) => {
    expect(parseMonth(year, month, now)).toEqual({ ok: false, problem });
  });

  test('ends now if it is the current one, else where the next one begins', () => {
    expect(parseMonth(undefined, undefined, now)).toMatchObject({ value: { endMs: now + 1 } });
    expect(monthOf('2025', '12')).toMatchObject({ startMs: at('2025-12-01'), endMs: at('2026-01-01') });
  });
});

describe('a timeline', () => {
  const created = point(at('2026-09-10'), 5);
  test.each<[string, TimelinePoint[], string[], number[]]>([
    ['grows with each upload', [created], ['2026-09-11', '2026-10-02'], [5, 6, 7]],
    ['has what was uploaded before its creation from then on', [created], ['2026-08-01'], [6]],
    [
      'keeps the uploads when its own data changes',
      [created, point(at('2026-10-01'), 2)],
      ['2026-09-11'],
      [5, 6, 3],
    ],
    [
      'is empty once the project is deleted',
      [created, point(at('2026-10-01'), 5, { state: 'DELETED' })],
      ['2026-10-02'],
      [5, 0, 0],
    ],
    ['of a project without history is empty', [], ['2026-10-02'], []],
  ])('%s', (_, history, uploads, expectedGb) => {
    const uploaded = uploads.map((day) => ({ atMs: at(day), nativeBytes: gb, processedBytes: 0 }));
    expect(timelineOf(history, uploaded).map(({ nativeBytes }) => nativeBytes / gb)).toEqual(expectedGb);
  });
});

describe('a project in a month', () => {
  const bill = (...timeline: TimelinePoint[]): Billing | undefined => billProject(timeline, october);

  test('final size is that of the end of the month, peak size the maximum over it', () => {
    covers('rule 1.5.2');
    const billed = bill(
      point(at('2026-08-01'), 90),
      point(at('2026-09-30'), 40),
      point(at('2026-10-10'), 60),
      point(at('2026-10-20'), 50),
      point(at('2026-11-01'), 99),
    );
    expect(billed?.monthBilling).toMatchObject({
      finalSize: { standard: { nativeBytes: 50 * gb, billableGb: 50 }, eca: { billableGb: 0 } },
      peakSize: { standard: { nativeBytes: 60 * gb, billableGb: 60 }, eca: { billableGb: 0 } },
    });
  });

  test('what it held when the month began counts for the peak', () => {
    const billed = bill(point(at('2026-09-30'), 70), point(at('2026-10-02'), 10));
    expect(billed?.monthBilling.peakSize.standard.billableGb).toBe(70);
    const onTheFirst = bill(point(at('2026-09-30'), 70), point(at('2026-10-01'), 10));
    expect(onTheFirst?.monthBilling.peakSize.standard.billableGb).toBe(10);
  });

  test('promoted from ECA within the month, each storage has its own peak', () => {
    const billed = bill(point(at('2026-09-01'), 80, { eca: true }), point(at('2026-10-15'), 30));
    expect(billed?.monthBilling.finalSize).toMatchObject({
      eca: { billableGb: 0 },
      standard: { billableGb: 30 },
    });
    expect(billed?.monthBilling.peakSize).toMatchObject({
      eca: { billableGb: 80 },
      standard: { billableGb: 30 },
    });
  });

  test('a month before it was created has no record of it', () => {
    expect(bill(point(at('2026-11-01'), 1))).toBeUndefined();
    expect(bill(point(at('2026-10-31'), 1))).toBeDefined();
  });

  const before = '2026-07-04';
  const middle = '2026-10-12';
  const suspended = { state: 'SUSPENDED' } as const;
  const frozen = { state: 'FROZEN' } as const;
  const deleted = { state: 'DELETED', deletionRequested: true } as const;
  test.each<[string, [string, Partial<TimelinePoint>][], object]>([
    ['active', [[before, {}]], { billingState: 'ACTIVE', finalState: 'ACTIVE' }],
    [
      'suspended mid-month: it counts as active',
      [
        [before, {}],
        [middle, suspended],
      ],
      { billingState: 'ACTIVE', finalState: 'SUSPENDED', suspended: at(middle) },
    ],
    [
      'suspended earlier, whatever happened to its data since',
      [
        ['2026-06-01', {}],
        [before, suspended],
        ['2026-09-01', suspended],
        [middle, suspended],
      ],
      { billingState: 'SUSPENDED', finalState: 'SUSPENDED', suspended: at(before) },
    ],
    [
      'active again: no time of a suspension that is over',
      [
        [before, suspended],
        [middle, {}],
      ],
      { billingState: 'ACTIVE', finalState: 'ACTIVE' },
    ],
    [
      'suspended after the month',
      [
        [before, {}],
        ['2026-11-05', suspended],
      ],
      { billingState: 'ACTIVE', finalState: 'ACTIVE' },
    ],
    [
      'suspended, then frozen mid-month',
      [
        [before, suspended],
        [middle, frozen],
      ],
      { billingState: 'SUSPENDED', finalState: 'FROZEN', frozen: at(middle) },
    ],
    [
      'a deletion is requested, and not done yet',
      [
        [before, suspended],
        [middle, { ...suspended, deletionRequested: true }],
      ],
      {
        billingState: 'SUSPENDED',
        finalState: 'SUSPENDED',
        suspended: at(before),
        deletionRequested: at(middle),
      },
    ],
    [
      'the request was withdrawn',
      [
        [before, { deletionRequested: true }],
        [middle, {}],
      ],
      { billingState: 'ACTIVE', finalState: 'ACTIVE' },
    ],
    [
      'deleted earlier',
      [
        ['2026-06-01', { deletionRequested: true }],
        [before, deleted],
      ],
      {
        billingState: 'DELETED',
        finalState: 'DELETED',
        deletionRequested: at('2026-06-01'),
        deleted: at(before),
      },
    ],
  ])('%s', (_, changes, expected) => {
    expect(bill(...changes.map(([day, more]) => point(at(day), 1, more)))?.monthStatus).toEqual(expected);
  });
});

describe('a database in a month', () => {
  const project = (nativeGb: number, more: Partial<TimelinePoint> = {}, sinceDay = '2026-07-04'): Billing => {
    const billed = billProject(
      [point(at('2026-06-01'), nativeGb), point(at(sinceDay), nativeGb, more)],
      october,
    );
    if (billed === undefined) throw new Error('not in the month');
    return billed;
  };
  const suspended = { state: 'SUSPENDED' } as const;
  const deleted = { state: 'DELETED' } as const;
  const times = { before: at('2026-07-04'), later: at('2026-08-15') };
  test.each<[string, Billing[], object]>([
    ['one active project', [project(1)], { billingState: 'ACTIVE', finalState: 'ACTIVE' }],
    [
      'any active project makes it active',
      [project(1, suspended), project(1), project(1, { state: 'FROZEN' })],
      { billingState: 'ACTIVE', finalState: 'ACTIVE' },
    ],
    [
      'all suspended: suspended since the last one',
      [project(1, suspended, '2026-08-15'), project(1, suspended)],
      { billingState: 'SUSPENDED', finalState: 'SUSPENDED', suspended: times.later },
    ],
    [
      'the last one suspended within the month: it counts as active',
      [project(1, suspended), project(1, suspended, '2026-10-12')],
      { billingState: 'ACTIVE', finalState: 'SUSPENDED', suspended: at('2026-10-12') },
    ],
    [
      'a deleted project leaves the state to the others',
      [project(1, suspended), project(1, deleted)],
      { billingState: 'SUSPENDED', finalState: 'SUSPENDED', suspended: times.before },
    ],
    [
      'all deleted',
      [project(1, deleted)],
      { billingState: 'DELETED', finalState: 'DELETED', deleted: times.before },
    ],
  ])('%s', (_, projects, expected) => {
    expect(billDatabase(projects).monthStatus).toEqual(expected);
  });

  test('its size is that of its largest project, and not the sum', () => {
    covers('rule 1.5.5');
    const { finalSize, peakSize } = billDatabase([project(5), project(70), project(30)]).monthBilling;
    expect([totalGb(finalSize), totalGb(peakSize)]).toEqual([70, 70]);
  });

  test('a parent organization’s sizes are added by how each database is billed; deleted ones are left out', () => {
    const billed = [
      [project(5), project(70)],
      [project(8)],
      [project(9, suspended)],
      [project(2, { state: 'FROZEN' })],
      [project(4, deleted)],
    ];
    const { active, frozen, suspended: resting } = aggregateDatabases(billed.map(billDatabase));
    expect([active, resting, frozen].map(({ peakSize }) => totalGb(peakSize))).toEqual([78, 9, 2]);
  });
});

describe('whatever happened', () => {
  const timeline = fc
    .array(
      fc.record({
        atMs: fc.integer({ min: at('2026-08-01'), max: at('2026-12-01') }),
        nativeBytes: fc.nat(1e12),
        processedBytes: fc.nat(1e12),
        producedBytes: fc.nat(1e12),
        eca: fc.boolean(),
        state: fc.constantFrom(...billingStates),
        deletionRequested: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((points) => points.toSorted((a, b) => a.atMs - b.atMs));
  const figures = (size: SizePoint): number[] =>
    [size.eca, size.standard].flatMap((of: StorageSizes) => [
      of.billableGb,
      of.nativeBytes,
      of.processedBytes,
      of.producedBytes,
    ]);

  test('the peak is no less than what was held at any instant of the month, the last one included', () => {
    covers('rule 1.5.2');
    fc.assert(
      fc.property(timeline, (points) => {
        const billed = billProject(points, october);
        const inMonth = points.filter(({ atMs }) => atMs >= october.startMs && atMs < october.endMs);
        if (billed === undefined) {
          expect(points[0]?.atMs).toBeGreaterThanOrEqual(october.endMs);
          return;
        }
        const { finalSize, peakSize } = billed.monthBilling;
        const held = [finalSize, ...inMonth.map(sizeAt)];
        for (const size of held) {
          for (const [index, figure] of figures(size).entries()) {
            expect(figures(peakSize)[index]).toBeGreaterThanOrEqual(figure);
          }
        }
      }),
    );
  });

  test('the combined size is no less than each project’s and no more than their sum', () => {
    fc.assert(
      fc.property(fc.array(timeline, { minLength: 1, maxLength: 5 }), (timelines) => {
        const projects = timelines.flatMap((points) => billProject(points, october) ?? []);
        if (projects.length === 0) return;
        const { monthBilling, monthStatus } = billDatabase(projects);
        for (const name of ['finalSize', 'peakSize'] as const) {
          const each = projects.map((project) => totalGb(project.monthBilling[name]));
          expect(totalGb(monthBilling[name])).toBe(Math.max(...each));
        }
        const anyActive = projects.some((project) => project.monthStatus.billingState === 'ACTIVE');
        expect(monthStatus.billingState === 'ACTIVE').toBe(anyActive);
      }),
    );
  });
});
