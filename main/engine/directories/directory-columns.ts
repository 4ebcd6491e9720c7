/** The columns of a directory's CSV (platform-interface 4, custodian sync rules 1 and 2). Pure. */
import type { DirectoryFinding, DirectoryForm } from '../../../preload/contract/views/directory.ts';
import { directoryFinding } from './finding.ts';

/** Columns that the rules refer to. The others are only passed on. */
const supportedColumns = [
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

const ignoredColumns = ['identities', 'my site', 'preferred data location'] as const;
const employeeId = 'employee id';
/** More are no directory. */
const maxColumns = 1000;

export interface Column {
  /** As in the file, without white space around it. */
  readonly name: string;
  readonly use: 'synced' | 'ignored' | 'unknown';
}

export interface DirectoryColumns {
  readonly columns: readonly Column[];
  /** Positions from 0; undefined where the file has no such column. */
  readonly email: number | undefined;
  readonly userPrincipalName: number | undefined;
  readonly hrSystemId: number | undefined;
  readonly name: number | undefined;
  readonly nameParts: readonly number[];
  readonly startDate: number | undefined;
  readonly endDate: number | undefined;
  /** Supported columns that the file doesn't have and no other one replaces. */
  readonly absent: readonly string[];
}

export interface ColumnRules {
  readonly form: DirectoryForm;
  /** The name of the column with the ID of the human-resources system: the specification doesn't show it. */
  readonly hrSystemIdColumn: string;
}

const namePartColumns: readonly string[] = ['first name', 'middle name', 'last name'];

export function supportedIn({ form, hrSystemIdColumn }: ColumnRules): readonly string[] {
  return form === 'base'
    ? supportedColumns
    : [...supportedColumns, employeeId, hrSystemIdColumn.toLowerCase()];
}

/** Reads the header row. `line` is where it starts. */
export function readColumns(
  header: readonly string[],
  line: number,
  rules: ColumnRules,
): { readonly columns: DirectoryColumns; readonly findings: readonly DirectoryFinding[] } {
  const findings: DirectoryFinding[] = [];
  const supported = supportedIn(rules);
  const ignored: readonly string[] = rules.form === 'base' ? [...ignoredColumns, employeeId] : ignoredColumns;
  if (header.length > maxColumns)
    findings.push(directoryFinding('too-many-columns', { line, number: maxColumns }));
  const names = header.slice(0, maxColumns).map((cell) => cell.trim());
  const positions = new Map<string, number>();
  const columns = names.map((name, index): Column => {
    const key = name.toLowerCase();
    const at = { line, column: index + 1, columnName: name };
    if (ignored.includes(key)) {
      findings.push(directoryFinding('column-ignored', at));
      return { name, use: 'ignored' };
    }
    if (!supported.includes(key)) {
      findings.push(directoryFinding('column-unknown', { ...at, value: similarColumn(key, supported) }));
      return { name, use: 'unknown' };
    }
    const first = positions.get(key);
    if (first === undefined) positions.set(key, index);
    else findings.push(directoryFinding('column-twice', { ...at, number: first + 1 }));
    return { name, use: 'synced' };
  });
  const isPresent = (name: string) => positions.has(name);
  if (!isPresent('email') && !isPresent('user principal name'))
    findings.push(directoryFinding('identity-column-missing', { line }));
  const at = (wanted: readonly string[]) => wanted.flatMap((name) => positions.get(name) ?? []);
  const nameParts = at(namePartColumns);
  return {
    columns: {
      columns,
      email: positions.get('email'),
      userPrincipalName: positions.get('user principal name'),
      hrSystemId: rules.form === 'base' ? undefined : positions.get(rules.hrSystemIdColumn.toLowerCase()),
      name: positions.get('name'),
      nameParts,
      startDate: positions.get('employee start date'),
      endDate: positions.get('employee end date'),
      absent: supported.filter(
        (name) =>
          !isPresent(name) &&
          // The parts make the name; without any of them there is only the name.
          !namePartColumns.includes(name) &&
          !(name === 'name' && nameParts.length > 0),
      ),
    },
    findings,
  };
}

/** "E-Mail", "FirstName" or "first_name" for a column that is supported. */
function similarColumn(key: string, supported: readonly string[]): string | null {
  const letters = key.replace(/[^a-z]/g, '');
  if (letters === '') return null;
  return supported.find((name) => name.replaceAll(' ', '') === letters) ?? null;
}
