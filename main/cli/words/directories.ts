/** What `lading directory` prints beside the texts that the window shows too. */
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';

export const directories = {
  stopping: 'Stopping.',
  checking: (people: number) => `Checking: ${plural(people, 'person', 'people')} so far`,
  sending: (bytes: number) => `Sending ${formatBytes(bytes)}`,
  severities: { error: 'Errors', warning: 'Warnings', note: 'Notes' },
  more: (findings: number) => `and ${plural(findings, 'more', 'more')}; --json lists all of them`,
  columns: { synced: 'Synchronized', ignored: 'Ignored', unknown: 'Unknown' },
  effect: 'A sync (base form):',
  effectExtended: 'A sync (extended form):',
  noErrors: 'No errors. The file can be synchronized.',
  errors: (errors: number) => `${plural(errors, 'error')}. The file can't be synchronized.`,
  notSynced: 'Nothing was sent.',
  unexpected: 'Ignored, not predicted:',
  missing: 'Predicted to be ignored, not reported:',
} as const;

export const matches = {
  title: (file: string, renamed: number, review: number, unmatched: number) =>
    renamed + review + unmatched === 0
      ? `Custodians: all are called as in ${file}.`
      : `Custodians and ${file}: ${count(renamed)} renamed, ${count(review)} to review, ${count(unmatched)} not in the directory`,
  custodian: 'Custodian',
  directory: 'In the directory',
  result: 'Result',
  score: 'Score',
  reason: 'Why',
  renamed: 'renamed',
  review: 'review',
  unmatched: 'not found',
  why: (reasons: string, others: number) => (others === 0 ? reasons : `${reasons}; ${count(others)} more`),
} as const;
