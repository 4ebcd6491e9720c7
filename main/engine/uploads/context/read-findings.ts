import type { Writable } from 'node:stream';
import type { Result } from '../../../../preload/contract/failures/failure.ts';
import { findingAdvice, findingText, findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import type { FindingCode } from '../../../../preload/contract/views/finding.ts';
import { type CsvValue, writeCsv } from '../../csv/write-csv.ts';
import type { ListedFinding, StoredFindingGroup } from '../../store/items/finding-repository.ts';
import type { Inspection } from '../../store/items/inspection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';

/** What pre-flight found about an upload. */
export interface Findings {
  /** It is null if its files were never checked. */
  readonly inspection: Inspection | null;
  /** Worst first. */
  readonly groups: readonly StoredFindingGroup[];
  /** The first `limit` of a code, without what one of the passwords opens. */
  ofCode(code: FindingCode, limit: number): readonly ListedFinding[];
  /** Worst first, read page by page. */
  all(): Iterable<ListedFinding>;
}

export function readFindings({ findings, inspections }: Repositories, uploadId: UploadId): Findings {
  return {
    inspection: inspections.get(uploadId),
    groups: findings.groups(uploadId),
    ofCode: (code, limit) => findings.ofCode(uploadId, code, limit),
    all: () => findings.all(uploadId),
  };
}

const columns = [
  'Severity',
  'Finding',
  'Path',
  'Size in bytes',
  'Skipped',
  'What it is',
  'What to do',
  'Code',
];

/** Ends `file`. Fails with write-failed or disk-full. */
export function writeFindingsCsv(
  rows: Iterable<ListedFinding> | AsyncIterable<ListedFinding>,
  file: Writable,
): Promise<Result<undefined>> {
  async function* cells(): AsyncGenerator<readonly CsvValue[]> {
    for await (const { finding, sizeBytes, state } of rows)
      yield [
        finding.severity,
        findingTitle(finding.code),
        finding.path,
        sizeBytes,
        state === 'skipped' ? 'yes' : 'no',
        findingText(finding),
        findingAdvice(finding),
        finding.code,
      ];
  }
  return writeCsv(columns, cells(), file);
}
