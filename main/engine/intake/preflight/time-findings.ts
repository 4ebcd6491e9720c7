import { formatFileTime } from '../../types/file-time.ts';
import type { InspectionFound } from './inspection-codes.ts';

const second = 1_000_000_000n;
const day = 86_400n * second;
/** Clocks of other computers may be a little ahead. */
const futureAfter = 2n * day;
/** 1980-01-01, where FAT and ZIP begin. */
const dosEpoch = 315_532_800n * second;
const epochs = [
  { problem: 'epoch-1980', ns: dosEpoch },
  { problem: 'epoch-1970', ns: 0n },
  // Where FILETIME begins.
  { problem: 'epoch-1601', ns: -11_644_473_600n * second },
] as const;

/** A modification time that no clock wrote when the file was modified. Time zones may move an epoch by a day. */
export function timeFindings(mtimeNs: bigint, nowNs: bigint): readonly InspectionFound[] {
  const problem =
    mtimeNs > nowNs + futureAfter
      ? 'future'
      : mtimeNs >= dosEpoch + day
        ? null
        : (epochs.find(({ ns }) => isNear(mtimeNs, ns))?.problem ?? 'before-1980');
  return problem === null
    ? []
    : [{ code: 'time-implausible', details: { problem, modifiedAt: formatFileTime(mtimeNs) } }];
}

const isNear = (time: bigint, epoch: bigint): boolean => time > epoch - day && time < epoch + day;
