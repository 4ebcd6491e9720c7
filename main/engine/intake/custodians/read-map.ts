/** Reads a CSV of paths and custodians, in the encodings and with the separators that Excel writes. Never writes it. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { CustodianMapProblem } from '../../../../preload/contract/texts/custodian-map-text.ts';
import {
  type CsvSeparator,
  csvSeparators,
  type MapRule,
} from '../../../../preload/contract/views/custodian-rule.ts';
import {
  type CsvFile,
  csvBlockBytes,
  csvText,
  detectEncoding,
  hashedFile,
  openCsv,
  unreadable,
} from '../../csv/csv-file.ts';
import {
  type CsvLayout,
  type CsvRow,
  csvRows,
  detectLayouts,
  layoutChars,
  type Separator,
  sampleOf,
} from '../../csv/csv-records.ts';
import { hasLostCharacters } from '../../csv/lost-characters.ts';
import { versionChange } from '../../sources/file-version.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { CustodianMap, CustodianMapRow } from '../../types/custodian-rule.ts';
import { cleanCustodianName } from './custodian-name.ts';
import { parseMapPath, placesOf } from './map-path.ts';

const maxBytes = 64_000_000;
const maxRows = 200_000;
const maxLookedFor = 50;

export interface ReadMap {
  readonly rule: MapRule;
  readonly map: CustodianMap;
}

export interface MapProblem {
  readonly problem: CustodianMapProblem;
  readonly line: number | null;
  readonly column?: number | null;
  /** The line of the row that says something else. */
  readonly otherLine?: number;
}

/** Fails with source-missing, path-unreadable, path-not-a-file, csv-changed or custodian-map-invalid, whose first problem it names. */
export async function readCustodianMap(
  path: string,
  {
    roots,
    separator = null,
  }: { readonly roots: readonly string[]; readonly separator?: CsvSeparator | null },
): Promise<Result<ReadMap>> {
  const opened = await openCsv(path);
  if (!opened.ok) return opened;
  const exists = (_root: string, place: string) =>
    stat(place).then(
      () => true,
      () => false,
    );
  return readOpenMap(path, opened.value, { roots, separator, exists });
}

