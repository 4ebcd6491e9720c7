import { decimal } from '../../../preload/contract/texts/format-number.ts';
import { monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { type Month, shiftMonth } from '../../state/billing/months.ts';
import { Card } from '../../ui/card.tsx';
import { Stat, Stats } from '../../ui/stats.tsx';
import { type BilledMonth, changeOf, totalSize } from './billed-sizes.ts';
import { Gb } from './size-table.tsx';

const billingWords = words.billing;

/** Platform-interface 2.6. */
export interface CreditUsage {
  readonly onDemand?: number | null | undefined;
  readonly prepaid?: number | null | undefined;
  readonly total?: number | null | undefined;
}

/** The month in a few numbers, for someone who reads nothing else. */
export function MonthSummary({
  month,
  isCurrent,
  sizes,
  before,
  credits,
}: {
  readonly month: Month;
  readonly isCurrent: boolean;
  readonly sizes: BilledMonth;
  /** It is null while the month before isn't known. */
  readonly before: BilledMonth | null;
  readonly credits: CreditUsage | null;
}) {
  const peakGb = totalSize(sizes.peak).billableGb;
  const change = before === null ? null : changeOf(totalSize(before.peak).billableGb, peakGb);
  return (
    <Card label={monthName(month)}>
      <Stats>
        <Stat label={billingWords.billed}>
          <span title={billingWords.billedHint}>
            <Gb value={peakGb} />
          </span>
        </Stat>
        <Stat label={billingWords.change(monthName(shiftMonth(month, -1)))}>
          {change === null ? billingWords.notReported : billingWords.changeText(change.gb, change.share)}
        </Stat>
        <Stat label={billingWords.final(isCurrent)}>
          <Gb value={totalSize(sizes.final).billableGb} />
        </Stat>
        <Stat label={billingWords.eca}>
          <Gb value={sizes.peak.eca.billableGb} />
        </Stat>
        {credits?.total == null ? null : (
          <Stat label={billingWords.credits}>
            <span title={creditsText(credits)}>{decimal(credits.total, 3)}</span>
          </Stat>
        )}
      </Stats>
    </Card>
  );
}

export function creditsText({ total, prepaid, onDemand }: CreditUsage): string {
  const [all, paid, demanded] = [total, prepaid, onDemand].map((amount) =>
    amount == null ? billingWords.notReported : decimal(amount, 3),
  );
  return billingWords.creditsText(all ?? '', paid ?? '', demanded ?? '');
}
