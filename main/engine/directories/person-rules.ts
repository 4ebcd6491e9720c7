/** What the platform does with one row (platform-interface 4, custodian sync rules 3 to 6, 8 and 9). Pure. */
import type { DirectoryFinding, DirectoryForm } from '../../../preload/contract/views/directory.ts';
import { hasLostCharacters } from '../csv/lost-characters.ts';
import type { DirectoryColumns } from './directory-columns.ts';
import { directoryFinding } from './finding.ts';

export interface Person {
  /** One cell for each column, without white space around it. An empty cell is no value (rule 6). */
  readonly cells: readonly string[];
  readonly email: string;
  readonly userPrincipalName: string;
  readonly hrSystemId: string;
  /** Put together from its parts, or from the column with the name (rule 4). */
  readonly hasName: boolean;
  /** The sync is expected to ignore the person and report it (rule 8). */
  readonly isIgnored: boolean;
  /** The sync adds the person even if the directory has the same email or employee ID (rule 9). */
  readonly isAdded: boolean;
  readonly findings: readonly DirectoryFinding[];
}

/** Returns null for a row without any value. */
export function readPerson(
  row: readonly string[],
  line: number,
  known: DirectoryColumns,
  form: DirectoryForm,
): Person | null {
  const trimmed = row.map((cell) => cell.trim());
  if (trimmed.every((cell) => cell === '')) return null;
  const width = known.columns.length;
  const cells = Array.from({ length: width }, (_, index) => trimmed[index] ?? '');
  const findings: DirectoryFinding[] = [];
  const at = (index: number) => ({
    line,
    column: index + 1,
    columnName: known.columns[index]?.name ?? null,
  });
  const cellAt = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''));

  if (trimmed.slice(width).some((cell) => cell !== ''))
    findings.push(directoryFinding('cells-extra', { line, number: trimmed.length }));
  if (row.length < width) findings.push(directoryFinding('cells-missing', { line, number: row.length }));
  for (const [index, cell] of trimmed.entries()) {
    if (cell.includes('\0')) findings.push(directoryFinding('nul-character', at(index)));
    if (hasLostCharacters(cell))
      findings.push(directoryFinding('character-lost', { ...at(index), value: cell }));
  }
  for (const index of [known.startDate, known.endDate]) {
    const value = cellAt(index);
    if (index !== undefined && value !== '' && !isDate(value))
      findings.push(directoryFinding('date-invalid', { ...at(index), value }));
  }
  const [start, end] = [cellAt(known.startDate), cellAt(known.endDate)];
  if (known.endDate !== undefined && isDate(start) && isDate(end) && end < start)
    findings.push(directoryFinding('dates-reversed', { ...at(known.endDate), value: end }));

  const email = cellAt(known.email);
  const userPrincipalName = cellAt(known.userPrincipalName);
  const hrSystemId = cellAt(known.hrSystemId);
  if (email === '' && userPrincipalName === '') findings.push(directoryFinding('identity-missing', { line }));
  if (email !== '' && known.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    findings.push(directoryFinding('email-unusual', { ...at(known.email), value: email }));

  const name = cellAt(known.name);
  const hasNamePart = known.nameParts.some((index) => cellAt(index) !== '');
  if (hasNamePart && name !== '' && known.name !== undefined)
    findings.push(directoryFinding('name-not-used', { ...at(known.name), value: name }));
  const hasName = hasNamePart || name !== '';
  if (!hasName) findings.push(directoryFinding('name-missing', { line }));

  const isIgnored = form === 'base' && email === '' && userPrincipalName !== '';
  if (isIgnored) findings.push(directoryFinding('person-ignored', { line, value: userPrincipalName }));
  const isAdded = form === 'extended' && hrSystemId === '';
  if (isAdded) findings.push(directoryFinding('person-added', { line }));
  return { cells, email, userPrincipalName, hrSystemId, hasName, isIgnored, isAdded, findings };
}

/** A day of the calendar as yyyy-MM-dd (rule 3). */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || Number(year) === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.toISOString().slice(0, 10) === text;
}
