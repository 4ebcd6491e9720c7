import type { BandwidthPlan } from '../../preload/contract/views/bandwidth-schedule.ts';
import { weekdaysText } from '../../preload/contract/views/weekdays.ts';
import { words } from '../i18n/words.ts';

const summaryWords = words.settings.limitSummary;

const limitText = (bytesPerSecond: number | null) =>
  bytesPerSecond === null ? summaryWords.unlimited : summaryWords.atMost(bytesPerSecond);

/** The limits in one sentence. */
export function limitSummary({ bytesPerSecond, schedule }: BandwidthPlan): string {
  if (schedule === null || schedule.days.length === 0) {
    return bytesPerSecond === null ? summaryWords.none : summaryWords.always(bytesPerSecond);
  }
  const { days, from, to, sends } = schedule;
  const until = from < to ? to : summaryWords.nextDay(to);
  return summaryWords.hours(
    weekdaysText(days),
    from,
    until,
    sends === 'nothing'
      ? summaryWords.nothing
      : limitText(sends === 'only' ? bytesPerSecond : schedule.bytesPerSecond),
    sends === 'only' ? summaryWords.nothing : limitText(bytesPerSecond),
  );
}
