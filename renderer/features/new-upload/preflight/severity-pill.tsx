import type { Severity } from '../../../../preload/contract/views/finding.ts';
import { words } from '../../../i18n/words.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';

export function SeverityPill({
  severity,
  amount,
}: {
  readonly severity: Severity;
  /** How many there are, where the pill stands for all of them. */
  readonly amount?: number;
}) {
  const tone = severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : 'info';
  return (
    <StatusPill
      tone={tone}
      icon={severity === 'info' ? 'info' : 'alert'}
      label={
        amount === undefined ? words.findings.severities[severity] : words.findings.amountOf(severity, amount)
      }
    />
  );
}
