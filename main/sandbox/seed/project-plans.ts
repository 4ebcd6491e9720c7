import { databaseId } from './accounts.ts';
import type { ProjectPlan } from './project-history.ts';

export interface SeedProject extends ProjectPlan {
  readonly id: number;
  readonly databaseId: number;
  readonly name: string;
  readonly displayName?: string;
  readonly partial?: true;
  readonly mfaRequired?: true;
  readonly productionMode?: true;
}

const emptyAtFirst: ProjectPlan = { sizes: [{ monthsAgo: 0, native: 0 }] };

/** Growing, promoted from ECA, suspended, frozen, about to be deleted, deleted, complete and partial. */
export const seedProjectPlans: readonly SeedProject[] = [
  { id: 501, databaseId, name: 'Doe v. Roe', ...emptyAtFirst },
  { id: 502, databaseId, name: 'Privilege team', partial: true, ...emptyAtFirst },
  {
    id: 503,
    databaseId: 2002,
    name: 'Acme investigation',
    displayName: 'Acme investigation (main review)',
    mfaRequired: true,
    sizes: [
      { monthsAgo: 24, native: 40 },
      { monthsAgo: 20, native: 310, processed: 420 },
      { monthsAgo: 14, native: 980, processed: 1350, produced: 40 },
      { monthsAgo: 13, native: 760, processed: 1010, produced: 40 },
      { monthsAgo: 6, native: 1900, processed: 2600, produced: 210 },
      { monthsAgo: 0, native: 2350, processed: 3180, produced: 460 },
    ],
  },
  {
    id: 505,
    databaseId: 2002,
    name: 'Acme outside experts',
    partial: true,
    productionMode: true,
    sizes: [
      { monthsAgo: 12, native: 20, processed: 30 },
      { monthsAgo: 0, native: 140, processed: 190, produced: 60 },
    ],
  },
  {
    id: 506,
    databaseId: 2002,
    name: 'Acme second request',
    partial: true,
    sizes: [
      { monthsAgo: 18, native: 60, processed: 80 },
      { monthsAgo: 4, native: 410, processed: 520, produced: 90 },
    ],
    changes: [{ monthsAgo: 4, day: 16, state: 'SUSPENDED' }],
  },
  {
    id: 504,
    databaseId: 2003,
    name: 'Sealed matter',
    sizes: [
      { monthsAgo: 15, native: 120 },
      { monthsAgo: 8, native: 900, processed: 1150 },
      { monthsAgo: 8, day: 16, native: 260, processed: 330 },
      { monthsAgo: 0, native: 420, processed: 540, produced: 35 },
    ],
    changes: [
      { monthsAgo: 15, eca: true },
      { monthsAgo: 8, day: 16, eca: false },
    ],
  },
  {
    id: 507,
    databaseId: 2004,
    name: 'Northwind arbitration',
    sizes: [
      { monthsAgo: 22, native: 80, processed: 110 },
      { monthsAgo: 6, native: 640, processed: 830, produced: 120 },
    ],
    changes: [{ monthsAgo: 5, day: 12, state: 'SUSPENDED' }],
  },
  {
    id: 508,
    databaseId: 2004,
    name: 'Northwind hearing team',
    partial: true,
    sizes: [
      { monthsAgo: 10, native: 40, processed: 50 },
      { monthsAgo: 7, native: 90, processed: 120 },
    ],
    changes: [{ monthsAgo: 6, day: 20, state: 'SUSPENDED' }],
  },
  {
    id: 509,
    databaseId: 2005,
    name: 'Fabrikam merger',
    sizes: [
      { monthsAgo: 23, native: 200, processed: 260 },
      { monthsAgo: 12, native: 1100, processed: 1480, produced: 300 },
    ],
    changes: [
      { monthsAgo: 9, day: 20, state: 'SUSPENDED' },
      { monthsAgo: 6, day: 3, state: 'FROZEN' },
    ],
  },
  {
    id: 510,
    databaseId: 2006,
    name: 'Globex retention',
    sizes: [
      { monthsAgo: 19, native: 30, processed: 45 },
      { monthsAgo: 4, native: 240, processed: 350 },
    ],
    changes: [
      { monthsAgo: 3, day: 9, state: 'SUSPENDED' },
      { monthsAgo: 1, day: 5, deletionRequested: true },
    ],
  },
  {
    id: 511,
    databaseId: 2006,
    name: 'Globex pilot',
    partial: true,
    sizes: [
      { monthsAgo: 17, native: 10, processed: 14 },
      { monthsAgo: 5, native: 60, processed: 85 },
    ],
    changes: [
      { monthsAgo: 3, day: 9, deletionRequested: true },
      { monthsAgo: 2, day: 9, state: 'DELETED' },
    ],
  },
  {
    id: 551,
    databaseId: 2101,
    name: 'Castle internal',
    sizes: [
      { monthsAgo: 10, native: 5, processed: 7 },
      { monthsAgo: 0, native: 48, processed: 61, produced: 4 },
    ],
  },
  {
    id: 561,
    databaseId: 2201,
    name: 'Tidewater arbitration',
    sizes: [
      { monthsAgo: 16, native: 90 },
      { monthsAgo: 7, native: 700, processed: 910 },
      { monthsAgo: 0, native: 1240, processed: 1600 },
    ],
    changes: [{ monthsAgo: 16, eca: true }],
  },
  {
    id: 562,
    databaseId: 2201,
    name: 'Tidewater promoted documents',
    partial: true,
    sizes: [
      { monthsAgo: 5, native: 30, processed: 41 },
      { monthsAgo: 0, native: 210, processed: 280, produced: 25 },
    ],
  },
];

/** Besides those that the accounts come with. */
export const seedDatabases: readonly (readonly [id: number, name: string])[] = [
  [2004, 'Northwind arbitration'],
  [2005, 'Fabrikam merger'],
  [2006, 'Globex retention'],
];
