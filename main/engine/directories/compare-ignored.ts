/** The people whom a sync ignored, against those whom the check predicted. Pure. */
import type {
  DirectoryCheck,
  IgnoredComparison,
  IgnoredPerson,
} from '../../../preload/contract/views/directory.ts';

/**
 * The specification doesn't show the format of a reported entry: one names a person if it is the user principal name, or
 * has it as a word. Upper and lower case are the same.
 */
export function compareIgnored(
  predicted: DirectoryCheck['ignored'],
  reported: readonly string[],
): IgnoredComparison {
  const waiting = new Map<string, IgnoredPerson[]>();
  for (const person of predicted.people) {
    const key = person.userPrincipalName.toLowerCase();
    const others = waiting.get(key);
    if (others === undefined) waiting.set(key, [person]);
    else others.push(person);
  }
  const asPredicted: IgnoredPerson[] = [];
  const unexpected: string[] = [];
  for (const entry of reported) {
    const key = wordsOf(entry).find((word) => (waiting.get(word)?.length ?? 0) > 0);
    const person = key === undefined ? undefined : waiting.get(key)?.shift();
    if (person === undefined) unexpected.push(entry);
    else asPredicted.push(person);
  }
  const notCompared = predicted.count - predicted.people.length;
  return {
    reported: [...reported],
    asPredicted,
    // Some may be the people whom the prediction only counts.
    unexpected: unexpected.slice(notCompared),
    missing: [...waiting.values()].flat().toSorted((one, other) => one.line - other.line),
    notCompared,
  };
}

/** The whole entry first: a user principal name may have a space. */
function wordsOf(entry: string): readonly string[] {
  const text = entry.trim().toLowerCase();
  return [text, ...text.split(/[\s,;:|"'<>()[\]{}]+/)];
}
