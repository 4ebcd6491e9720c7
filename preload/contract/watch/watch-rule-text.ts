/** What can be wrong with a field of a watched folder's rule. */
import { z } from 'zod';

/** `value` is the part that is wrong. */
const problemTexts = {
  'unknown-placeholder': (value: string) =>
    `The dataset name can't have ${value}. Use {folder}, {date}, {time}, or {custodian}.`,
  'brace-not-closed': (value: string) =>
    `The dataset name has an opening brace without a closing one: ${value}`,
  'nothing-names-custodian': () =>
    'The dataset name has {custodian}, but nothing in the rule names a custodian.',
  'custodian-rule-malformed': (value: string) =>
    `“${value}” isn't a custodian rule. Use folder:N (folder:1 is the first level below the watched folder) or regex:RE.`,
  'not-a-folder': (value: string) => `${value} isn't a folder. Choose the folder to watch.`,
  'not-absolute': (value: string) => `${value} must be a full path.`,
  'in-watched-folder': (value: string) =>
    `${value} is in the watched folder and would be uploaded. Keep the passwords outside of it.`,
  'marker-is-move-to': () => 'The marker file and the folder for sent files must have different names.',
  'move-to-unseen': () => "The name of the folder for sent files can't have characters that can't be seen.",
  'watched-by-rule': (value: string) =>
    `The rule “${value}” watches this folder, or one inside or around it. A file belongs to one rule: pause the other rule, or exclude the inner folder from the rule of the outer one.`,
} as const;
export type WatchRuleProblem = keyof typeof problemTexts;
export const watchRuleProblem = z.custom<WatchRuleProblem>(
  (value) => typeof value === 'string' && Object.hasOwn(problemTexts, value),
);

export function watchRuleProblemText(problem: WatchRuleProblem, value: string): string {
  return problemTexts[problem](value);
}
