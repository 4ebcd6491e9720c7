import type { OrganizationRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { billedMonth, totalSize } from '../../state/billing/billed-sizes.ts';
import type { Month } from '../../state/billing/months.ts';
import { useQuery } from '../../state/use-query.ts';
import { Card } from '../../ui/card.tsx';
import { PlatformFailure } from '../../ui/platform-failure.tsx';
import '../../ui/table.css';
import { Gb } from './size-table.tsx';

const billingWords = words.billing;
const states = ['active', 'suspended', 'frozen'] as const;

/** A parent organization with its sub-organizations, by state (extended form, platform-interface 2.6). */
export function ParentCard({
  connectionId,
  organization,
  month,
  isCurrent,
}: {
  readonly connectionId: string;
  readonly organization: OrganizationRecord;
  readonly month: Month;
  readonly isCurrent: boolean;
}) {
  const billing = useQuery('platform.GetParentOrganizationBilling', {
    argument: { connectionId, path: { orgId: organization.id }, query: { ...month } },
  });
  return (
    <Card title={billingWords.parent} bare>
      {billing.kind === 'failed' ? (
        <PlatformFailure
          operation="GetParentOrganizationBilling"
          failure={billing.failure}
          subject={billingWords.parent}
          onRetry={billing.refetch}
        />
      ) : billing.kind === 'loading' ? (
        <p className="billing-hint muted">{words.common.loading}</p>
      ) : (
        <>
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
                  const { peak, final } = billedMonth(billing.value[state]);
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
          <p className="billing-hint muted small">
            {billingWords.parentHint}
            {billing.value.creditUsage?.total == null
              ? ''
              : ` ${billingWords.credits}: ${billing.value.creditUsage.total.toLocaleString('en-US')}.`}
          </p>
        </>
      )}
    </Card>
  );
}
