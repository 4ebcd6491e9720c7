import { success } from '../../../preload/contract/failure.ts';
import type { ProblemItem, Reader, UploadSummary } from '../../engine/index.ts';
import { type CliContext, reportFailure, withReader } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { formatBytes, formatCount, formatExactBytes, formatTime, pluralize } from '../format.ts';
import type { CommonOptions } from '../options.ts';
import { formatTable, printable, truncateMiddle } from '../table.ts';

const listedProblems = 50;

/** Reads beside a running engine and changes nothing. */
export async function status(
  context: CliContext,
  number: number | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const told = await withReader(context, options, async (reader) => {
    if (number === undefined) {
      printUploads(context, reader.uploads());
      return success(undefined);
    }
    const upload = reader.upload(number);
    if (!upload.ok) return upload;
    await printUpload(context, reader, upload.value);
    return success(undefined);
  });
  return told.ok ? 0 : reportFailure(context, told.failure);
}

function printUploads({ output }: CliContext, uploads: readonly UploadSummary[]): void {
  for (const upload of uploads) output.event('upload', { ...upload });
  if (uploads.length === 0) {
    output.print('No uploads yet.');
    return;
  }
  const rows = uploads.map(({ id, state, datasetName, databaseName, databaseId, totals }) => [
    String(id),
    state,
    datasetName,
    databaseName || String(databaseId),
    formatCount(Object.values(totals).reduce((sum, tally) => sum + tally.items, 0)),
    formatCount(totals.accepted.items),
    formatBytes(totals.accepted.bytes),
    formatCount(totals.failed.items + totals.held.items),
    formatCount(totals['skipped'].items),
  ]);
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = [
    right('Upload'),
    { title: 'State' },
    { title: 'Dataset', shrinks: true },
    { title: 'Database', shrinks: true },
    right('Files'),
    right('Sent'),
    right('Size'),
    right('Failed'),
    right('Left out'),
  ];
  output.print(...formatTable(columns, rows, output.width));
}

async function printUpload({ output }: CliContext, reader: Reader, upload: UploadSummary): Promise<void> {
  output.event('upload', { ...upload });
  output.print(...details(upload));
  let listed = 0;
  let notListed = 0;
  for (const problem of reader.problems(upload.id)) {
    if (output.json) {
      await output.write(`${JSON.stringify({ event: 'problem', upload: upload.id, ...problem })}\n`);
    } else if (listed < listedProblems) {
      if (listed === 0) output.print('', 'Not sent:');
      output.print(...problemLines(problem, output.width));
      listed += 1;
    } else notListed += 1;
  }
  if (notListed > 0)
    output.print(`  … and ${formatCount(notListed)} more: see them all with --json, or in the receipt.`);
}

function problemLines(problem: ProblemItem, width: number): string[] {
  const path = truncateMiddle(printable(problem.path), width - 12);
  return [`  ${problem.state.padEnd(8)}  ${path}`, `            ${printable(problem.reason)}`];
}

function details(upload: UploadSummary): string[] {
  const { totals } = upload;
  const dataset = upload.datasetId === null ? 'not created yet' : String(upload.datasetId);
  const tally = (label: string, of: keyof typeof totals) => {
    const { items, bytes: size } = totals[of];
    return items === 0
      ? []
      : [
          `  ${label.padEnd(9)} ${pluralize(items, 'file')}, ${formatBytes(size)} (${formatExactBytes(size)})`,
        ];
  };
  return [
    `Upload ${upload.id}: ${upload.state}`,
    `  ${'Dataset'.padEnd(9)} ${printable(upload.datasetName)} (${dataset})`,
    `  ${'Database'.padEnd(9)} ${printable(upload.databaseName)} (${upload.databaseId})`,
    `  ${'Server'.padEnd(9)} ${printable(upload.serverUrl)}`,
    `  ${'Created'.padEnd(9)} ${formatTime(upload.createdAt)}`,
    ...(upload.finishedAt === null ? [] : [`  ${'Finished'.padEnd(9)} ${formatTime(upload.finishedAt)}`]),
    ...upload.sources.map((source, at) => `  ${(at === 0 ? 'From' : '').padEnd(9)} ${printable(source)}`),
    ...tally('Sent', 'accepted'),
    ...tally('Sending', 'uploading'),
    ...tally('Queued', 'queued'),
    ...tally('Left out', 'skipped'),
    ...tally('Failed', 'failed'),
    ...tally('Held', 'held'),
    ...(upload.stoppedBy === null ? [] : [`  ${'Stopped'.padEnd(9)} ${printable(upload.stoppedBy.message)}`]),
  ];
}
