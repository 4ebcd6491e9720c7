/** What `lading directory` prints beside the texts that the window shows too. */
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { plural } from '../../../preload/contract/texts/format-number.ts';

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
