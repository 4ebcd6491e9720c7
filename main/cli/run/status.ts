import { success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { foundTexts } from '../../../preload/contract/texts/exception-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { hashListText } from '../../../preload/contract/texts/hash-list-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { sourceProblemText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import { countFound } from '../../../preload/contract/views/exception.ts';
import { fileCount } from '../../../preload/contract/views/upload-progress.ts';
import type { ItemState, UploadReader, UploadSummary } from '../../engine/index.ts';
import { type CliContext, reportFailure, withReader } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import type { CommonOptions } from '../options/common.ts';
import { printProblems } from '../problem-list.ts';
import { resumeCommand } from '../run-upload.ts';
import { formatTable } from '../table.ts';
import { formatTime } from '../time.ts';
import { stateText } from '../upload-state.ts';
import { exactTally, itemStates, linkTally, summary, status as words } from '../words/uploads.ts';

/** Changes nothing, and works beside a running engine. */
export async function status(
  context: CliContext,
  options: CommonOptions,
  uploadNumber: number | undefined,
): Promise<ExitCode> {
  const read = await withReader(context, options, async (reader) => {
    if (uploadNumber === undefined) {
      printUploads(context, reader.uploads());
      return success(undefined);
    }
    const upload = reader.upload(uploadNumber);
    if (!upload.ok) return upload;
    await printUpload(context, reader, upload.value, options);
    return success(undefined);
  });
  return read.ok ? 0 : reportFailure(context, read.failure);
}

function printUploads({ output }: CliContext, uploads: readonly UploadSummary[]): void {
  for (const upload of uploads) output.event('upload', { ...upload });
  for (const { stoppedBy } of uploads)
    if (stoppedBy?.code === 'stored-value-damaged') output.warn(failureText(stoppedBy));
  if (uploads.length === 0) {
    output.print(words.none);
    return;
  }
  const hasLinks = uploads.some(({ totals }) => totals.handedOver.items > 0);
  const hasHeld = uploads.some(({ totals }) => totals.held.items > 0);
  const rows = uploads.map((upload) => {
    const { id, datasetName, databaseName, databaseId, totals } = upload;
    return [
      String(id),
      stateText(upload),
      datasetName,
      words.database(databaseName || String(databaseId), upload.isSandbox),
      count(fileCount(upload)),
      count(totals.accepted.items),
      formatBytes(totals.accepted.bytes),
      ...(hasLinks ? [count(totals.handedOver.items)] : []),
      count(totals.failed.items),
      ...(hasHeld ? [count(totals.held.items)] : []),
      count(totals.skipped.items),
    ];
  });
  const { columns } = words;
  const right = (title: string) => ({ title, align: 'right' as const });
  output.print(
    ...formatTable(
      [
        right(columns.upload),
        { title: columns.state },
        { title: columns.dataset, shrinks: true },
        { title: columns.database, shrinks: true },
        right(columns.files),
        right(columns.accepted),
        right(columns.size),
        ...(hasLinks ? [right(columns.handedOver)] : []),
        right(columns.failed),
        ...(hasHeld ? [right(columns.held)] : []),
        right(columns.skipped),
      ],
      rows,
      output.width,
    ),
  );
}

async function printUpload(
  { env, output }: CliContext,
  reader: UploadReader,
  upload: UploadSummary,
  options: CommonOptions,
): Promise<void> {
  output.event('upload', { ...upload });
  output.print(...detailLines(upload));
  await printProblems(output, upload.id, () => reader.problems(upload.id));
  if (upload.totals.held.items === 0) return;
  const commands = summary.reviewCommands(resumeCommand(env, upload.id, options));
  output.print('', line(words.labels.review, commands));
}

const labelWidth = 13;
const line = (label: string, text: string): string => `  ${label.padEnd(labelWidth)} ${text}`;

const stateOrder: readonly ItemState[] = [
  'accepted',
  'handedOver',
  'uploading',
  'queued',
  'skipped',
  'failed',
  'held',
];

/** Files of which something may have been sent. */
function begunLine({ state, totals, acknowledgedBytes }: UploadSummary): string {
  const sent = Math.max(0, acknowledgedBytes - totals.accepted.bytes);
  const label = state === 'uploading' ? itemStates.uploading : words.begun;
  return line(label, words.sentOf(exactTally(totals.uploading), formatBytes(sent)));
}

function detailLines(upload: UploadSummary): string[] {
  const { labels } = words;
  const dataset = upload.datasetId === null ? words.notCreated : String(upload.datasetId);
  return [
    words.heading(upload.id, stateText(upload)),
    line(labels.dataset, `${printable(upload.datasetName)} (${dataset})`),
    line(labels.database, `${printable(upload.databaseName)} (${upload.databaseId})`),
    line(labels.server, printable(upload.serverUrl)),
    line(labels.created, formatTime(upload.createdAt)),
    ...(upload.finishedAt === null ? [] : [line(labels.finished, formatTime(upload.finishedAt))]),
    ...upload.sources.map((source, at) => line(at === 0 ? labels.sources : '', printable(source))),
    ...stateOrder
      .filter((state) => upload.totals[state].items > 0)
      .map((state) => {
        const tally = upload.totals[state];
        if (state === 'uploading') return begunLine(upload);
        return line(itemStates[state], state === 'handedOver' ? linkTally(tally) : exactTally(tally));
      }),
    ...(countFound(upload.exceptions) === 0
      ? []
      : [line(labels.found, foundTexts(upload.exceptions).join(', '))]),
    ...upload.unavailableSources.map((source) =>
      line(labels.waiting, words.waitingFor(printable(sourceProblemText(source)), formatTime(source.since))),
    ),
    ...(upload.hashLists === null ? [] : [line(labels.hashLists, hashListText(upload.hashLists))]),
    ...(upload.stoppedBy === null ? [] : [line(labels.stopped, printable(failureText(upload.stoppedBy)))]),
  ];
}
