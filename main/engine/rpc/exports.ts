import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { reasonText } from '../../../preload/contract/failure-text.ts';
import type { ItemQuery, UploadView } from '../../../preload/contract/views.ts';
import { safeCell } from '../custody/receipt-csv.ts';
import { writeFailure } from '../custody/write-failure.ts';
import type { QueryThread } from './query-thread.ts';

/** A list as the window shows it, whole, as CSV. */
export function exportItems(
  reading: QueryThread,
  path: string,
  query: Omit<ItemQuery, 'offset' | 'limit'>,
): Promise<Result<undefined>> {
  async function* rows(): AsyncGenerator<readonly (string | number)[]> {
    yield [
      'Path',
      'Size in bytes',
      'Modified (UTC)',
      'Custodian',
      'Transfer',
      'Reason',
      'SHA-1',
      'Source file',
      'Parts',
    ];
    for (let offset = 0; ; offset += 500) {
      const { items } = await reading.query('items', { ...query, offset, limit: 500 });
      for (const item of items)
        yield [
          item.path,
          item.sizeBytes,
          item.modifiedAt ?? '',
          item.custodian ?? '',
          item.state,
          item.reason === null ? '' : reasonText(item.reason),
          item.sha1 ?? '',
          item.sourceFileId ?? '',
          item.partCount ?? '',
        ];
      if (items.length < 500) return;
    }
  }
  return writeAtomically(path, (temporary) => writeCsv(temporary, rows()));
}

export function exportUploads(path: string, views: readonly UploadView[]): Promise<Result<undefined>> {
  async function* rows(): AsyncGenerator<readonly (string | number)[]> {
    yield [
      'Upload',
      'Name',
      'Server',
      'Database',
      'Dataset',
      'State',
      'Created (UTC)',
      'Finished (UTC)',
      'Uploaded files',
      'Uploaded bytes',
      'Left out',
      'Failed',
      'Held',
      'Open',
    ];
    for (const view of views)
      yield [
        view.id,
        view.name,
        view.serverUrl,
        view.databaseName,
        view.datasetId ?? '',
        view.state,
        view.createdAt,
        view.finishedAt ?? '',
        view.totals.accepted.items,
        view.totals.accepted.bytes,
        view.totals['skipped'].items,
        view.totals.failed.items,
        view.totals.held.items,
        view.totals.queued.items + view.totals.uploading.items,
      ];
  }
  return writeAtomically(path, (temporary) => writeCsv(temporary, rows()));
}

async function writeCsv(
  path: string,
  rows: AsyncIterable<readonly (string | number)[]>,
): Promise<Result<undefined>> {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    cast: { string: (text) => safeCell(text) },
  });
  await pipeline(rows, csv, createWriteStream(path, { mode: 0o600 }));
  return success(undefined);
}

/** Written under another name first, so that nothing half-written ever has the name a person chose. */
export async function writeAtomically<T>(
  path: string,
  write: (temporary: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const temporary = `${path}.part`;
  try {
    const written = await write(temporary);
    if (written.ok) {
      await rename(temporary, path);
      return written;
    }
    await rm(temporary, { force: true });
    // It knows the file by the other name.
    const message = written.failure.message.replaceAll(temporary, path);
    return { ok: false, failure: { ...written.failure, message, path } };
  } catch (error) {
    await rm(temporary, { force: true });
    return writeFailure(error, path);
  }
}
