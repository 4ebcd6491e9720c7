import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { reasonText } from '../../../preload/contract/failure-text.ts';
import { handedOverText } from '../../../preload/contract/handed-over.ts';
import type { ItemQuery, ItemView, UploadView } from '../../../preload/contract/views.ts';
import { safeCell } from '../custody/receipt-csv.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import type { QueryThread } from './query-thread.ts';

/** A spreadsheet is read by people, so it has the window's words. */
const itemLabels: Readonly<Record<ItemView['state'], string>> = {
  queued: 'queued',
  uploading: 'uploading',
  accepted: 'accepted',
  handedOver: 'handed to the platform',
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
  cancelled: 'cancelled',
};

/** Writes a whole list of items, as the window shows it, as CSV. */
export function exportItems(
  queries: QueryThread,
  path: string,
  query: Omit<ItemQuery, 'offset' | 'limit'>,
): Promise<Result<undefined>> {
  async function* rows(): AsyncGenerator<readonly (string | number)[]> {
    yield [
      'Path',
      'Size in bytes',
      'Modified (UTC)',
      'Custodian',
      'Status',
      'Reason',
      'SHA-1',
      'Source file ID',
      'Parts',
    ];
    for (let offset = 0; ; offset += 500) {
      const { items } = await queries.query('items', { ...query, offset, limit: 500 });
      for (const item of items)
        yield [
          item.path,
          item.sizeBytes ?? '',
          item.modifiedAt ?? '',
          item.custodian ?? '',
          itemLabels[item.state],
          item.state === 'handedOver' ? handedOverText : item.reason === null ? '' : reasonText(item.reason),
          item.sha1 ?? '',
          item.sourceFileId ?? '',
          item.partCount ?? '',
        ];
      if (items.length < 500) return;
    }
  }
  return writeFileAtomically(path, (file) => writeCsv(file, rows()));
}

/** Writes the list of uploads as CSV. */
export function exportUploads(path: string, views: readonly UploadView[]): Promise<Result<undefined>> {
  async function* rows(): AsyncGenerator<readonly (string | number)[]> {
    yield [
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
      'Failed',
      'Needs review',
      'Remaining',
    ];
    for (const view of views)
      yield [
        view.id,
        view.name,
        view.serverUrl,
        view.isSandbox ? 'yes' : 'no',
        view.databaseName,
        view.datasetId ?? '',
        uploadLabels[view.state],
        view.createdAt,
        view.finishedAt ?? '',
        view.totals.accepted.items,
        view.totals.accepted.bytes,
        view.totals.handedOver.items,
        view.totals.skipped.items,
        view.totals.failed.items,
        view.totals.held.items,
        view.totals.queued.items + view.totals.uploading.items,
      ];
  }
  return writeFileAtomically(path, (file) => writeCsv(file, rows()));
}

async function writeCsv(
  file: Writable,
  rows: AsyncIterable<readonly (string | number)[]>,
): Promise<Result<undefined>> {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    cast: { string: (text) => safeCell(text) },
  });
  await pipeline(rows, csv, file);
  return success(undefined);
}
