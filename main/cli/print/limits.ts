/** The limits of an upload, in words. Pure. */
import { formatByteLimit } from '../../../preload/contract/texts/format-bytes.ts';
import {
  bandwidthAt,
  bandwidthPlan,
  nextOpenTime,
  sendingHoursText,
} from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { TransferLimits, UploadSummary } from '../../engine/index.ts';
import { formatTime } from '../terminal/time.ts';
import { limits as words } from '../words/uploads.ts';
import { stateText } from './upload-state.ts';

/** The hours and the bandwidth limit of an upload, each only if it is set. */
export function limitTexts({ hours, bytesPerSecond }: TransferLimits): readonly string[] {
  return [
    ...(hours == null ? [] : [words.hours(sendingHoursText(hours))]),
    ...(bytesPerSecond === undefined || bytesPerSecond === Number.POSITIVE_INFINITY
      ? []
      : [words.bandwidth(formatByteLimit(bytesPerSecond))]),
  ];
}

/** Its state, or until when it waits for its hours. */
export function stateNow(upload: UploadSummary, limits: TransferLimits, now: Date): string {
  const plan = bandwidthPlan(limits);
  if (upload.state !== 'uploading' || bandwidthAt(plan, now) > 0) return stateText(upload);
  return words.waitingUntil(formatTime(nextOpenTime(plan, now).toISOString()));
}
