/** Rules of one config file that would get in each other's way. Pure. */
import { isAbsolute, relative, sep } from 'node:path';
import { isSameName } from '../../../preload/contract/texts/same-name.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { overlapsByPath } from '../../engine/index.ts';
import { config as words } from '../words/watch.ts';

export interface RuleConflict {
  /** The rule's place in the list. */
  readonly index: number;
  readonly field: 'name' | 'path';
  /** Without a full stop. */
  readonly message: string;
}

/** Each rule against those before it: two of one name, and two that take files of one folder. */
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

/** By their paths. Links are known when the rules are activated. */
function overlapText(other: NamedWatchRule, rule: NamedWatchRule): string | null {
  if (!overlapsByPath(other, rule)) return null;
  const below = relative(other.path, rule.path);
  if (below === '') return words.sameFolder(other.name);
  return isAbsolute(below) || below.split(sep)[0] === '..'
    ? words.aroundFolder(other.name, globOf(relative(rule.path, other.path)))
    : words.insideFolder(other.name, globOf(below));
}

/** The path as a pattern. In brackets, what is special in patterns stands for itself, and needs no escaping in JSON. */
const globOf = (path: string) => path.replaceAll(sep, '/').replace(/[*?[{]/g, '[$&]');
