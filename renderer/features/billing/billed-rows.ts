/** One month as one list: databases with their projects below them, or a parent organization by state. Pure. */
import type {
  DatabaseBillingRecord,
  ParentOrganizationBillingRecord,
  ProjectBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';
import { type BilledMonth, billedMonth, sumMonths } from './billed-sizes.ts';
import type { MonthStatus } from './billing-state.ts';
import type { CreditUsage } from './month-summary.tsx';

const billingWords = words.billing;

export interface BilledRow {
  readonly kind: 'database' | 'project' | 'state' | 'total';
  readonly name: string;
  readonly id: number | null;
  /** The database, also of a project. */
  readonly database: { readonly id: number; readonly name: string } | null;
  readonly created: string | null;
  /** Whether a project is ECA. */
  readonly eca: boolean | null;
  readonly partial: boolean | null;
  readonly status: MonthStatus | null;
  readonly sizes: BilledMonth;
  /** It is null where the platform reports none. */
  readonly credits: CreditUsage | null;
}

const nothing = {
  id: null,
  database: null,
  created: null,
  eca: null,
  partial: null,
  status: null,
  credits: null,
} as const;

export function databaseRows(databases: readonly DatabaseBillingRecord[]): readonly BilledRow[] {
  return databases.flatMap((record) => {
    const { id, created, monthStatus, monthBilling, creditUsage, projects } = record;
    const database = { id, name: printable(record.name || billingWords.unnamed(id)) };
    const row: BilledRow = {
      ...nothing,
      kind: 'database',
      id,
      name: database.name,
      database,
      created: created ?? null,
      status: monthStatus ?? null,
      sizes: billedMonth(monthBilling),
      credits: creditUsage ?? null,
    };
    return [row, ...(projects ?? []).map((project) => projectRow(project, database))];
  });
}

function projectRow(project: ProjectBillingRecord, database: BilledRow['database']): BilledRow {
  const { id, name, displayName, created, eca, partial, monthStatus, monthBilling } = project;
  return {
    ...nothing,
    kind: 'project',
    id,
    name: printable(displayName || name || billingWords.unnamedProject(id)),
    database,
    created: created ?? null,
    eca: eca ?? null,
    partial: partial ?? null,
    status: monthStatus ?? null,
    sizes: billedMonth(monthBilling),
  };
}

/** Its credits are those of all states together. */
export function parentRows(billing: ParentOrganizationBillingRecord): readonly BilledRow[] {
  const states = parentStates.map((state): BilledRow => {
    const sizes = billedMonth(billing[state]);
    return { ...nothing, kind: 'state', name: billingWords.parentStates[state], sizes };
  });
  const sizes = sumMonths(states.map((row) => row.sizes));
  const credits = billing.creditUsage ?? null;
  return [...states, { ...nothing, kind: 'total', name: billingWords.total, sizes, credits }];
}

export const parentStates = ['active', 'suspended', 'frozen'] as const;
