import { success } from '../../../preload/contract/failures/failure.ts';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { type KnownDataset, knownDatasets } from '../../../preload/contract/views/known-datasets.ts';
import type { DatabaseInfo } from '../../engine/index.ts';
import {
  type CliContext,
  reportFailure,
  requireServer,
  resolveConnection,
  withReader,
} from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import type { ServerOptions } from '../options/server.ts';
import { withInterrupt } from '../run-upload.ts';
import { formatTable } from '../table.ts';
import { formatTime } from '../time.ts';
import { databases as words } from '../words/uploads.ts';

/**
 * Of the platform, the databases; of the data folder, their datasets that this computer sent something to, which the platform
 * doesn't list. Works beside a running upload.
 */
export async function databases(context: CliContext, options: ServerOptions): Promise<ExitCode> {
  const { output, env, version } = context;
  const server = requireServer(options, env);
  if (!server.ok) return reportFailure(context, server.failure);
  const connection = resolveConnection(context, server.value, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withInterrupt(context, words.stopping, async (signal) => {
    const { listDatabaseInfos } = await import('../../engine/index.ts');
    const found = await listDatabaseInfos(connection.value, version, signal);
    if (!found.ok) return reportFailure(context, found.failure);
    for (const database of found.value) output.event('database', { ...database });
    output.print(...tableOf(found.value, output.width));
    const uploads = await withReader(context, options, async (reader) => success(reader.uploads()));
    if (!uploads.ok) return reportFailure(context, uploads.failure);
    const serverUrl = new URL(server.value).href;
    const newestFirst = uploads.value.toReversed();
    const datasets = found.value.flatMap(({ id: databaseId, name: databaseName }) =>
      knownDatasets(newestFirst, { serverUrl, databaseId }).map((dataset) => ({
        ...dataset,
        databaseId,
        databaseName,
      })),
    );
    for (const dataset of datasets) output.event('dataset', { ...dataset });
    if (datasets.length > 0) output.print('', words.datasets, ...datasetTable(datasets, output.width));
    return 0;
  });
}

interface DatasetOfDatabase extends KnownDataset {
  readonly databaseId: number;
  readonly databaseName: string;
}

function datasetTable(datasets: readonly DatasetOfDatabase[], width: number): string[] {
  const { columns } = words;
  return formatTable(
    [
      { title: columns.id, align: 'right' },
      { title: columns.name, shrinks: true },
      { title: columns.database, shrinks: true },
      { title: columns.lastUsed },
    ],
    datasets.map(({ id, name, databaseName, databaseId, lastUsedAt }) => [
      String(id),
      printable(name),
      `${printable(databaseName)} (${databaseId})`,
      formatTime(lastUsedAt),
    ]),
    width,
  );
}

function tableOf(found: readonly DatabaseInfo[], width: number): string[] {
  if (found.length === 0) return [words.none];
  const { columns } = words;
  const rows = found.map(({ id, name, state, billableGb, organization, upload }) => [
    String(id),
    printable(name),
    state === null ? '' : printable(valueText(state)),
    billableGb === null ? '' : formatBytes(billableGb * 1e9),
    organization === null ? '' : printable(organization.name || String(organization.id)),
    words.upload[upload],
  ]);
  return formatTable(
    [
      { title: columns.id, align: 'right' },
      { title: columns.name, shrinks: true },
      { title: columns.state },
      { title: columns.size, align: 'right' },
      { title: columns.organization, shrinks: true },
      { title: columns.upload },
    ],
    rows,
    width,
  );
}
