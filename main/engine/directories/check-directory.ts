/** Checks the CSV of a legal hold directory by the rules of platform-interface 4, without sending anything. */
import { createHash } from 'node:crypto';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import {
  type DirectoryCheck,
  type DirectoryFinding,
  type DirectoryProgress,
  type DirectorySeverity,
  directorySeverityOf,
  type IgnoredPerson,
} from '../../../preload/contract/views/directory.ts';
import { type CsvFile, detectEncoding, openCsv, unreadable } from '../csv/csv-file.ts';
import type { ColumnRules, DirectoryColumns } from './directory-columns.ts';
import { directoryContent, isSourceTooLarge } from './directory-content.ts';
import { directoryFinding } from './finding.ts';
import type { Person } from './person-rules.ts';

export interface DirectoryRules extends ColumnRules {
  /** The largest CSV that can be sent (platform-interface 8). */
  readonly maxBytes: number;
}

export interface CheckOptions {
  /** Every finding, also those beyond the ones that the result lists. */
  readonly onFinding?: (finding: DirectoryFinding) => void;
  readonly onProgress?: (progress: DirectoryProgress) => void;
  readonly signal?: AbortSignal;
}

/** How many findings of each severity are listed. A file that isn't a directory at all may have millions. */
const listedFindings = 5000;
const listedIgnored = 10_000;
/** Beyond it, duplicates aren't looked for: memory stays flat. */
const maxKeys = 1_000_000;
const sampleChars = 80;

