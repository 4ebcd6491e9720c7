/** What the command line says about the findings of pre-flight. */
import type { Severity } from '../../../preload/contract/finding.ts';
import type { Inspection } from '../../engine/index.ts';
import { formatCount, pluralize } from '../format.ts';

const severities: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Info' };

export const findings = {
  severities,
  heading: 'Findings:',
  checked: ({ checked, files, isSkipped }: Inspection) =>
    isSkipped
      ? `Checked ${formatCount(checked)} of ${pluralize(files, 'file')}`
      : `Checked ${pluralize(files, 'file')}`,
  nothing: 'Nothing found: every file can be read, and no content contradicts its name.',
  skipped: (count: number) => `, ${formatCount(count)} of them skipped`,
  more: (count: number) => `… and ${formatCount(count)} more`,
  advice: 'To do:',
  all: (isDryRun: boolean) =>
    isDryRun
      ? 'To list all findings, use --json or --findings FILE.'
      : 'To list all findings before an upload, use --dry-run.',
  written: (path: string) => `Findings: ${path}`,
  scanning: (checked: number, files: number) =>
    `Checking files: ${formatCount(checked)} of ${formatCount(files)}`,
} as const;
