import { success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { deliveryResult } from '../../../preload/contract/texts/delivery-text.ts';
import { foundTexts } from '../../../preload/contract/texts/exception-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { hashListText } from '../../../preload/contract/texts/hash-list-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { timeLeftText } from '../../../preload/contract/texts/time-forecast-text.ts';
import { sourceProblemText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import { countFound } from '../../../preload/contract/views/exception.ts';
import type { TimeRange } from '../../../preload/contract/views/time-forecast.ts';
import { fileCount, skippedTally } from '../../../preload/contract/views/upload-progress.ts';
import { readSavedLimits } from '../../app/saved-limits.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { ItemState, UploadReader, UploadSummary } from '../../engine/index.ts';
import { type CliContext, reportFailure, withReader } from '../cli-context.ts';
import type { status as statusCommand } from '../commands/status.ts';
import type { RunOf } from '../define-command.ts';
import type { CommonOptions } from '../options/common.ts';
import { isWaitingForHours, limitsNow, type OtherLimits, planNow, stateNow } from '../print/limits.ts';
import { printFoundFiles, printProblems } from '../print/problems.ts';
import { withoutProcess } from '../print/upload-state.ts';
import { formatTable, left, present, right, shrinking } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { serviceLimits } from '../watch/status-file.ts';
import {
  itemStates,
  linkTally,
  resumeWith,
  stateTally,
  summary,
  withExactBytes,
  status as words,
} from '../words/uploads.ts';
import { resumeCommand } from './run-upload.ts';

/** Changes nothing, and works beside a running engine. */
export const status: RunOf<typeof statusCommand> = async (context, options, uploadNumber) => {
  const { checkStoreFree } = await import('../../engine/index.ts');
  const stateDir = resolveStateDir(options.state, context.env);
  const usual = await readSavedLimits(stateDir);
  // Looked at before the uploads are read and afterwards: one that starts meanwhile runs.
  const free = checkStoreFree(stateDir);
  const wasFree = free.ok;
  const holder = !free.ok && free.failure.code === 'store-locked' ? free.failure.holder : undefined;
  const limits = { usual, service: serviceLimits(stateDir, holder?.pid) };
  const asTheyAre = (uploads: readonly UploadSummary[]): readonly UploadSummary[] =>
    wasFree && checkStoreFree(stateDir).ok ? uploads.map(withoutProcess) : uploads;
  const read = await withReader(context, options, async (reader) => {
    if (uploadNumber === undefined) {
      printUploads(context, asTheyAre(reader.uploads()), limits);
      return success(undefined);
    }
    const upload = reader.upload(uploadNumber);
    if (!upload.ok) return upload;
    const [asItIs = upload.value] = asTheyAre([upload.value]);
    await printUpload(context, reader, asItIs, options, limits);
    return success(undefined);
  });
  return read.ok ? 'done' : reportFailure(context, read.failure);
};

function printUploads({ output }: CliContext, uploads: readonly UploadSummary[], limits: OtherLimits): void {
  for (const upload of uploads) output.event('upload', { ...upload });
  for (const { stoppedBy } of uploads)
    if (stoppedBy?.code === 'stored-value-damaged') output.warn(failureText(stoppedBy));
  if (uploads.length === 0) {
    output.print(words.none);
    return;
  }
  const hasLinks = uploads.some(({ totals }) => totals.handedOver.items > 0);
  const hasFound = uploads.some(({ exceptions }) => countFound(exceptions) > 0);
  const hasHeld = uploads.some(({ totals }) => totals.held.items > 0);
  const hasCancelled = uploads.some(({ cancelled }) => cancelled.items > 0);
  const { columns } = words;
  const now = new Date();
  output.print(
    ...formatTable<UploadSummary>(
      [
        right(columns.upload, ({ id }) => String(id)),
        left(columns.state, (upload) => stateNow(upload, now, planNow(upload, limits))),
        shrinking(columns.dataset, ({ datasetName }) => datasetName),
        shrinking(columns.database, ({ databaseName, databaseId, isSandbox }) =>
          words.database(databaseName || String(databaseId), isSandbox),
        ),
        right(columns.files, (upload) => count(fileCount(upload))),
        right(columns.accepted, ({ totals }) => count(totals.accepted.items)),
        right(columns.size, ({ totals }) => formatBytes(totals.accepted.bytes)),
        hasLinks && right(columns.handedOver, ({ totals }) => count(totals.handedOver.items)),
        hasFound && right(columns.found, ({ exceptions }) => count(countFound(exceptions))),
        right(columns.failed, ({ totals }) => count(totals.failed.items)),
        hasHeld && right(columns.held, ({ totals }) => count(totals.held.items)),
        right(columns.skipped, (upload) => count(skippedTally(upload).items)),
        hasCancelled && right(columns.cancelled, ({ cancelled }) => count(cancelled.items)),
      ],
      uploads,
      output.tableWidth,
    ),
  );
  if (uploads.some((upload) => skippedTally(upload).items > 0)) output.print(words.filesNote);
}

async function printUpload(
  { output }: CliContext,
  reader: UploadReader,
  upload: UploadSummary,
  options: CommonOptions,
  limits: OtherLimits,
): Promise<void> {
  output.event('upload', { ...upload });
  const plan = planNow(upload, limits);
  const left = isWaitingForHours(upload, plan, new Date()) ? await reader.waitingTime(upload.id, plan) : null;
  output.print(...detailLines(upload, limits, left));
  if (upload.stoppedBy?.code === 'interrupted') output.print(resumeWith(resumeCommand(upload.id, options)));
  await printProblems(output, upload.id, () => reader.problems(upload.id));
  if (countFound(upload.exceptions) > 0)
    await printFoundFiles(output, upload.id, reader.foundFiles(upload.id));
  if (upload.totals.held.items === 0) return;
  const commands = summary.reviewCommands(resumeCommand(upload.id, options));
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
function begunLine(upload: UploadSummary): string {
  const { state, totals, acknowledgedBytes } = upload;
  const label = state === 'uploading' ? itemStates.uploading : words.begun;
  return line(
    label,
    words.sentOf(stateTally(totals.uploading, upload, withExactBytes), formatBytes(acknowledgedBytes)),
  );
}

function detailLines(upload: UploadSummary, limits: OtherLimits, left: TimeRange | null): string[] {
  const { labels } = words;
  const delivery = deliveryResult(upload);
  const dataset = upload.datasetId === null ? words.notCreated : String(upload.datasetId);
  const totals = { ...upload.totals, skipped: skippedTally(upload) };
  return present(
    words.heading(upload.id, stateNow(upload, new Date(), planNow(upload, limits))),
    delivery !== null && line(labels.result, delivery.text),
    line(labels.dataset, `${printable(upload.datasetName)} (${dataset})`),
    line(
      labels.database,
      words.database(`${printable(upload.databaseName)} (${upload.databaseId})`, upload.isSandbox),
    ),
    line(labels.server, printable(upload.serverUrl)),
    line(labels.created, formatTime(upload.createdAt)),
    upload.finishedAt !== null && line(labels.finished, formatTime(upload.finishedAt)),
    ...upload.sources.map((source, at) => line(at === 0 ? labels.sources : '', printable(source))),
    ...stateOrder
      .filter((state) => totals[state].items > 0)
      .map((state) => {
        const tally = totals[state];
        if (state === 'uploading') return begunLine(upload);
        const isLinks = state === 'handedOver';
        return line(
          itemStates[state],
          isLinks ? linkTally(tally) : stateTally(tally, upload, withExactBytes),
        );
      }),
    upload.cancelled.items > 0 &&
      line(labels.cancelled, stateTally(upload.cancelled, upload, withExactBytes)),
    countFound(upload.exceptions) > 0 && line(labels.found, foundTexts(upload.exceptions).join(', ')),
    ...upload.unavailableSources.map((source) =>
      line(labels.waiting, words.waitingFor(printable(sourceProblemText(source)), formatTime(source.since))),
    ),
    left !== null && line(labels.timeLeft, timeLeftText(left, { nowMs: Date.now() })),
    ...limitsNow(upload, limits).map((text, at) => line(at === 0 ? labels.limits : '', text)),
    upload.hashLists && line(labels.hashLists, hashListText(upload.hashLists)),
    upload.stoppedBy && line(labels.stopped, failureText(upload.stoppedBy)),
  );
}
