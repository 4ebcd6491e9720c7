/**
 * Who gets a file by the rules of an upload. What a person assigned by hand comes before all of them, and the upload's
 * default after. The order is fixed, whatever the order of the list:
 *
 * 1. the CSV's row with the longest path;
 * 2. the first pattern that matches the folder's path, or the file's;
 * 3. the first folder level that the path has.
 */
import type { CustodianNames, CustodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import type { CustodianMap, RuleCustodian } from '../../types/custodian-rule.ts';
import { expandedFolder } from '../../types/inner-folder.ts';
import { compilePattern, type Pattern } from '../../types/pattern.ts';
import { firstPieceName } from '../../types/segments.ts';
import { cleanCustodianName } from './custodian-name.ts';
import { indexMap, type MapIndex } from './map-index.ts';

export interface CompiledRules {
  readonly map: MapIndex | null;
  readonly patterns: readonly Pattern[];
  readonly levels: readonly number[];
  /** Where in a path the name of the container is that the path leads into: no pattern takes a custodian from there. */
  readonly containerName?: { readonly start: number; readonly end: number };
  /** One spelling for several. */
  readonly names: ReadonlyMap<string, string>;
  /** In a watched folder: the pieces of a raw image may arrive one after the other. */
  readonly isWatched: boolean;
}

export const patternGroup = 'custodian';

/** Patterns must have been checked (check-pattern.ts). `maps`: those that the rules name. */
export function compileRules(
  rules: CustodianRules,
  maps: readonly CustodianMap[],
  names: CustodianNames,
  isWatched: boolean,
): CompiledRules {
  const rows = maps.flatMap((map) => map.rows);
  return {
    map: rows.length === 0 ? null : indexMap(rows),
    patterns: rules.flatMap((rule) =>
      rule.kind === 'pattern'
        ? [compilePattern(rule.pattern.normalize('NFC'), { ignoreCase: rule.ignoreCase })]
        : [],
    ),
    levels: rules.flatMap((rule) => (rule.kind === 'folder' ? [rule.level] : [])),
    names: new Map(names.map(({ from, to }) => [from, to])),
    isWatched,
  };
}

/**
 * The custodian of a folder, and of every file in it that has none of its own. `path` is below the
 * chosen folder, with `/`; `root` is the chosen folder's own path, for rows that are absolute.
 */
export function custodianOf(rules: CompiledRules, path: string, root = ''): RuleCustodian | null {
  return renamed(
    rules,
    byMap(rules, path, root) ?? byPattern(rules, asFolder(path))?.found ?? byLevel(rules, path),
  );
}

/** The custodians of a folder's files: what the folder's path decides is found out once. */
export function custodiansOfFiles(
  rules: CompiledRules,
  folder: string,
  root = '',
): (name: string) => RuleCustodian | null {
  const prefix = folder === '' ? '' : `${folder}/`;
  const folderByMap = byMap(rules, folder, root);
  const hasRows = rules.map?.forRoot(root).hasEntryIn(folder) === true;
  const folderByPattern = byPattern(rules, prefix);
  // Rules before the one that matches the folder may match a file.
  const earlier = { patterns: rules.patterns.slice(0, folderByPattern?.index) };
  const folderByLevel = byLevel(rules, folder);
  return (name) => {
    const path = prefix + name;
    const found =
      (hasRows ? byMap(rules, path, root) : folderByMap) ??
      byPattern(earlier, path)?.found ??
      folderByPattern?.found ??
      folderByLevel;
    return renamed(rules, found);
  };
}

/** What the rules say of a folder's files apart from the folder. Returns null where the folder's custodian applies. */
export function ownCustodians(
  rules: CompiledRules,
  folder: string,
  root: string,
): (name: string) => RuleCustodian | null {
  const ofFolder = custodianOf(rules, folder, root);
  const ofFile = custodiansOfFiles(rules, folder, root);
  return (name) => {
    const found = ofFile(name);
    const isFolders = found?.custodian === ofFolder?.custodian && found?.from === ofFolder?.from;
    return isFolders ? null : found;
  };
}

/**
 * The same, before sets of segments are known. In a watched folder, what may be a piece of a raw image goes with the first
 * one, unless the rules name it: the others may arrive later, and only their sizes tell.
 */
export function arrivingCustodians(
  rules: CompiledRules,
  folder: string,
  root: string,
): (name: string) => RuleCustodian | null {
  const ruleOf = ownCustodians(rules, folder, root);
  return rules.isWatched ? (name) => ruleOf(name) ?? ruleOf(firstPieceName(name)) : ruleOf;
}

/** Deeper folders are no person's work, and hostile archives have thousands of levels. */
const maxLevelsAbove = 50;

/**
 * The custodian of a folder inside a container. The container counts as a folder of the path, but its own name is no
 * person's. A folder that no rule names has the custodian of the nearest folder above it inside the container: the platform
 * can't be told that a folder below a person's has none (platform-interface 4.3). With null, the folder is left to the
 * container's custodian.
 */
export function custodianInContainer(
  rules: CompiledRules,
  containerPath: string,
  inner: string,
  root: string,
): RuleCustodian | null {
  const containerLevel = containerPath.split('/').length;
  const levels = rules.levels.filter((level) => level !== containerLevel);
  const end = containerPath.normalize('NFC').length;
  const start = end - (containerPath.split('/').at(-1) ?? '').normalize('NFC').length;
  const within = { ...rules, levels, containerName: { start, end } };
  // What a level or a row of a CSV names, it names for everything below.
  let levelsLeft = rules.patterns.length === 0 ? 1 : maxLevelsAbove;
  for (let folder = expandedFolder(inner).slice(0, -1); folder !== '' && levelsLeft > 0; levelsLeft -= 1) {
    const found = custodianOf(within, `${containerPath}/${folder}`, root);
    if (found !== null) return found;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  }
  return null;
}

/** Whether a file of this folder can have another custodian than the folder. */
export function mayNameFiles(rules: CompiledRules, folder: string, root: string): boolean {
  if (rules.map?.forRoot(root).hasEntryIn(folder) === true) return true;
  return (
    rules.patterns.length > 0 &&
    byMap(rules, folder, root) === null &&
    byPattern(rules, asFolder(folder))?.index !== 0
  );
}

/** A pattern sees a folder's path with a slash at its end, and the chosen folder itself as an empty text. */
function asFolder(path: string): string {
  return path === '' ? '' : `${path}/`;
}

function byMap({ map }: CompiledRules, path: string, root: string): RuleCustodian | null {
  const entry = map?.forRoot(root).nearest(path) ?? null;
  return entry === null ? null : { custodian: entry.custodian, from: 'map' };
}

/** The first that matches, and its place in the list. A Mac's names are decomposed, what a person types is not. */
function byPattern(
  { patterns, containerName }: Pick<CompiledRules, 'patterns' | 'containerName'>,
  given: string,
): { readonly found: RuleCustodian; readonly index: number } | null {
  const path = given.normalize('NFC');
  for (const [index, pattern] of patterns.entries()) {
    const { taken = '', start = 0 } = pattern.group(patternGroup, path) ?? {};
    const isContainers =
      containerName !== undefined && start < containerName.end && start + taken.length > containerName.start;
    const custodian = isContainers ? null : cleanCustodianName(taken);
    if (custodian !== null) return { found: { custodian, from: 'pattern' }, index };
  }
  return null;
}

function byLevel({ levels }: CompiledRules, path: string): RuleCustodian | null {
  const names = path.split('/');
  for (const level of levels) {
    const custodian = cleanCustodianName(names[level - 1] ?? '');
    if (custodian !== null) return { custodian, from: 'folder' };
  }
  return null;
}

function renamed({ names }: CompiledRules, found: RuleCustodian | null): RuleCustodian | null {
  const name = found === null ? undefined : names.get(found.custodian);
  return found === null || name === undefined ? found : { ...found, custodian: name };
}
