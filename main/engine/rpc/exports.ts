import type { Writable } from 'node:stream';
import type { FindingFilter, FindingRow } from '../../../preload/contract/calls/preflight-calls.ts';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { reasonText } from '../../../preload/contract/failures/failure-table.ts';
import { exceptionLabel, findingsCell } from '../../../preload/contract/texts/exception-text.ts';
import { countExceptions, countFound } from '../../../preload/contract/views/exception.ts';
import { handedOverText } from '../../../preload/contract/views/handed-over.ts';
import { skippedTally } from '../../../preload/contract/views/upload-progress.ts';
import type { ItemQuery, ItemView, UploadView } from '../../../preload/contract/views/views.ts';
import { type CsvValue, writeCsv } from '../csv/write-csv.ts';
import { writeFindingsCsv } from '../uploads/context/read-findings.ts';
import { QueryThread } from './query-thread.ts';

/** A spreadsheet is read by people, so it has the window's words. */
const itemLabels: Readonly<Record<ItemView['state'], string>> = {
  queued: 'queued',
  uploading: 'uploading',
  accepted: 'accepted',
  handedOver: 'handed over',
  skipped: 'skipped',
  failed: 'failed',
  held: 'needs review',
};
const uploadLabels: Readonly<Record<UploadView['state'], string>> = {
  scanning: 'scanning',
  ready: 'draft',
  uploading: 'uploading',
  paused: 'paused',
  finished: 'finished',
  cancelled: 'canceled',
};

const itemColumns = [
  'Path',
  'Size in bytes',
  'Modified (UTC)',
  'Custodian',
  'Status',
  'Reason',
  'Exception',
  'Findings',
  'Finding codes',
  'SHA-1',
  'SHA-256',
  'Source file ID',
  'Parts',
];
const pageSize = 500;

/**
 * Writes a whole list of items, as the window shows it, as CSV: as they all were at one moment. While an upload is sent,
 * items change their state, order and number, so that pages read one after the other would skip some and repeat others.
 */
export async function writeItemsCsv(
  stateDir: string,
  query: Omit<ItemQuery, 'offset' | 'limit'>,
  file: Writable,
): Promise<Result<undefined>> {
  const queries = new QueryThread(stateDir, 'snapshot');
  async function* rows(): AsyncGenerator<readonly CsvValue[]> {
    for (let offset = 0; ; offset += pageSize) {
      const { items } = await queries.query('items', { ...query, offset, limit: pageSize });
      yield* items.map(itemRow);
      if (items.length < pageSize) return;
    }
  }
  try {
    return await writeCsv(itemColumns, rows(), file);
  } finally {
    await queries.close();
  }
}

function itemRow(item: ItemView): readonly CsvValue[] {
  return [
    item.path,
    item.sizeBytes,
    item.modifiedAt,
    item.custodian,
    itemLabels[item.state],
    item.state === 'handedOver' ? handedOverText : item.reason === null ? null : reasonText(item.reason),
    item.exception === null ? null : exceptionLabel(item.exception, item.findings[0]),
    findingsCell(item.findings, item.findingCount),
    item.findings.map(({ code }) => code).join('; '),
    item.sha1,
    item.sha256,
    item.sourceFileId,
    item.partCount,
  ];
}

/** Writes a list of findings, as the window shows it, as CSV. */
export async function writeFilteredFindings(
  stateDir: string,
  filter: FindingFilter,
  file: Writable,
): Promise<Result<undefined>> {
  const queries = new QueryThread(stateDir, 'snapshot');
  async function* rows(): AsyncGenerator<FindingRow> {
    for (let offset = 0; ; offset += pageSize) {
      const page = await queries.query('findings', { ...filter, offset, limit: pageSize });
      yield* page.rows;
      if (offset + pageSize >= page.total) return;
    }
  }
  try {
    return await writeFindingsCsv(rows(), file);
  } finally {
    await queries.close();
  }
}

const uploadColumns = [
  'Upload',
  'Name',
  'Server',
  'Sandbox',
  'Database',
  'Dataset',
  'Status',
  'Created (UTC)',
  'Finished (UTC)',
  'Accepted files',
  'Accepted bytes',
  'Handed to the platform',
  'Skipped',
  'Not uploaded',
  'Failed',
  'Needs review',
  'Remaining',
  'Exceptions',
  'Uploaded with exceptions',
];

/** Writes the list of uploads as CSV. */
export function writeUploadsCsv(views: readonly UploadView[], file: Writable): Promise<Result<undefined>> {
  return writeCsv(uploadColumns, views.map(uploadRow), file);
}

function uploadRow(view: UploadView): readonly CsvValue[] {
  const { totals } = view;
  return [
    view.id,
    view.name,
    view.serverUrl,
    view.isSandbox ? 'yes' : 'no',
    view.databaseName,
    view.datasetId,
    uploadLabels[view.state],
    view.createdAt,
    view.finishedAt,
    totals.accepted.items,
    totals.accepted.bytes,
    totals.handedOver.items,
    skippedTally(view).items,
    view.cancelled.items,
    totals.failed.items,
    totals.held.items,
    totals.queued.items + totals.uploading.items,
    countExceptions(view.exceptions),
    countFound(view.exceptions),
  ];
}
