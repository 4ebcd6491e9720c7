import type { CustodianMapRow } from '../../types/custodian-rule.ts';
import { cleanCustodianName } from './custodian-name.ts';
import { looseKey, type MapPath, parseMapPath } from './map-path.ts';

/** A row as one chosen folder sees it. */
export interface MapEntry {
  readonly line: number;
  readonly custodian: string;
}

export interface MapEntryBelow extends MapEntry {
  readonly path: string;
}

/** The rows of a CSV by path below one chosen folder. */
export interface RootMap {
  /** The row that names this very folder or file. */
  at(path: string): MapEntry | null;
  /** The row with the longest path that is this folder or file, or contains it. */
  nearest(path: string): MapEntry | null;
  /** Every row that names this folder or one that contains it, the longest path first. */
  along(path: string): Iterable<MapEntry>;
  /** Every row that names something below this folder or file, with its path from there on, as it is spelled. */
  below(path: string): readonly MapEntryBelow[];
  /** Whether a row names something directly in this folder. */
  hasEntryIn(folder: string): boolean;
}

export interface MapIndex {
  forRoot(root: string): RootMap;
}

interface ParsedRow extends MapEntry {
  readonly path: MapPath;
  /** Blanks around its path were removed. The path as it is spelled comes first. */
  readonly isTrimmed: boolean;
}

/** How well a row names a place; the better one wins where two name the same. */
const certainty = { otherComputer: 0, rootsName: 1, relative: 2, absolute: 3 } as const;
/** What the chosen folder's own path, or name, adds where the row spells it exactly: another folder's may differ in case only. */
const rootAsSpelled = 0.5;
/** Above the certainty of every row whose path was trimmed. */
const asSpelled = 4;
/** `isAmbiguous`: spellings that differ in case alone name different custodians, equally well. */
type Indexed = MapEntry & { readonly certainty: number; readonly isAmbiguous: boolean };

/** Rows that can't be read (see check-map.ts) name nothing. */
export function indexMap(rows: readonly CustodianMapRow[]): MapIndex {
  const parsed: ParsedRow[] = [];
  for (const { line, path: text, custodian: given } of rows) {
    const custodian = cleanCustodianName(given);
    const spellings = text === text.trim() ? [text] : [text.trim(), text];
    for (const spelling of spellings) {
      const path = parseMapPath(spelling);
      if (path !== null && custodian !== null)
        parsed.push({ line, custodian, path, isTrimmed: spelling !== text });
    }
  }
  const roots = new Map<string, RootMap>();
  return {
    forRoot(root) {
      const known = roots.get(root);
      if (known !== undefined) return known;
      const index = indexRoot(parsed, parseMapPath(root));
      roots.set(root, index);
      return index;
    },
  };
}

function indexRoot(rows: readonly ParsedRow[], root: MapPath | null): RootMap {
  const exact = new Map<string, Indexed>();
  const loose = new Map<string, Indexed>();
  const folders = new Set<string>();
  const spelled = new Map<string, MapEntry>();
  let sorted: readonly (readonly [key: string, path: string, entry: MapEntry])[] | null = null;
  let deepest = 0;
  const above = new Map<string, Indexed>();

  const add = (path: string, { line, custodian, isTrimmed }: ParsedRow, place: number): void => {
    const sure = place + (isTrimmed ? 0 : asSpelled);
    const entry = { line, custodian, certainty: sure, isAmbiguous: false };
    const key = path.normalize('NFC');
    spelled.set(path, entry);
    deepest = Math.max(deepest, key.split('/').length);
    keepBest(exact, key, entry);
    const looser = looseKey(path);
    if (looser !== '') folders.add(looser.slice(0, Math.max(0, looser.lastIndexOf('/'))));
    keepBest(loose, looser, entry);
  };

  for (const row of rows) {
    const place = root === null ? null : placeIn(row.path, root);
    if (place === null) continue;
    switch (place.kind) {
      case 'above':
        // The longest path, and of those of one length, the one that is spelled so.
        keepBest(above, '', { ...row, certainty: place.depth + place.sure, isAmbiguous: false });
        break;
      case 'below':
        for (const [path, sure] of place.paths) add(path, row, sure);
    }
  }

  const at = (path: string): MapEntry | null =>
    known(exact.get(path.normalize('NFC'))) ?? known(loose.get(looseKey(path)));
  function* along(whole: string): Generator<MapEntry> {
    // A hostile archive has paths of thousands of levels: no row is as deep.
    const path = whole.split('/', deepest).join('/');
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const entry = at(path.slice(0, end));
      if (entry !== null) yield entry;
    }
    const entry = at('');
    if (entry !== null) yield entry;
    const holder = known(above.get(''));
    if (holder !== null) yield holder;
  }
  return {
    at,
    along,
    below(folder) {
      sorted ??= [...spelled]
        .map(([path, entry]) => [`${looseKey(path)}/`, path, entry] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const prefix = `${looseKey(folder)}/`;
      const found: MapEntryBelow[] = [];
      for (let index = firstFrom(sorted, prefix); index < sorted.length; index += 1) {
        const [key = '', path = '', entry] = sorted[index] ?? [];
        if (entry === undefined || !key.startsWith(prefix)) break;
        const inner = path.split('/').slice(folder.split('/').length).join('/');
        if (key !== prefix) found.push({ ...entry, path: inner });
      }
      return found;
    },
    hasEntryIn: (folder) => folders.has(looseKey(folder)),
    nearest: (path) => along(path).next().value ?? null,
  };
}

