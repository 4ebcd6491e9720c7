import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import type { LoadingMonths } from './use-months.ts';

const billingWords = words.billing;

/** Months come one by one, because the platform has no operation for several and limits requests. */
export function MonthsProgress({
  loaded: { values, isLoading, reload },
  total,
}: {
  readonly loaded: Pick<LoadingMonths<unknown>, 'values' | 'isLoading' | 'reload'>;
  readonly total: number;
}) {
  return (
    <div className="row">
      <span className="muted" role="status">
        {isLoading ? billingWords.loadingMonths(values.size, total) : billingWords.monthsLoaded(values.size)}
      </span>
      <Button small icon="refresh" label={billingWords.reload} busy={isLoading} onPress={reload} />
    </div>
  );
}