/** The same on the threads that read sources: a share that hangs holds back nothing else. Also fails with stopped. */
export async function readCustodianMapSource(
  path: string,
  { roots, separator = null }: Parameters<typeof readCustodianMap>[1],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<ReadMap>> {
  const opened = await openCsvSource(path, sources, signal);
  if (!opened.ok) return opened;
  const exists = (root: string, place: string) =>
    sources.stat({ root, path: place }, signal).then(
      () => true,
      () => false,
    );
  return readOpenMap(path, opened.value, { roots, separator, exists }, signal);
}

/** Fails as `openCsv`, after a while also where the share doesn't answer, and with stopped. */
async function openCsvSource(
  path: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<CsvFile>> {
  const at = { root: dirname(path), path };
  try {
    // First: opening a named pipe would wait for a writer.
    const { kind, sizeBytes } = await sources.stat(at, signal);
    if (kind !== 'file')
      return failure('path-not-a-file', { path, found: kind === 'folder' ? 'folder' : 'special-file' });
    const file = await sources.open(at, signal);
    return success({
      sizeBytes,
      read: (position) => file.read(new ArrayBuffer(csvBlockBytes), csvBlockBytes, position, signal),
      isUnchanged: async () => versionChange(file.opened, await file.stat(signal)) === null,
      close: async () => file.close(),
    });
  } catch (error) {
    return signal.aborted ? failure('stopped') : unreadable(path, error);
  }
}

/** What tells separators apart where the file doesn't. */
interface Witness {
  /** Chosen files and folders, which the paths of a CSV are about. */
  readonly roots: readonly string[];
  /** The separator that a person named. */
  readonly separator: CsvSeparator | null;
  readonly exists: (root: string, path: string) => Promise<boolean>;
}

export async function readOpenMap(
  path: string,
  opened: CsvFile,
  witness: Witness,
  signal?: AbortSignal,
): Promise<Result<ReadMap>> {
  const file = hashedFile(opened, 'sha1');
  const refused = (problem: MapProblem, problems = 1): Result<ReadMap> =>
    failure('custodian-map-invalid', {
      path,
      problem: problem.problem,
      line: problem.line,
      column: problem.column ?? null,
      otherLine: problem.otherLine ?? null,
      problems,
    });
  try {
    if (file.sizeBytes > maxBytes) return refused({ problem: 'too-large', line: null });
    const { encoding, isDamaged } = await detectEncoding(file, signal);
    if (isDamaged) return refused({ problem: 'not-text', line: null });
    let start = '';
    for await (const text of csvText(file, encoding, signal)) {
      start += text;
      if (start.length >= layoutChars) break;
    }
    if (start.includes('\0')) return refused({ problem: 'not-text', line: null });
    const layout = await chooseLayout(start.slice(0, layoutChars), witness);
    if (layout === null) return refused({ problem: 'separator-unclear', line: null });
    const rows: CsvRow[] = [];
    for await (const batch of csvRows(csvText(file, encoding, signal), layout)) {
      if ('code' in batch) return refused({ problem: batch.code, line: batch.line, column: batch.column });
      rows.push(...batch.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')));
      if (rows.length > maxRows + 1) return refused({ problem: 'too-many-rows', line: null });
    }
    const sha1 = file.digest();
    // A list that is being saved may end anywhere, and another one may have begun before it.
    if (!(await file.isUnchanged())) return failure('csv-changed', { path });
    const read = readRows(rows);
    const [first] = read.problems;
    if (first !== undefined) return refused(first, read.problems.length);
    const identity = layout.isInFile ? { sha1 } : { sha1, separator: nameOf(layout.separator) };
    return success({
      rule: { kind: 'map', name: basename(path), ...identity, rows: read.rows.length },
      map: { ...identity, rows: read.rows },
    });
  } catch (error) {
    return signal?.aborted === true ? failure('stopped') : unreadable(path, error);
  } finally {
    await file.close();
  }
}

/**
 * Where several separators give rows, such as `P001;Jones, Ana`, the one whose paths are there decides. Returns null where none or
 * more than one has such a path.
 */
async function chooseLayout(
  start: string,
  { roots, separator: named, exists }: Witness,
): Promise<(CsvLayout & { readonly isInFile: boolean }) | null> {
  const layouts = detectLayouts(start, isColumnName);
  const [likeliest, ...others] = layouts;
  if (named !== null) {
    const separator = csvSeparators[named];
    const hasSeparatorLine = likeliest.hasSeparatorLine && likeliest.separator === separator;
    return { separator, hasSeparatorLine, isInFile: false };
  }
  if (others.length === 0) return { ...likeliest, isInFile: true };
  const witnessed: CsvLayout[] = [];
  for (const layout of layouts) {
    const paths = (sampleOf(start, layout) ?? []).slice(0, maxLookedFor).map(([path = '']) => path);
    if (await someExist(paths, roots, exists)) witnessed.push(layout);
  }
  const [only, ...more] = witnessed;
  return only === undefined || more.length > 0 ? null : { ...only, isInFile: false };
}

function nameOf(separator: Separator): CsvSeparator {
  return separator === ',' ? 'comma' : separator === ';' ? 'semicolon' : 'tab';
}

async function someExist(
  paths: readonly string[],
  roots: readonly string[],
  exists: Witness['exists'],
): Promise<boolean> {
  for (const path of paths)
    for (const root of roots)
      for (const place of placesOf(path, root)) if (await exists(root, place)) return true;
  return false;
}

/** Headers as people write them. A column of another name is read by its place: the path first, then the custodian. */
const pathColumns = [
  ['path'],
  ['source path', 'path prefix'],
  ['folder', 'directory', 'file', 'prefix', 'source'],
] as const;
/** A file's name and its owner on the disk are often beside its custodian. */
const custodianColumns = [['custodian'], ['custodian name'], ['name', 'person', 'owner']] as const;

function isColumnName(name: string): boolean {
  return columnsOf([name], pathColumns).length + columnsOf([name], custodianColumns).length > 0;
}

/** The columns that the first of these lists names, if it names one; several where each of them could be meant. */
function columnsOf(header: readonly string[], lists: readonly (readonly string[])[]): readonly number[] {
  const found = lists.map((names) => header.flatMap((name, at) => (names.includes(name) ? [at] : [])));
  return found.find((columns) => columns.length > 0) ?? [];
}

export interface MapRows {
  readonly rows: readonly CustodianMapRow[];
  readonly problems: readonly MapProblem[];
}

/** Checks the rows. Two that say the same are one; two that contradict each other are a problem of the later one. */
export function readRows(rows: readonly CsvRow[]): MapRows {
  const header = (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const custodians = columnsOf(header, custodianColumns);
  const hasHeader = custodians.length > 0;
  const paths = hasHeader ? columnsOf(header, pathColumns) : [];
  if (custodians.length > 1 || paths.length > 1)
    return { rows: [], problems: [{ problem: 'columns-unclear', line: rows[0]?.line ?? null }] };
  const [found = 1] = custodians;
  const [pathAt = found === 0 ? 1 : 0] = paths;
  const content = hasHeader ? rows.slice(1) : rows;
  if (content.length === 0) return { rows: [], problems: [{ problem: 'empty', line: null }] };
  const columns = hasHeader ? header.length : 2;
  const accepted: CustodianMapRow[] = [];
  const problems: MapProblem[] = [];
  const byPath = new Map<string, CustodianMapRow>();
  for (const { line, cells } of content) {
    // A folder's name may end with a blank: the spelling as it is comes first (see map-index.ts).
    const row = { line, path: cells[pathAt] ?? '', custodian: (cells[found] ?? '').trim() };
    const problem = problemOf(row, cells, columns);
    const key = problem === null ? pathKeyOf(row.path) : '';
    const other = problem === null ? byPath.get(key) : undefined;
    if (problem !== null)
      problems.push({ problem, line, column: problem === 'custodian-damaged' ? found + 1 : null });
    else if (other === undefined) {
      byPath.set(key, row);
      accepted.push(row);
    } else if (cleanCustodianName(other.custodian) !== cleanCustodianName(row.custodian))
      problems.push({ problem: 'path-twice', line, otherLine: other.line });
  }
  return { rows: accepted, problems };
}

function problemOf(
  { path, custodian }: CustodianMapRow,
  cells: readonly string[],
  columns: number,
): CustodianMapProblem | null {
  if (cells.length < 2) return 'columns-missing';
  // A name or path with a separator that isn't in quotes: its rest would be lost.
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) return 'columns-excess';
  if (path.trim() === '') return 'path-missing';
  if (parseMapPath(path) === null || parseMapPath(path.trim()) === null) return 'path-leads-up';
  if (custodian === '') return 'custodian-missing';
  if (cleanCustodianName(custodian) === null) return 'custodian-invalid';
  return hasLostCharacters(custodian) ? 'custodian-damaged' : null;
}

/** Two paths of one folder have the same. Case tells them apart: on Linux, they are two folders. */
function pathKeyOf(text: string): string {
  const path = parseMapPath(text);
  return `${path?.volume ?? '.'}/${path?.segments.join('/').normalize('NFC') ?? ''}`;
}
