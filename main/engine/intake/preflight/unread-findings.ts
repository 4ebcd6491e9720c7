/** Apart from the job: who distributes jobs needs no reader of contents. */

import { formatFileTime } from '../../types/file-time.ts';
import type { InspectJob, InspectResult, JobFile } from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';
import { nameFindings, pathFindings } from './name-findings.ts';

/** What is found about a file without opening it. */
export function* unreadFindings(
  { folders, maxFileBytes }: InspectJob,
  file: JobFile,
): Generator<InspectionFound> {
  const { name, nameBytes, sizeBytes, mtimeNs } = file;
  yield* nameFindings(name, nameBytes === null);
  yield* pathFindings(folders[file.folder]?.path ?? '', name);
  yield* timeFindings(mtimeNs, BigInt(Date.now()) * 1_000_000n);
  if (maxFileBytes !== null && sizeBytes > maxFileBytes)
    yield { code: 'too-large', details: { sizeBytes, maxFileBytes } };
}

/** What is known about a file in which the thread ended. */
export function unreadResult(job: InspectJob, file: JobFile, why: InspectionFound): InspectResult {
  const findings = [...unreadFindings(job, file), why];
  return {
    types: [null],
    findings: findings.map((found) => ({ ...found, itemId: file.itemId, path: null })),
    listings: [],
    mayBeAway: false,
  };
}

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
