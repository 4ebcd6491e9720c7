import type { WatchRuleProblem } from '../failures/failure-schema.ts';

/** What is wrong with a field of a watched folder's rule. */
export function watchRuleProblemText(field: string, problem: WatchRuleProblem, value: string): string {
  switch (problem) {
    case 'unknown-placeholder':
      return `The dataset name can't have ${value}. Use {folder}, {date}, or {custodian}.`;
    case 'brace-not-closed':
      return `The dataset name has an opening brace without a closing one: ${value}`;
    case 'nothing-names-custodian':
      return 'The dataset name has {custodian}, but nothing in the rule names a custodian.';
    case 'custodian-rule-malformed':
      return `“${value}” isn't a custodian rule. Use folder:N (folder:1 is the first level below the watched folder) or regex:RE.`;
    case 'not-a-folder':
      return `${value} isn't a folder. Choose the folder to watch.`;
    case 'not-absolute':
      return `${value} must be a full path.`;
    case 'in-watched-folder':
      return `${value} is in the watched folder and would be uploaded. Keep the passwords outside of it.`;
    case 'marker-is-move-to':
      return `The marker file and the folder for sent files (${field}) must have different names.`;
    case 'watched-by-rule':
      return `The rule “${value}” watches this folder, or one inside or around it. A file belongs to one rule: pause the other rule, or exclude the inner folder from the rule of the outer one.`;
  }
}
