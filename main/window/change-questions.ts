/** Changes on the platform as a native dialog asks about them. What they say: preload/contract/texts/change-text.ts. Pure. */
import { maxPeople, rarestFirst } from '../../preload/contract/texts/change-parts.ts';
import type { ChangeText } from '../../preload/contract/texts/change-text.ts';
import { count } from '../../preload/contract/texts/format-number.ts';
import type { TrustQuestion } from './trust-questions.ts';

/** The question about several changes, which are made one after the other: the lines of the first ones, and what all of them do. */
export function changeQuestion(changes: readonly ChangeText[], host: string): TrustQuestion {
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) {
    const { message, paragraphs, action } = only;
    return { message, detail: paragraphs.join('\n\n'), action };
  }
  const shown = changes.slice(0, maxPeople).map(({ line }) => line);
  const more = changes.length - shown.length;
  const effects = rarestFirst(changes.flatMap((change) => change.effects));
  return {
    message: `Make ${count(changes.length)} changes?`,
    detail: [
      `Platform: ${host}`,
      [...shown, ...(more > 0 ? [`And ${count(more)} more.`] : [])].join('\n'),
      `All ${changes.length} changes: ${effects.map(([effect, amount]) => `${count(amount)} × ${effect}`).join(', ')}`,
      ...new Set(changes.flatMap(({ notes }) => notes)),
      "Lading makes the changes one after the other. It stops at the first one that fails, or that isn't as shown here any more. Lading can't undo those before it.",
    ].join('\n\n'),
    action: `Make ${count(changes.length)} changes`,
  };
}
