import { useMemo } from 'react';
import type {
  OrganizationRecord,
  ParentOrganizationBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { billedMonth, totalSize } from '../../state/billing/billed-sizes.ts';
import { monthKey, shiftMonth } from '../../state/billing/months.ts';
import { Card } from '../../ui/card.tsx';
import { PlatformFailure } from '../../ui/platform-failure.tsx';
import '../../ui/table.css';
import type { MonthChoice } from './month-choice.ts';
import { billedMonths, useParentMonths } from './month-loader.ts';
import { MonthSummary } from './month-summary.tsx';
import { MonthsProgress } from './months-progress.tsx';
import { Gb } from './size-table.tsx';
import { trendPoints } from './trend.ts';
import { TrendCard } from './trend-card.tsx';

const billingWords = words.billing;
const states = ['active', 'suspended', 'frozen'] as const;

/** A parent organization with its sub-organizations, by state (extended form, platform-interface 2.6). */
export function ParentBilling({
  connectionId,
  organization,
  choice: { month, current, months, length, onLength },
}: {
  readonly connectionId: string;
  readonly organization: OrganizationRecord;
  readonly choice: MonthChoice;
}) {
  const isCurrent = monthKey(month) === monthKey(current);
  const loaded = useParentMonths(organization.id, { connectionId, months, current });
  const { values, failure, reload } = loaded;
  const sizesByMonth = useMemo(
    () => billedMonths(values, (billing) => states.map((state) => ({ monthBilling: billing[state] }))),
    [values],
  );
  const points = useMemo(() => trendPoints(months, sizesByMonth), [months, sizesByMonth]);
  const billing = values.get(monthKey(month));
  const sizes = sizesByMonth.get(monthKey(month));
  return (
    <>
      {failure === null ? (
        <MonthsProgress loaded={loaded} total={months.length} />
      ) : (
        <PlatformFailure
          operation="GetParentOrganizationBilling"
          failure={failure}
          subject={billingWords.parent}
          onRetry={reload}
        />
      )}
      {sizes == null ? null : (
        <MonthSummary
          month={month}
          isCurrent={isCurrent}
          sizes={sizes}
          before={sizesByMonth.get(monthKey(shiftMonth(month, -1))) ?? null}
          credits={billing?.creditUsage ?? null}
        />
      )}
      {values.size === 0 && failure !== null ? null : (
        <TrendCard
          subject={organization.name}
          points={points}
          note={billingWords.parentHint}
          loaded={loaded}
          length={length}
          onLength={onLength}
        />
      )}
      {billing === undefined ? null : (
        <Card title={billingWords.parent} bare>
          <StateTable billing={billing} isCurrent={isCurrent} />
        </Card>
      )}
    </>
  );
}

function StateTable({
  billing,
  isCurrent,
}: {
  readonly billing: ParentOrganizationBillingRecord;
  readonly isCurrent: boolean;
}) {
  return (
    <div className="billing-scroll">
      <table className="table" aria-label={billingWords.parent}>
        <thead>
          <tr>
            <th>{billingWords.state}</th>
            <th className="number">{billingWords.legendStandard}</th>
            <th className="number">{billingWords.legendEca}</th>
            <th className="number">{billingWords.billed}</th>
            <th className="number">{billingWords.final(isCurrent)}</th>
          </tr>
        </thead>
        <tbody className="selectable">
          {states.map((state) => {
            const { peak, final } = billedMonth(billing[state]);
            return (
              <tr key={state}>
                <td>{billingWords.parentStates[state]}</td>
                <td className="number">
                  <Gb value={peak.standard.billableGb} />
                </td>
                <td className="number">
                  <Gb value={peak.eca.billableGb} />
                </td>
                <td className="number">
                  <Gb value={totalSize(peak).billableGb} />
                </td>
                <td className="number">
                  <Gb value={totalSize(final).billableGb} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
