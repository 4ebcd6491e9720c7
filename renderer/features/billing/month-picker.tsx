import { monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { type Month, monthKey, monthsUntil, parseMonthKey, shiftMonth } from '../../state/billing/months.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

const billingWords = words.billing;
/** Five years. */
const offeredMonths = 60;

/** The month and its neighbors. There is no billing of the future. */
export function MonthPicker({
  value,
  current,
  onChange,
}: {
  readonly value: Month;
  readonly current: Month;
  readonly onChange: (month: Month) => void;
}) {
  const months = monthsUntil(current, offeredMonths).toReversed();
  const [previous, next] = [shiftMonth(value, -1), shiftMonth(value, 1)];
  return (
    <div className="billing-month">
      <Button
        icon="back"
        label={billingWords.previousMonth}
        disabled={!months.some((month) => monthKey(month) === monthKey(previous))}
        onPress={() => onChange(previous)}
      />
      <Select
        label={billingWords.month}
        value={monthKey(value)}
        options={months.map((month) => ({ value: monthKey(month), label: monthName(month) }))}
        onChange={(key) => {
          const chosen = parseMonthKey(key);
          if (chosen !== null) onChange(chosen);
        }}
      />
      <Button
        icon="chevronRight"
        label={billingWords.nextMonth}
        disabled={monthKey(next) > monthKey(current)}
        onPress={() => onChange(next)}
      />
    </div>
  );
}
