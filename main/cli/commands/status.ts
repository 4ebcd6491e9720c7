import { success } from '../../../preload/contract/failure.ts';
import { reasonText } from '../../../preload/contract/failure-text.ts';
import type { ProblemItem, UploadReader, UploadSummary } from '../../engine/index.ts';
import type { ExitCode } from '../exit-code.ts';
import { type Invocation, refuse, withReader } from '../invocation.ts';
import type { CommonOptions } from '../options.ts';
import { cutMiddle, printable, table } from '../text.ts';
import { bytes, count, counted, exactBytes, moment } from '../units.ts';

const listedProblems = 50;

/** Reads beside a running engine and changes nothing. */
export async function status(
  invocation: Invocation,
  number: number | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const told = await withReader(invocation, options, async (reader) => {
    if (number === undefined) {
      tellAll(invocation, reader.uploads());
      return success(undefined);
    }
    const upload = reader.upload(number);
    if (!upload.ok) return upload;
    await tellOne(invocation, reader, upload.value);
    return success(undefined);
  });
  return told.ok ? 0 : refuse(invocation, told.failure);
}

function tellAll({ screen }: Invocation, uploads: readonly UploadSummary[]): void {
  for (const upload of uploads) screen.event('upload', { ...upload });
  if (uploads.length === 0) {
    screen.say('No uploads yet.');
    return;
  }
  const rows = uploads.map(({ id, state, datasetName, databaseName, databaseId, totals }) => [
    String(id),
    state,
    datasetName,
    databaseName || String(databaseId),
    count(Object.values(totals).reduce((sum, tally) => sum + tally.items, 0)),
    count(totals.accepted.items),
    bytes(totals.accepted.bytes),
    count(totals.failed.items + totals.held.items),
    count(totals['skipped'].items),
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
  screen.say(...table(columns, rows, screen.width));
}

async function tellOne({ screen }: Invocation, reader: UploadReader, upload: UploadSummary): Promise<void> {
  screen.event('upload', { ...upload });
  screen.say(...details(upload));
  let listed = 0;
  let notListed = 0;
  for (const problem of reader.problems(upload.id)) {
    if (screen.json) {
      await screen.write(`${JSON.stringify({ event: 'problem', upload: upload.id, ...problem })}\n`);
    } else if (listed < listedProblems) {
      if (listed === 0) screen.say('', 'Not sent:');
      screen.say(...problemLines(problem, screen.width));
      listed += 1;
    } else notListed += 1;
  }
  if (notListed > 0)
    screen.say(`  … and ${count(notListed)} more: see them all with --json, or in the receipt.`);
}

function problemLines(problem: ProblemItem, width: number): string[] {
  const path = cutMiddle(printable(problem.path), width - 12);
  return [
    `  ${problem.state.padEnd(8)}  ${path}`,
    `            ${printable(problem.reason === null ? '' : reasonText(problem.reason))}`,
  ];
}

function details(upload: UploadSummary): string[] {
  const { totals } = upload;
  const dataset = upload.datasetId === null ? 'not created yet' : String(upload.datasetId);
  const tally = (label: string, of: keyof typeof totals) => {
    const { items, bytes: size } = totals[of];
    return items === 0
      ? []
      : [`  ${label.padEnd(9)} ${counted(items, 'file')}, ${bytes(size)} (${exactBytes(size)})`];
  };
  return [
    `Upload ${upload.id}: ${upload.state}`,
    `  ${'Dataset'.padEnd(9)} ${printable(upload.datasetName)} (${dataset})`,
    `  ${'Database'.padEnd(9)} ${printable(upload.databaseName)} (${upload.databaseId})`,
    `  ${'Server'.padEnd(9)} ${printable(upload.serverUrl)}`,
    `  ${'Created'.padEnd(9)} ${moment(upload.createdAt)}`,
    ...(upload.finishedAt === null ? [] : [`  ${'Finished'.padEnd(9)} ${moment(upload.finishedAt)}`]),
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
