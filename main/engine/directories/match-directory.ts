/** Matches custodians with the people of a directory's CSV, which is read as the check of the directory reads it. */
import { createHash } from 'node:crypto';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { CustodianMatch, DirectoryPerson } from '../../../preload/contract/views/custodian-match.ts';
import type { DirectoryProgress } from '../../../preload/contract/views/directory.ts';
import { blocksOf, type CsvFile, detectEncoding, hashedFile, openCsv, unreadable } from '../csv/csv-file.ts';
import type { DirectoryRules } from './check-directory.ts';
import type { DirectoryColumns } from './directory-columns.ts';
import { directoryContent, isSourceTooLarge } from './directory-content.ts';
import { createCustodianMatcher } from './match-custodians.ts';

export interface DirectoryMatch {
  readonly people: number;
  /** SHA-256 of the file as it is on disk. */
  readonly sha256: string;
  readonly matches: readonly CustodianMatch[];
}

export interface MatchOptions {
  readonly onProgress?: (progress: DirectoryProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Fails with source-missing, path-unreadable, path-not-a-file, directory-csv-unusable, csv-changed or stopped. Rows without a name, an
 * email and a user principal name match nobody; what else a sync would refuse doesn't matter here.
 */
export function matchDirectory(
  path: string,
  rules: DirectoryRules,
  custodians: readonly string[],
  options: MatchOptions = {},
): Promise<Result<DirectoryMatch>> {
  return withDirectory(path, rules, options.signal, (file) =>
    matchPeople(path, file, rules, custodians, options),
  );
}

/** SHA-256 of the file as it is on disk. Fails as matchDirectory does, but for what its rows are. */
export function hashDirectory(
  path: string,
  rules: DirectoryRules,
  signal: AbortSignal,
): Promise<Result<string>> {
  return withDirectory(path, rules, signal, async (file) => success(await sha256Of(file, signal)));
}

async function withDirectory<T>(
  path: string,
  rules: DirectoryRules,
  signal: AbortSignal | undefined,
  read: (file: CsvFile) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await openCsv(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  try {
    if (isSourceTooLarge(file, rules)) return failure('directory-csv-unusable', { path });
    return await read(file);
  } catch (error) {
    return signal?.aborted === true ? failure('stopped') : unreadable(path, error);
  } finally {
    // It was only read.
    await file.close().catch(() => undefined);
  }
}

async function matchPeople(
  path: string,
  opened: CsvFile,
  rules: DirectoryRules,
  custodians: readonly string[],
  { onProgress, signal }: MatchOptions,
): Promise<Result<DirectoryMatch>> {
  const matcher = createCustodianMatcher(custodians);
  const file = hashedFile(opened, 'sha256');
  const { encoding } = await detectEncoding(file, signal);
  let read: ReturnType<typeof personColumns> | null = null;
  let people = 0;
  // The extended form knows more columns; in the base form, a platform only ignores them.
  for await (const piece of directoryContent(file, encoding, { ...rules, form: 'extended' }, signal)) {
    if (piece.kind === 'columns') read = personColumns(piece.columns);
    if (piece.kind === 'findings' && piece.isEnd) return failure('directory-csv-unusable', { path });
    if (piece.kind !== 'people' || read === null) continue;
    if (!read.hasIdentity) return failure('directory-csv-unusable', { path });
    for (const { cells, line } of piece.people) matcher.add(read.person(cells, line));
    people += piece.people.length;
    onProgress?.({ people });
  }
  if (people === 0) return failure('directory-csv-unusable', { path });
  const sha256 = file.digest();
  if (!(await file.isUnchanged())) return failure('csv-changed', { path });
  return success({ people, sha256, matches: matcher.matches() });
}

/** Where each value is that tells a person apart. */
function personColumns({ columns, name, nameParts, email, userPrincipalName }: DirectoryColumns) {
  const positionOf = (wanted: string) => columns.findIndex((column) => column.name.toLowerCase() === wanted);
  const [employeeId, department] = [positionOf('employee id'), positionOf('department')];
  return {
    hasIdentity: [name, nameParts[0], email, userPrincipalName].some((position) => position !== undefined),
    person(cells: readonly string[], line: number): DirectoryPerson {
      const at = (position: number | undefined) => (position === undefined ? '' : (cells[position] ?? ''));
      const parts = nameParts.map(at).filter((part) => part !== '');
      return {
        line,
        // The parts make the name if there is any (rule 4).
        name: parts.length > 0 ? parts.join(' ') : at(name),
        email: at(email),
        userPrincipalName: at(userPrincipalName),
        employeeId: at(employeeId),
        department: at(department),
      };
    },
  };
}

async function sha256Of(file: CsvFile, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocksOf(file, signal)) hash.update(block);
  return hash.digest('hex');
}
