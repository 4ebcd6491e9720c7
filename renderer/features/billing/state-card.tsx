import { timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { type MonthStatus, stateChanges, stateExplanation, stateName } from './billing-state.ts';

const billingWords = words.billing;

interface StateProps {
  readonly status: MonthStatus | null | undefined;
  readonly isCurrent: boolean;
}

/** How a database or project counts in the bill, its state, and since when. */
export function BillingStates({ status, isCurrent }: StateProps) {
  const explanation = stateExplanation(status, isCurrent);
  return (
    <div className="stack">
      <DescriptionList
        items={[
          [billingWords.billedAs, stateName(status?.billingState)],
          [billingWords.stateAtEnd(isCurrent), stateName(status?.finalState)],
          ...stateChanges(status).map(({ label, at }) => [label, timeText(at)] as const),
        ]}
      />
      {explanation === null ? null : <p className="muted">{explanation}</p>}
    </div>
  );
}
