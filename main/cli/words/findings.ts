/** What the command line says about the findings of pre-flight. */

import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import type { Severity } from '../../../preload/contract/views/finding.ts';
import type { Inspection } from '../../engine/index.ts';

const severities: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Info' };

export const findings = {
  severities,
  heading: 'Findings:',
  checked: ({ checked, files, isSkipped }: Inspection) =>
    isSkipped ? `Checked ${count(checked)} of ${plural(files, 'file')}` : `Checked ${plural(files, 'file')}`,
  nothing: 'Nothing found: every file can be read, and no content contradicts its name.',
  skipped: (files: number) => `, ${count(files)} of them skipped`,
  opened: (files: number) => `, ${count(files)} of them opened by your passwords`,
  more: (rows: number) => `… and ${count(rows)} more`,
  advice: 'To do:',
  all: 'To list all findings, use --findings FILE, or --dry-run --json.',
  written: (path: string) => `Findings: ${path}`,
  scanning: (checked: number, files: number) => `Checking files: ${count(checked)} of ${count(files)}`,
} as const;
