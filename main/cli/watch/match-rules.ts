/** Which rules of the store those of the config file are. Pure. */

import { isSameName } from '../../../preload/contract/texts/same-name.ts';
import type { WatchRuleId } from '../../../preload/contract/views/ids.ts';
import {
  maxRuleNameChars,
  type NamedWatchRule,
  type WatchedFolderView,
} from '../../../preload/contract/watch/watched-folder.ts';

type StoredRule = Pick<WatchedFolderView, 'id' | 'state'> & { readonly rule: RuleKey };
type RuleKey = Pick<NamedWatchRule, 'name' | 'path' | 'database'>;
type IsMatch = (stored: RuleKey, configured: RuleKey) => boolean;

const hasSameName: IsMatch = (one, other) => isSameName(one.name, other.name);
const hasSameFolder: IsMatch = (one, other) => one.path === other.path;
const hasSameTarget: IsMatch = (one, other) => hasSameFolder(one, other) && one.database === other.database;

/** The surest first. With another name a rule is the same one if its folder and database are: its upload continues. */
const signs: readonly IsMatch[] = [
  (one, other) => hasSameName(one, other) && hasSameTarget(one, other),
  hasSameTarget,
  (one, other) => hasSameName(one, other) && hasSameFolder(one, other),
  hasSameName,
];

/**
 * For each rule of the config file the stored one that it is, or null for a new one. No stored rule is two of them. One of
 * another folder is the one whose name and place in the file the new one takes.
 */
export function matchRules<Stored extends StoredRule>(
  stored: readonly Stored[],
  configured: readonly RuleKey[],
): readonly (Stored | null)[] {
  const found = new Map<RuleKey, Stored>();
  const left = new Set(
    stored.toSorted((a, b) => Number(a.state === 'paused') - Number(b.state === 'paused')),
  );
  for (const isMatch of signs)
    for (const rule of configured) {
      const match = found.has(rule) ? undefined : [...left].find((one) => isMatch(one.rule, rule));
      if (match === undefined) continue;
      found.set(rule, match);
      left.delete(match);
    }
  return configured.map((rule) => found.get(rule) ?? null);
}

/**
 * The names that stored rules get before anything else of the config file applies, by their IDs: two may exchange theirs.
 * One that is no longer in the file makes room for its name.
 */
export function matchedNames<Stored extends StoredRule>(
  stored: readonly Stored[],
  configured: readonly RuleKey[],
): ReadonlyMap<WatchRuleId, string> {
  const matches = matchRules(stored, configured);
  const names = new Map<WatchRuleId, string>();
  for (const [index, rule] of configured.entries()) {
    const match = matches[index] ?? null;
    if (match !== null && hasSameFolder(match.rule, rule)) names.set(match.id, rule.name);
  }
  const isMatched = (id: number): boolean => matches.some((match) => match?.id === id);
  const isTaken = (name: string): boolean =>
    [...configured.map((rule) => rule.name), ...stored.map(({ rule }) => rule.name), ...names.values()].some(
      (one) => isSameName(one, name),
    );
  for (const { id, rule } of stored)
    if (!isMatched(id) && configured.some((one) => hasSameName(one, rule)))
      names.set(id, freeName(rule.name, isTaken));
  return new Map(
    [...names].filter(([id, name]) => stored.some((one) => one.id === id && one.rule.name !== name)),
  );
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const free = `${name.slice(0, maxRuleNameChars - end.length)}${end}`;
    if (!isTaken(free)) return free;
  }
}
