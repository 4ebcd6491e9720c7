import type { Writable } from 'node:stream';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { exceptionLabel, findingsCell } from '../../../preload/contract/texts/exception-text.ts';
import type { LedgerQuery } from '../../../preload/contract/watch/watch-calls.ts';
import { hasFailedAndLeft, watchReasonText } from '../../../preload/contract/watch/watch-text.ts';
import type { LedgerEntryView, LedgerState } from '../../../preload/contract/watch/watched-folder.ts';
import { type CsvValue, writeCsv } from '../csv/write-csv.ts';
import { QueryThread } from './query-thread.ts';

/** A spreadsheet is read by people, so it has the window's words. */
const stateLabels: Readonly<Record<LedgerState, string>> = {
  settling: 'settling',
  settled: 'waiting to be sent',
  taken: 'sending',
  sent: 'sent',
  failed: 'failed',
  held: 'needs review',
  renamed: 'renamed',
  skipped: 'skipped',
  gone: 'gone, not sent',
};
const kindLabels: Readonly<Record<LedgerEntryView['kind'], string>> = {
  new: 'new file',
  copy: 'copy',
  version: 'new version',
};

const columns = [
  'Path',
  'Size in bytes',
  'Modified (UTC)',
  'Status',
  'Reason',
  'Kind',
  'Version',
  'Earlier path',
  'Earlier upload',
  'Earlier custodian',
  'Custodian',
  'Custodian by the rule now',
  'Exception',
  'Findings',
  'Finding codes',
  'SHA-256',
  'First seen (UTC)',
  'Settled (UTC)',
  'Taken (UTC)',
  'Left the folder (UTC)',
  'Moved to',
  'Upload',
];
const pageSize = 500;

interface Page {
  readonly offset: number;
  /** An entry's ID. */
  readonly before: number | null;
}

/** Writes the ledger of a watched folder as CSV, as it all was at one moment. */
export async function writeLedgerCsv(
  stateDir: string,
  query: LedgerQuery,
  file: Writable,
): Promise<Result<undefined>> {
  const queries = new QueryThread(stateDir, 'snapshot');
  // Newest first, an entry's ID finds the next page at once.
  const read = async ({ offset, before }: Page): Promise<readonly LedgerEntryView[]> =>
    query.sort === null
      ? queries.query('watchEntries', { ...query, before, limit: pageSize })
      : (await queries.query('watchHistory', { ...query, offset, limit: pageSize })).entries;
  async function* rows(): AsyncGenerator<readonly CsvValue[]> {
    for (let page: Page = { offset: 0, before: null }; ; ) {
      const entries = await read(page);
      yield* entries.map(rowOf);
      if (entries.length < pageSize) return;
      page = { offset: page.offset + pageSize, before: entries.at(-1)?.id ?? null };
    }
  }
  try {
    return await writeCsv(columns, rows(), file);
  } finally {
    await queries.close();
  }
}

function rowOf(entry: LedgerEntryView): readonly CsvValue[] {
  return [
    entry.path,
    entry.sizeBytes,
    entry.modifiedAt,
    hasFailedAndLeft(entry) ? 'failed, and then gone' : stateLabels[entry.state],
    entry.reason === null ? null : watchReasonText(entry.reason),
    kindLabels[entry.kind],
    entry.version,
    entry.earlierPath,
    entry.earlier?.uploadId ?? null,
    entry.earlier?.custodian ?? null,
    entry.custodian,
    entry.otherCustodian === null ? null : (entry.otherCustodian.now ?? '(none)'),
    entry.issue === null ? null : exceptionLabel(entry.issue, entry.findings[0]),
    findingsCell(entry.findings, entry.findings.length),
    entry.findings.map(({ code }) => code).join('; '),
    entry.sha256,
    entry.firstSeenAt,
    entry.settledAt,
    entry.takenAt,
    entry.goneAt,
    entry.movedTo,
    entry.uploadId,
  ];
}
