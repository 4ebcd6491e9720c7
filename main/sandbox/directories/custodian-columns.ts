/** Columns of a custodian CSV (platform-interface 4.2, custodian sync rules 1 to 6). */
import type { SandboxForm } from '../options.ts';
import { csvProblems } from '../words.ts';

const baseColumns = [
  'email',
  'business phone',
  'company name',
  'user principal name',
  'employee start date',
  'employee end date',
  'manager name',
  'manager email',
  'mobile phone',
  'role',
  'employee type',
  'department',
  'fax number',
  'office location',
  'other emails',
  'preferred language',
  'notes',
  'name',
  'first name',
  'middle name',
  'last name',
] as const;

/** The specification describes the second one, but doesn't spell its name. */
const extendedColumns = ['employee id', 'hr-system id'] as const;

export type CustodianColumn = (typeof baseColumns)[number] | (typeof extendedColumns)[number];

const dateColumns: readonly CustodianColumn[] = ['employee start date', 'employee end date'];
const nameParts: readonly CustodianColumn[] = ['first name', 'middle name', 'last name'];

/** Where each supported column is in a row. */
export type ColumnPositions = ReadonlyMap<CustodianColumn, number>;

export interface Custodian {
  readonly email: string | null;
  readonly userPrincipalName: string | null;
  readonly hrSystemId: string | null;
  readonly name: string | null;
  /** What the supported columns say, by their names, but for those of the name. Without those that are empty. */
  readonly fields: Readonly<Partial<Record<CustodianColumn, string>>>;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly column: string; readonly problem: string };

/** Columns that aren't supported are ignored, among them those that rule 2 names. A column may not occur twice. */
export function readHeader(names: readonly string[], form: SandboxForm): Parsed<ColumnPositions> {
  const supported: readonly CustodianColumn[] =
    form === 'base' ? baseColumns : [...baseColumns, ...extendedColumns];
  const positions = new Map<CustodianColumn, number>();
  for (const [position, name] of names.entries()) {
    const column = supported.find((known) => known === name.trim().toLowerCase());
    if (column === undefined) continue;
    if (positions.has(column)) return { ok: false, column, problem: csvProblems.columnTwice };
    positions.set(column, position);
  }
  return { ok: true, value: positions };
}

export function readCustodian(positions: ColumnPositions, cells: readonly string[]): Parsed<Custodian> {
  const cellOf = (column: CustodianColumn): string | null => {
    const value = cells[positions.get(column) ?? -1]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const email = cellOf('email');
  const userPrincipalName = cellOf('user principal name');
  if (email === null && userPrincipalName === null) {
    return { ok: false, column: 'email', problem: csvProblems.noAddress };
  }
  for (const column of dateColumns) {
    const value = cellOf(column);
    if (value !== null && !isDate(value)) return { ok: false, column, problem: csvProblems.date(value) };
  }
  const parts = nameParts.flatMap((part) => cellOf(part) ?? []);
  const fields: Partial<Record<CustodianColumn, string>> = {};
  for (const column of positions.keys()) {
    const value = cellOf(column);
    if (value !== null && column !== 'name' && !nameParts.includes(column)) fields[column] = value;
  }
  return {
    ok: true,
    value: {
      email,
      userPrincipalName,
      hrSystemId: cellOf('hr-system id'),
      name: parts.length > 0 ? parts.join(' ') : cellOf('name'),
      fields,
    },
  };
}

/** yyyy-MM-dd, and a day that exists. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
