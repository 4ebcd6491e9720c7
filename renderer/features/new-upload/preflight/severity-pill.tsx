import type { Severity } from '../../../../preload/contract/views/finding.ts';
import { words } from '../../../i18n/words.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';

export function SeverityPill({ severity }: { readonly severity: Severity }) {
  const tone = severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : 'info';
  return (
    <StatusPill
      tone={tone}
      icon={severity === 'info' ? 'info' : 'alert'}
      label={words.findings.severities[severity]}
    />
  );
}
