/** A file belongs to one rule: two rules that are watched at once don't take files of the same folder. */
import { resolve } from 'node:path';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { parseGlob } from '../intake/selection/glob.ts';
import { matchGlobs } from '../intake/selection/match-globs.ts';
import { type FolderAbove, foldersAbove, foldersAboveOnDisk, ownKeys } from '../sources/folders-above.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';

type OtherRule = Pick<StoredWatchRule, 'rule' | 'state'> & { readonly id: number };

/** The folder of a rule, and those above it. */
interface RulePlace {
  readonly rule: NamedWatchRule;
  readonly folders: readonly FolderAbove[];
}

/** Whether two rules take files of the same folder, by their paths. */
export function overlapsByPath(one: NamedWatchRule, other: NamedWatchRule): boolean {
  return isOverlap(placeByPath(one), placeByPath(other));
}

/** Why a rule can't be watched beside the others, by their paths; null if it can. */
export function overlapByPath(
  { id, rule }: Pick<OtherRule, 'id' | 'rule'>,
  others: readonly OtherRule[],
): Failure | null {
  const other = watchedBeside(id, others).find((one) => overlapsByPath(one.rule, rule));
  return other === undefined ? null : overlapFailure(other.rule).failure;
}

/**
 * Fails with watch-rule-invalid, which names the other rule, if one that is watched takes files of this one's folder, by
 * whatever path or link. `id`: of the rule itself, or null.
 */
export async function refuseOverlap(
  { id, rule }: { readonly id: number | null; readonly rule: NamedWatchRule },
  others: readonly OtherRule[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<void>> {
  const watched = watchedBeside(id, others);
  if (watched.length === 0) return success(undefined);
  const [place, ...places] = await Promise.all(
    [rule, ...watched.map((one) => one.rule)].map((one) => placeOnDisk(one, sources, signal)),
  );
  const other = places.find((one) => place !== undefined && isOverlap(one, place));
  return other === undefined ? success(undefined) : overlapFailure(other.rule);
}

/** Rules of a config file, which need not be stored. */
export interface ConfigRules {
  readonly rule: NamedWatchRule;
  /** Those before it. */
  readonly others: readonly NamedWatchRule[];
}

/** As `refuseOverlap`, for a rule of the command line beside other ones, and beside those of the window. */
export function refuseBeside(
  { repositories, sources }: Pick<EngineContext, 'repositories' | 'sources'>,
  { rule, others }: ConfigRules,
  signal: AbortSignal,
): Promise<Result<void>> {
  const ofWindow = repositories.watchRules.all().filter(({ connectionId }) => connectionId !== null);
  const active = others.map((other) => ({ id: 0, rule: other, state: 'active' as const }));
  return refuseOverlap({ id: null, rule }, [...ofWindow, ...active], sources, signal);
}

function watchedBeside(id: number | null, others: readonly OtherRule[]): readonly OtherRule[] {
  return others.filter((one) => one.id !== id && (one.state === 'active' || one.state === 'broken'));
}

function overlapFailure({ name }: NamedWatchRule) {
  return failure('watch-rule-invalid', { field: 'path', problem: 'watched-by-rule', value: name });
}

function placeByPath(rule: NamedWatchRule): RulePlace {
  return { rule, folders: foldersAbove(resolve(rule.path)) };
}

async function placeOnDisk(
  rule: NamedWatchRule,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<RulePlace> {
  const { folders } = placeByPath(rule);
  return { rule, folders: [...folders, ...(await foldersAboveOnDisk(rule.path, sources, signal))] };
}

function isOverlap(one: RulePlace, other: RulePlace): boolean {
  return contains(one, other) || contains(other, one);
}

function contains(outer: RulePlace, inner: RulePlace): boolean {
  const keys = ownKeys(outer.folders);
  return inner.folders.some(
    ({ key, below }) => keys.has(key) && (below === '' || !leavesOut(outer.rule, below)),
  );
}

/**
 * Whether a rule takes nothing of a folder inside its own: a pattern excludes it, or it is where sent files are moved to. Which
 * files a scan takes is `filterReason`'s decision, by their names; here, only what leaves out every name counts, so two rules
 * may be refused whose files would differ.
 */
function leavesOut({ exclude, afterwards }: NamedWatchRule, folder: string): boolean {
  const [top] = folder.split('/', 1);
  if (afterwards !== 'leave' && afterwards.moveTo === top) return true;
  // A pattern for all that is in a folder matches no folder itself. Without its end, it still begins at the root.
  const ofFolders = exclude.flatMap((pattern) => {
    const names = pattern.split('/');
    while (names.at(-1) === '') names.pop();
    const last = names.pop();
    if (names.length === 0 || (last !== '*' && last !== '**')) return [];
    return [names.length === 1 ? `/${names[0]}` : names.join('/')];
  });
  const globs = [...exclude, ...ofFolders].filter((glob) => 'pattern' in parseGlob(glob));
  return matchGlobs(globs, { matchCase: everything.matchCase })(folder, null) !== null;
}
