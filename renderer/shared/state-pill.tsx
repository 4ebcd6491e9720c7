import { valueText } from '../../preload/contract/platform/value-text.ts';
import { words } from '../i18n/words.ts';
import { StatusPill } from '../ui/status-pill.tsx';

const looks = {
  ACTIVE: { tone: 'ok', icon: 'check' },
  SUSPENDED: { tone: 'warn', icon: 'pause' },
  FROZEN: { tone: 'info', icon: 'lock' },
  DELETED: { tone: 'plain', icon: 'close' },
} as const;

/** The state of a database or a project, in words; on hover, as the platform spells it. */
export function StatePill({ state }: { readonly state: string | null | undefined }) {
  const look = Object.entries(looks).find(([name]) => name === state?.toUpperCase())?.[1];
  return (
    <span title={state ?? undefined}>
      <StatusPill
        tone={look?.tone ?? 'plain'}
        icon={look?.icon ?? 'info'}
        label={state == null || state === '' ? words.billing.stateUnknown : valueText(state)}
      />
    </span>
  );
}