/** Fails with source-missing, path-unreadable, path-not-a-file or stopped. What is wrong in the file is no failure. */
export async function checkDirectory(
  path: string,
  rules: DirectoryRules,
  options: CheckOptions = {},
): Promise<Result<DirectoryCheck>> {
  const opened = await openCsv(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  const findings = collectFindings(options.onFinding);
  try {
    const checked = await checkContent(file, rules, findings.add, options);
    return success({ path, form: rules.form, sourceBytes: file.sizeBytes, ...checked, ...findings.result() });
  } catch (error) {
    return stoppedOr(path, error, options.signal);
  } finally {
    // It was only read.
    await file.close().catch(() => undefined);
  }
}

async function checkContent(
  file: CsvFile,
  rules: DirectoryRules,
  add: (found: DirectoryFinding) => void,
  { onProgress, signal }: CheckOptions,
) {
  const people = countPeople(add);
  const hash = createHash('sha256');
  let bytes = 0;
  let separator: DirectoryCheck['separator'] = ',';
  let columns: DirectoryColumns | null = null;
  let wasRead = false;
  let isTooLarge = isSourceTooLarge(file, rules);
  const { encoding, isDamaged } = isTooLarge
    ? { encoding: 'utf-8' as const, isDamaged: false }
    : await detectEncoding(file, signal);
  if (isDamaged) add(directoryFinding('text-damaged', { value: encoding }));
  let isSampled = encoding !== 'windows-1252';
  if (!isTooLarge) {
    for await (const piece of directoryContent(file, encoding, rules, signal)) {
      switch (piece.kind) {
        case 'layout':
          separator = piece.layout.separator;
          continue;
        case 'findings':
          wasRead = true;
          for (const one of piece.findings) add(one);
          continue;
        case 'columns':
          wasRead = true;
          columns = piece.columns;
          people.start(columns);
          break;
        case 'people':
          if (!isSampled) isSampled = addSample(piece.people, columns, add);
          for (const person of piece.people) people.add(person);
          people.addBlank(piece.blankRows);
      }
      hash.update(piece.bytes);
      bytes += piece.bytes.byteLength;
      onProgress?.({ people: people.counted().people });
      isTooLarge = bytes > rules.maxBytes;
      if (isTooLarge) break;
    }
  }
  if (isTooLarge) add(directoryFinding('csv-too-large', { number: rules.maxBytes }));
  else if (!wasRead) add(directoryFinding('file-empty'));
  else if (columns !== null && people.counted().people === 0) add(directoryFinding('people-missing'));
  if (!isSampled) add(directoryFinding('read-as-windows-1252'));
  return {
    encoding,
    separator,
    content: { bytes, sha256: hash.digest('hex') },
    ...people.counted(),
    absentColumns: [...(columns?.absent ?? [])],
  };
}

function stoppedOr(path: string, error: unknown, signal: AbortSignal | undefined): Failed {
  return signal?.aborted === true ? failure('stopped') : unreadable(path, error);
}

function columnAt(columns: DirectoryColumns | null, index: number) {
  return { column: index + 1, columnName: columns?.columns[index]?.name ?? null };
}

/** Shows a cell with a character beyond ASCII, from which a person sees whether the encoding is right. */
function addSample(
  people: readonly (Person & { readonly line: number })[],
  columns: DirectoryColumns | null,
  add: (found: DirectoryFinding) => void,
): boolean {
  for (const { cells, line } of people) {
    const index = cells.findIndex((cell) => /[^\0-\x7f]/.test(cell));
    if (index === -1) continue;
    const value = cells[index]?.slice(0, sampleChars) ?? null;
    add(directoryFinding('read-as-windows-1252', { line, ...columnAt(columns, index), value }));
    return true;
  }
  return false;
}

function collectFindings(onFinding: CheckOptions['onFinding']) {
  const listed: Record<DirectorySeverity, DirectoryFinding[]> = { error: [], warning: [], note: [] };
  const counts: Record<DirectorySeverity, number> = { error: 0, warning: 0, note: 0 };
  return {
    add(found: DirectoryFinding): void {
      const severity = directorySeverityOf(found);
      counts[severity] += 1;
      if (listed[severity].length < listedFindings) listed[severity].push(found);
      onFinding?.(found);
    },
    result: () => ({
      errors: counts.error,
      warnings: counts.warning,
      notes: counts.note,
      findings: [...listed.error, ...listed.warning, ...listed.note],
    }),
  };
}

function countPeople(add: (found: DirectoryFinding) => void) {
  let columns: DirectoryColumns | null = null;
  let filled: number[] = [];
  let [people, blankRows, ignoredCount, added] = [0, 0, 0, 0];
  const ignored: IgnoredPerson[] = [];
  const emails = createKeyCheck('email-twice', add);
  const hrSystemIds = createKeyCheck('hr-system-id-twice', add);
  return {
    start(read: DirectoryColumns): void {
      columns = read;
      filled = read.columns.map(() => 0);
    },
    add({ cells, line, findings, ...person }: Person & { readonly line: number }): void {
      people += 1;
      // Any of the columns that make the name gives the person one.
      const isNaming = (index: number): boolean =>
        index === columns?.name || columns?.nameParts.includes(index) === true;
      if (!person.isIgnored)
        for (const [index, cell] of cells.entries())
          if (cell !== '' || (person.hasName && isNaming(index))) filled[index] = (filled[index] ?? 0) + 1;
      for (const found of findings) add(found);
      if (person.isAdded) added += 1;
      if (person.isIgnored) {
        ignoredCount += 1;
        const { userPrincipalName } = person;
        if (ignored.length < listedIgnored) ignored.push({ line, userPrincipalName });
      }
      emails.add(person.email, line, columns, columns?.email);
      hrSystemIds.add(person.hrSystemId, line, columns, columns?.hrSystemId);
    },
    addBlank(rows: number): void {
      blankRows += rows;
    },
    counted: () => ({
      people,
      blankRows,
      columns: (columns?.columns ?? []).map((column, index) => ({ ...column, filled: filled[index] ?? 0 })),
      emails: emails.distinct(),
      ignored: { count: ignoredCount, people: ignored },
      added,
    }),
  };
}

/** Names the line on which a key appeared first. Upper and lower case are the same. */
function createKeyCheck(code: 'email-twice' | 'hr-system-id-twice', add: (found: DirectoryFinding) => void) {
  const lines = new Map<string, number>();
  let distinct = 0;
  return {
    add(key: string, line: number, columns: DirectoryColumns | null, index: number | undefined): void {
      if (key === '' || index === undefined) return;
      const folded = key.toLowerCase();
      const first = lines.get(folded);
      if (first !== undefined) {
        add(directoryFinding(code, { line, ...columnAt(columns, index), value: key, number: first }));
        return;
      }
      distinct += 1;
      if (lines.size < maxKeys) lines.set(folded, line);
      else if (distinct === maxKeys + 1)
        add(directoryFinding('duplicates-not-checked', { line, number: maxKeys }));
    },
    distinct: () => distinct,
  };
}
