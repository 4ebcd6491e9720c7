import { success } from '../../../preload/contract/failures/failure.ts';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { type KnownDataset, knownDatasets } from '../../../preload/contract/views/known-datasets.ts';
import type { DatabaseInfo } from '../../engine/index.ts';
import { type CliContext, reportFailure, requireConnection, withReader } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import type { ServerOptions } from '../options/server.ts';
import { formatTable, left, right, shrinking } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { databases as words } from '../words/uploads.ts';
import { withInterrupt } from './run-upload.ts';

/**
 * Lists the platform's databases, and from the data folder their datasets that this computer sent something to, which
 * the platform doesn't list. Works beside a running upload.
 */
export async function databases(context: CliContext, options: ServerOptions): Promise<Outcome> {
  const { output, version } = context;
  const connection = requireConnection(context, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withInterrupt(context, words.stopping, async (signal) => {
    const { listDatabaseInfos } = await import('../../engine/index.ts');
    const found = await listDatabaseInfos(connection.value, version, signal);
    if (!found.ok) return reportFailure(context, found.failure);
    for (const database of found.value) output.event('database', { ...database });
    output.print(...tableOf(found.value, output.tableWidth));
    const uploads = await withReader(context, options, async (reader) => success(reader.uploads()));
    if (!uploads.ok) return reportFailure(context, uploads.failure);
    const serverUrl = new URL(connection.value.serverUrl).href;
    const newestFirst = uploads.value.toReversed();
    const datasets = found.value.flatMap(({ id: databaseId, name: databaseName }) =>
      knownDatasets(newestFirst, { serverUrl, databaseId }).map((dataset) => ({
        ...dataset,
        databaseId,
        databaseName,
      })),
    );
    for (const dataset of datasets) output.event('dataset', { ...dataset });
    if (datasets.length > 0) output.print('', words.datasets, ...datasetTable(datasets, output.tableWidth));
    return 'done';
  });
}

interface DatasetOfDatabase extends KnownDataset {
  readonly databaseId: number;
  readonly databaseName: string;
}

function datasetTable(datasets: readonly DatasetOfDatabase[], width: number): string[] {
  const { columns } = words;
  return formatTable<DatasetOfDatabase>(
    [
      right(columns.id, ({ id }) => String(id)),
      shrinking(columns.name, ({ name }) => name),
      shrinking(columns.database, ({ databaseName, databaseId }) => `${databaseName} (${databaseId})`),
      left(columns.lastUsed, ({ lastUsedAt }) => formatTime(lastUsedAt)),
    ],
    datasets,
    width,
  );
}

function tableOf(found: readonly DatabaseInfo[], width: number): string[] {
  if (found.length === 0) return [words.none];
  const { columns } = words;
  return formatTable<DatabaseInfo>(
    [
      right(columns.id, ({ id }) => String(id)),
      shrinking(columns.name, ({ name }) => name),
      left(columns.state, ({ state }) => (state === null ? '' : valueText(state))),
      right(columns.size, ({ billableGb }) => (billableGb === null ? '' : formatBytes(billableGb * 1e9))),
      shrinking(columns.organization, ({ organization }) =>
        organization === null ? '' : organization.name || String(organization.id),
      ),
      // A platform that says it of no database has nothing to show.
      found.some(({ upload }) => upload !== 'unknown') &&
        left(columns.upload, ({ upload }) => words.upload[upload]),
    ],
    found,
    width,
  );
}
