/** The limits of an upload, in words. Pure. */
import { bandwidthText, noBandwidthLimit } from '../../../preload/contract/texts/bandwidth-text.ts';
import { deliveryResult } from '../../../preload/contract/texts/delivery-text.ts';
import { formatByteLimit } from '../../../preload/contract/texts/format-bytes.ts';
import {
  type BandwidthPlan,
  bandwidthAt,
  bandwidthPlan,
  hasOwnLimits,
  nextOpenTime,
  sendingHoursText,
} from '../../../preload/contract/views/bandwidth-schedule.ts';
import { parallelPartsOf } from '../../../preload/contract/views/parallel-parts.ts';
import type { TransferLimits, UploadId, UploadSummary, UsualLimits } from '../../engine/index.ts';
import type { Output } from '../terminal/output.ts';
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

/** Which limits hold for an upload, and where they were set. */
export function limitLines(own: TransferLimits, usual: UsualLimits): readonly string[] {
  const isOwn = hasOwnLimits(own);
  const text = bandwidthText(usual);
  const { bytesPerSecond } = bandwidthPlan(own, usual);
  // Hours of its own leave the limit as it is.
  const isReplaced = own.bytesPerSecond !== undefined || usual.schedule !== null;
  return [
    ...(isOwn ? limitTexts(bytesPerSecond === null ? own : { ...own, bytesPerSecond }) : []),
    ...(text === noBandwidthLimit
      ? []
      : !isOwn
        ? [words.usual(text)]
        : isReplaced
          ? [words.replaced(text)]
          : []),
  ];
}

/** `id` is null for a dry run. */
export function printLimits(
  output: Pick<Output, 'print' | 'event'>,
  id: UploadId | null,
  own: TransferLimits,
  usual: UsualLimits,
): void {
  const isOwn = hasOwnLimits(own);
  output.print(...limitLines(own, usual));
  if (!isOwn && bandwidthText(usual) === noBandwidthLimit) return;
  const plan = bandwidthPlan(own, usual);
  const concurrency = parallelPartsOf(own, usual);
  output.event('limits', { upload: id, ...plan, concurrency, from: isOwn ? 'options' : 'settings' });
}

/** Whether it runs in hours in which it sends nothing. */
export function isWaitingForHours({ state }: UploadSummary, plan: BandwidthPlan, now: Date): boolean {
  return state === 'uploading' && bandwidthAt(plan, now) === 0;
}

/** What holds for uploads besides limits of their own. */
export interface OtherLimits {
  /** Those that were set in the window. */
  readonly usual: UsualLimits | undefined;
  /** Those of the service that has the store: what is uploading meanwhile is sent by it. */
  readonly service: BandwidthPlan | null;
}

export function planNow({ state, limits }: UploadSummary, { usual, service }: OtherLimits): BandwidthPlan {
  return state === 'uploading' && service !== null ? service : bandwidthPlan(limits, usual);
}

/** Which limits an upload has now, in words. */
export function limitsNow(upload: UploadSummary, { usual, service }: OtherLimits): readonly string[] {
  const { state, limits } = upload;
  if (state === 'uploading' && service !== null) {
    const text = bandwidthText(service);
    return text === noBandwidthLimit ? [] : [text];
  }
  return usual === undefined || deliveryResult(upload) !== null
    ? limitTexts(limits)
    : limitLines(limits, usual);
}

/** Its state, or until when it waits for its hours. */
export function stateNow(upload: UploadSummary, now: Date, plan = bandwidthPlan(upload.limits)): string {
  if (!isWaitingForHours(upload, plan, now)) return stateText(upload);
  return words.waitingUntil(formatTime(nextOpenTime(plan, now).toISOString()));
}
