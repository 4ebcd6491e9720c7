import type { Severity } from '../../../preload/contract/views/finding.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

const severities: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Info' };

/** What pre-flight found. Titles and sentences of a finding are in preload/contract/texts/finding-text.ts. */
export const findings = {
  severities,
  amountOf: (severity: Severity, amount: number) => plural(amount, severity, `${severity}s`),
  title: 'Findings',
  kinds: 'Findings by kind',
  byKind: 'Findings by kind',
  list: 'Findings by file',
  kindFilter: 'Show',
  allKinds: 'All findings',
  ofKind: (title: string, amount: number) => `${title} (${count(amount)})`,
  about: 'Nothing here stops the upload. Select a kind to see only its files.',
  exclude: 'Exclude files',
  keep: 'Keep files',
  of: (action: string, title: string) => `${action}: ${title}`,
  excludeFile: 'Exclude file',
  keepFile: 'Keep file',
  excludeShown: 'Exclude shown files',
  keepShown: 'Keep shown files',
  excluded: (amount: number) => `${plural(amount, 'file', 'files')} excluded.`,
  kept: (amount: number) => `${plural(amount, 'file', 'files')} kept.`,
  severityFilter: 'Show severities',
  allSeverities: 'All',
  severitiesOf: { error: 'Errors', warning: 'Warnings', info: 'Info' } satisfies Readonly<
    Record<Severity, string>
  >,
  kind: 'Finding',
  severity: 'Severity',
  path: 'File or folder',
  whatItIs: 'What it is',
  files: 'Number',
  size: 'Size',
  action: 'Action',
  skipped: (amount: number) => `${count(amount)} skipped`,
  opened: (amount: number) => `${count(amount)} opened by your passwords`,
  search: 'Search findings',
  shown: (amount: number) => plural(amount, 'finding', 'findings'),
  noMatch: 'No findings match',
  advice: 'What to do',
  more: (amount: number) => `and ${plural(amount, 'more finding', 'more findings')}`,
  checked: (files: number) =>
    `${plural(files, 'file was', 'files were')} opened and checked for damage, encryption, content that contradicts the name, implausible dates, and names that don't work on Windows.`,
  skippedChecks: (checked: number, files: number) =>
    `You skipped the checks: ${count(checked)} of ${plural(files, 'file', 'files')} were checked.`,
  notChecked: 'The files were not checked. To check them, discard this draft and scan again.',
  reviewText: (
    errors: number,
    warnings: number,
    inspection: { readonly checked: number; readonly files: number; readonly isSkipped: boolean } | null,
  ) =>
    [
      ...(errors + warnings === 0 ? ['No errors or warnings'] : []),
      ...(errors === 0 ? [] : [plural(errors, 'error', 'errors')]),
      ...(warnings === 0 ? [] : [plural(warnings, 'warning', 'warnings')]),
      ...(inspection === null ? ['the files were not checked'] : []),
      ...(inspection?.isSkipped === true
        ? [`${count(inspection.checked)} of ${plural(inspection.files, 'file', 'files')} checked`]
        : []),
    ].join(' · '),
  scanHeading: 'Check files',
  scanDescription: 'Lading opens each file once to find out what it is. Nothing is sent.',
  progress: (checked: number, files: number) => `${count(checked)} of ${plural(files, 'file', 'files')}`,
  checkedSoFar: 'Checked',
  toCheck: 'To check',
  skipChecks: 'Skip checks',
  skipping: 'Skipping…',
} as const;
