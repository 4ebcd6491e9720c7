/** What a summary of findings shows of each kind: one rule for the window and the command line. */
import type { FindingCode } from './finding.ts';

/** Beside these findings: the list of files that won't be uploaded, and the list of links. */
const listedElsewhere: readonly string[] = [
  'not-read',
  'not-a-file',
  'link',
] satisfies readonly FindingCode[];

export function isListedElsewhere({ code }: { readonly code: string }): boolean {
  return listedElsewhere.includes(code);
}

/** Findings about files that are sent, and that no password opens. */
export function leftToDo(group: Readonly<Record<'findings' | 'skipped' | 'opened', number>>): number {
  return group.findings - group.skipped - group.opened;
}
