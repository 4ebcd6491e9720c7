/** Rules of one config file that would get in each other's way. Pure. */
import { isAbsolute, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isSameName } from '../../../preload/contract/database-check-text.ts';
import type { NamedWatchRule } from '../../../preload/contract/watched-folder.ts';
import { moveSharedFiles } from '../../engine/index.ts';
import { config as words } from '../words/watch.ts';

export interface RuleConflict {
  /** Of the rule, in the list. */
  readonly index: number;
  readonly field: 'name' | 'path';
  /** Without a full stop. */
  readonly message: string;
}

/** Each rule against those before it: two of one name, and two that send the same files to one database, or move them. */
export function ruleConflicts(rules: readonly NamedWatchRule[]): readonly RuleConflict[] {
  return rules.flatMap((rule, index) => {
    const before = rules.slice(0, index);
    const conflicts: RuleConflict[] = [];
    if (before.some(({ name }) => isSameName(name, rule.name)))
      conflicts.push({ index, field: 'name', message: words.sameName(rule.name) });
    const overlap = before.map((other) => overlapText(other, rule)).find((message) => message !== null);
    if (overlap !== undefined) conflicts.push({ index, field: 'path', message: overlap });
    return conflicts;
  });
}

/**
 * Which of two rules takes a file is chance, and with it the file's dataset and custodian. Rules that patterns tell apart are
 * left to the person who wrote the patterns.
 */
function overlapText(other: NamedWatchRule, rule: NamedWatchRule): string | null {
  if (other.database !== rule.database)
    return moveSharedFiles(other, rule) ? words.movedFolder(other.name, other.database) : null;
  const below = relative(other.path, rule.path);
  if (below === '') {
    const isTold = hasPatterns(other) && hasPatterns(rule) && !haveSamePatterns(other, rule);
    return isTold ? null : words.sameFolder(other.name, rule.database);
  }
  if (isInside(below)) return hasPatterns(other) ? null : words.insideFolder(other.name, globOf(below));
  const above = relative(rule.path, other.path);
  return isInside(above) && !hasPatterns(rule) ? words.aroundFolder(other.name, globOf(above)) : null;
}

const isInside = (path: string) => path !== '..' && !/^\.\.[/\\]/.test(path) && !isAbsolute(path);
/** The path as a pattern. In brackets, what is special in patterns stands for itself, and needs no escaping in JSON. */
const globOf = (path: string) => path.replaceAll(sep, '/').replace(/[*?[{]/g, '[$&]');
const hasPatterns = ({ include, exclude }: NamedWatchRule) => include.length + exclude.length > 0;

function haveSamePatterns(a: NamedWatchRule, b: NamedWatchRule): boolean {
  return isDeepStrictEqual([a.include, a.exclude], [b.include, b.exclude]);
}
