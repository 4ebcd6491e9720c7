/** The bandwidth limit and its schedule in one sentence, for the window and the command line. */
import type { BandwidthPlan } from '../views/bandwidth-schedule.ts';
import { weekdaysText } from '../views/weekdays.ts';
import { formatByteLimit } from './format-bytes.ts';

export const noBandwidthLimit = 'No bandwidth limit.';
const nothing = 'nothing is sent';

const limitText = (bytesPerSecond: number | null) =>
  bytesPerSecond === null ? 'no limit' : `at most ${formatByteLimit(bytesPerSecond)}`;

export function bandwidthText({ bytesPerSecond, schedule }: BandwidthPlan): string {
  if (schedule === null || schedule.days.length === 0)
    return bytesPerSecond === null
      ? noBandwidthLimit
      : `At most ${formatByteLimit(bytesPerSecond)} at all times.`;
  const { days, from, to, sends } = schedule;
  const hours =
    from === '00:00' && to === '00:00'
      ? 'all day'
      : `from ${from} to ${from < to ? to : `${to} the next day`}`;
  const inside =
    sends === 'nothing'
      ? nothing
      : limitText((sends === 'only' ? { bytesPerSecond } : schedule).bytesPerSecond);
  const outside = sends === 'only' ? nothing : limitText(bytesPerSecond);
  return `${weekdaysText(days)} ${hours}: ${inside}. All other times: ${outside}.`;
}
