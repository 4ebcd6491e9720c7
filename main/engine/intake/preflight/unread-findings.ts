/** Apart from the job: who distributes jobs needs no reader of contents. */
import type { InspectJob, InspectResult, JobFile } from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';
import { nameFindings, pathFindings } from './name-findings.ts';
import { timeFindings } from './time-findings.ts';

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
