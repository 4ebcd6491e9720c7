import type { DatabaseBillingRecord } from '../../../preload/contract/platform/records.ts';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { words } from '../../i18n/words.ts';

export type MonthStatus = NonNullable<DatabaseBillingRecord['monthStatus']>;

const billingWords = words.billing;

export function stateName(state: string | null | undefined): string {
  return state == null || state === '' ? billingWords.stateUnknown : valueText(state);
}

/** How it is billed, where that differs from its state at the end (platform-interface 1.5). Returns null if nothing is reported. */
export function stateExplanation(status: MonthStatus | null | undefined, isCurrent: boolean): string | null {
  const { billingState, finalState } = status ?? {};
  if (billingState == null || finalState == null) return null;
  const [billed, final] = [stateName(billingState), stateName(finalState)];
  return billed === final
    ? billingWords.stateSame(billed)
    : billingWords.stateChanged(billed, final, isCurrent);
}

const timestampNames = ['suspended', 'frozen', 'deletionRequested', 'deleted'] as const;

export interface StateChange {
  readonly label: string;
  readonly at: string;
}

/** The status changes that the platform names a time for, oldest first. */
export function stateChanges(status: MonthStatus | null | undefined): readonly StateChange[] {
  return timestampNames
    .flatMap((name) => {
      const at = status?.[name];
      return at == null ? [] : [{ label: billingWords.timestamps[name], at }];
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