function keepBest(entries: Map<string, Indexed>, key: string, entry: Indexed): void {
  const other = entries.get(key);
  if (other === undefined || other.certainty < entry.certainty) entries.set(key, entry);
  else if (other.certainty === entry.certainty && other.custodian !== entry.custodian)
    entries.set(key, { ...other, isAmbiguous: true });
}

const known = (entry: Indexed | undefined): MapEntry | null =>
  entry === undefined || entry.isAmbiguous ? null : entry;

function firstFrom(sorted: readonly (readonly [key: string, ...unknown[]])[], key: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.[0] ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

type Place =
  /** A folder that contains the chosen one. */
  | { readonly kind: 'above'; readonly depth: number; readonly sure: number }
  | { readonly kind: 'below'; readonly paths: readonly (readonly [string, number])[] };

/** Where a row's path is, seen from a chosen folder. Returns null if it is elsewhere. */
function placeIn(path: MapPath, root: MapPath): Place | null {
  const { segments } = path;
  const rootName = root.segments.at(-1);
  const isRootName = (name: string | undefined): boolean =>
    name !== undefined && rootName !== undefined && looseKey(name) === looseKey(rootName);
  if (path.volume === null) {
    const paths: (readonly [string, number])[] = [[segments.join('/'), certainty.relative]];
    if (isRootName(segments[0]))
      paths.push([segments.slice(1).join('/'), certainty.rootsName + spelledAs(segments[0], rootName)]);
    return { kind: 'below', paths };
  }
  if (path.volume === root.volume) {
    const common = Math.min(segments.length, root.segments.length);
    const isSame = segments
      .slice(0, common)
      .every((name, index) => looseKey(name) === looseKey(root.segments[index] ?? ''));
    const own = segments.slice(0, common).join('/');
    const rootsOwn = root.segments.slice(0, common).join('/');
    const sure = certainty.absolute + spelledAs(own, rootsOwn);
    if (isSame)
      return segments.length < root.segments.length
        ? { kind: 'above', depth: segments.length, sure: spelledAs(own, rootsOwn) }
        : { kind: 'below', paths: [[segments.slice(common).join('/'), sure]] };
  }
  // Written on another computer, where the chosen folder is elsewhere. Its name must be in the path once to be certain.
  const [place, other] = segments.flatMap((name, index) => (isRootName(name) ? [index] : []));
  if (place === undefined || other !== undefined) return null;
  const sure = certainty.otherComputer + spelledAs(segments[place], rootName);
  return { kind: 'below', paths: [[segments.slice(place + 1).join('/'), sure]] };
}

const spelledAs = (name: string | undefined, root: string | undefined): number =>
  name?.normalize('NFC') === root?.normalize('NFC') ? rootAsSpelled : 0;
