import type { LineFacts } from '../rates/part-size.ts';
import type { TransferContext } from './transfer-context.ts';

/** What is known of the upload's line now. */
export function lineFacts({
  lineSpeed,
  bandwidth,
  live,
  partSlots,
}: Pick<TransferContext, 'lineSpeed' | 'bandwidth' | 'live' | 'partSlots'>): LineFacts {
  const recent = lineSpeed.recentTotalBytesPerSecond;
  return {
    bytesPerSecond: lineSpeed.bytesPerSecond,
    totalBytesPerSecond: lineSpeed.totalBytesPerSecond,
    // One more connection may get its share from the others.
    recentBytesPerSecond: recent === null ? null : recent / partSlots.large.limit,
    limitBytesPerSecond: bandwidth.bytesPerSecond,
    bytesPerBreak: live.line.bytesPerBreak,
    largestBytes: live.line.largestBytes,
  };
}
