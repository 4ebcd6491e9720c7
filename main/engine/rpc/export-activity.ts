import type { Writable } from 'node:stream';
import type { Failed, Result } from '../../../preload/contract/failures/failure.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { type CsvValue, writeCsv } from '../csv/write-csv.ts';

const columns = [
  'Time (UTC)',
  'Type',
  'Person',
  'User ID',
  'Description',
  'Data',
  'Event ID',
  'Organization ID',
];

/** Writes events as they arrive. Fails as reading them does; the file is not complete then. */
export async function writeActivityCsv(
  pages: AsyncIterable<Result<{ readonly events: readonly OrganizationEventRecord[] }>>,
  nameOf: (userId: number) => string | null,
  file: Writable,
): Promise<Result<undefined>> {
  let failed: Failed | null = null;
  async function* rows(): AsyncGenerator<readonly CsvValue[]> {
    for await (const page of pages) {
      if (!page.ok) {
        failed = page;
        return;
      }
      yield* page.value.events.map((event) => activityRow(event, nameOf));
    }
  }
  const written = await writeCsv(columns, rows(), file);
  return failed ?? written;
}

function activityRow(
  { timestamp, type, userId, description, data, id, organizationId }: OrganizationEventRecord,
  nameOf: (userId: number) => string | null,
): readonly CsvValue[] {
  return [
    utcText(timestamp),
    type,
    typeof userId === 'number' ? nameOf(userId) : null,
    userId ?? null,
    description ?? null,
    data === null || data === undefined ? null : JSON.stringify(data),
    id,
    organizationId ?? null,
  ];
}

/** A time beyond the calendar stays a number of milliseconds. */
function utcText(timestampMs: number): string {
  const at = new Date(timestampMs);
  return Number.isNaN(at.getTime()) ? `${timestampMs}` : at.toISOString();
}
