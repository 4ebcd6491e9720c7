/** Whether a rule moves files away before another one has sent them. Pure. */
import { isAbsolute, relative, sep } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { NamedWatchRule } from '../../../preload/contract/watched-folder.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';

type SharedRule = Pick<StoredWatchRule, 'id' | 'rule' | 'serverUrl' | 'state'>;

/** Fails with watch-rule-invalid if one of the rules that are watched sends files elsewhere that this one moves, or moves its. */
export function refuseMovedAway(
  rule: NamedWatchRule,
  target: { readonly id: number | null; readonly serverUrl: string },
  others: readonly SharedRule[],
): Result<void> {
  const other = others.find(
    (one) =>
      one.id !== target.id &&
      (one.state === 'active' || one.state === 'broken') &&
      (one.rule.database !== rule.database || one.serverUrl !== target.serverUrl) &&
      moveSharedFiles(rule, one.rule),
  );
  if (other === undefined) return success(undefined);
  const value = other.rule.name;
  return failure('watch-rule-invalid', { field: 'afterwards', problem: 'moves-files-of-rule', value });
}

/**
 * Whether one of two rules that send to different databases moves files that the other sends. A file is in one folder only:
 * what one rule moves, the other may never have seen, or sees it under another path, with another custodian. Rules that
 * patterns tell apart are left to the person who wrote the patterns.
 */
export function moveSharedFiles(one: NamedWatchRule, other: NamedWatchRule): boolean {
  return movesFilesOf(one, other) || movesFilesOf(other, one);
}

function movesFilesOf(mover: NamedWatchRule, other: NamedWatchRule): boolean {
  if (mover.afterwards === 'leave' || hasPatterns(mover) || hasPatterns(other)) return false;
  const below = relative(mover.path, other.path);
  // What was moved may be sent elsewhere.
  if (isInside(below)) return below.split(sep)[0] !== mover.afterwards.moveTo;
  return isInside(relative(other.path, mover.path));
}

const isInside = (path: string): boolean =>
  path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
const hasPatterns = ({ include, exclude }: NamedWatchRule): boolean => include.length + exclude.length > 0;
