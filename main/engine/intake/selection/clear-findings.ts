import { setImmediate } from 'node:timers/promises';
import type { FindingCode } from '../../../../preload/contract/views/finding.ts';
import type { KeptList } from '../../store/items/finding-repository.ts';
import type { HashCheck } from './check-context.ts';

const rowsPerTurn = 5_000;

/** Before a check is repeated. What lists of hashes found that can't be read now is kept. */
export async function clearFindings(
  { writes, repositories, uploadId }: Pick<HashCheck, 'writes' | 'repositories' | 'uploadId'>,
  codes: readonly FindingCode[],
  kept: readonly KeptList[] = [],
): Promise<void> {
  for (const code of codes) {
    const remove = () => repositories.findings.removeCode(uploadId, code, rowsPerTurn, kept);
    while (writes.transaction(remove) === rowsPerTurn) await setImmediate();
  }
}
