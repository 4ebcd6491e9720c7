import { setImmediate } from 'node:timers/promises';
import type { FindingCode } from '../../../../preload/contract/views/finding.ts';
import type { HashCheck } from './check-context.ts';

const rowsPerTurn = 5_000;

/** Before a check is repeated. */
export async function clearFindings(
  { writes, repositories, uploadId }: Pick<HashCheck, 'writes' | 'repositories' | 'uploadId'>,
  ...codes: readonly FindingCode[]
): Promise<void> {
  for (const code of codes)
    while (
      writes.transaction(() => repositories.findings.removeCode(uploadId, code, rowsPerTurn)) === rowsPerTurn
    )
      await setImmediate();
}
