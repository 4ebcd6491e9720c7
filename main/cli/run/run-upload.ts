/** Runs one upload with progress and prints how it ended: shared by upload, resume and demo. */

import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { endsUpload } from '../../../preload/contract/failures/refused-for-good.ts';
import { isPauseCostly } from '../../../preload/contract/views/pause-cost.ts';
import { isUnfinished } from '../../../preload/contract/views/upload-stage.ts';
import { formatCommand } from '../../app/command-line.ts';
import type { Engine, Progress, RunOptions, UploadId, UploadSummary } from '../../engine/index.ts';
import { type CliContext, keyFlags } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import type { ServerOptions } from '../options/server.ts';
import { outcomeOfFailure, outcomeOfStop, outcomeOfTotals } from '../outcome.ts';
import { followFiles } from '../print/file-events.ts';
import { printLimits } from '../print/limits.ts';
import { collectProblems, type NextCommands, summaryLines } from '../print/summary.ts';
import { doneLine } from '../terminal/json-lines.ts';
import * as words from '../words/uploads.ts';
import { withConfirmedDatabase } from './confirm-database.ts';
import { listenForInterrupt } from './interrupt.ts';

interface InterruptOptions {
  readonly onHangup?: (() => void) | null;
  readonly print?: (notice: string) => void;
}

/** Aborts the work on Ctrl-C, and when the reader of the output goes away. With `onHangup`, not on SIGHUP. */
export async function withInterrupt<T>(
  { output, activeUpload }: CliContext,
  notice: string,
  work: (signal: AbortSignal) => Promise<T>,
  { onHangup = null, print = output.print }: InterruptOptions = {},
): Promise<T> {
  const interrupt = listenForInterrupt(
    () => {
      print(notice);
      output.event('stopping', {});
    },
    () => outcomeOfStop(activeUpload),
    () => activeUpload.finish?.() ?? false,
    onHangup,
  );
  const closed = new AbortController();
  output.onClosed(() => closed.abort());
  try {
    return await work(AbortSignal.any([interrupt.signal, closed.signal]));
  } finally {
    interrupt.dispose();
  }
}

/** Runs the upload. A failure says why it stopped; the upload is kept and can be resumed. */
export async function runWithProgress(
  { output, activeUpload }: CliContext,
  engine: Engine,
  id: UploadId,
  title: string,
  options: RunOptions,
): ReturnType<Engine['run']> {
  const display = output.showProgress(title);
  const files = followFiles(output, engine, id);
  let last: Progress | null = null;
  const unsubscribe = engine.onProgress((progress) => {
    if (progress.uploadId !== id) return;
    last = progress;
    display.update(progress);
    files.poll();
  });
  const finish = new AbortController();
  activeUpload.finish = () => {
    if (last === null || !isPauseCostly(last.partsUnderWay.sentBytes, last.bytesPerSecond)) return false;
    const { secondsLeft, sentBytes } = last.partsUnderWay;
    output.print(words.finishingParts(secondsLeft, sentBytes));
    output.event('finishing', { secondsLeft, sentBytes });
    activeUpload.isFinishing = true;
    finish.abort();
    return true;
  };
  try {
    return await engine.run(id, { ...options, finish: finish.signal });
  } finally {
    activeUpload.finish = null;
    unsubscribe();
    files.finish();
    display.finish();
  }
}

export async function runAndReportUpload(
  context: CliContext,
  engine: Engine,
  id: UploadId,
  options: ServerOptions,
  runOptions: RunOptions & { readonly signal: AbortSignal },
): Promise<Outcome> {
  const { activeUpload } = context;
  const before = engine.upload(id);
  const title = before.ok ? titleOfUpload(before.value) : words.uploadName(id);
  activeUpload.resume = resumeCommand(id, options);
  activeUpload.hasBegun = true;
  const limits = engine.keepLimits(id, runOptions.limits);
  printLimits(context.output, id, limits, engine.usualLimits);
  const ran = await withConfirmedDatabase(
    context,
    runOptions.confirmDatabase ?? undefined,
    runOptions.signal,
    (confirmDatabase) =>
      runWithProgress(context, engine, id, title, { ...runOptions, limits, confirmDatabase }),
  );
  activeUpload.resume = null;
  if (!ran.ok) return reportStopped(context, engine, id, options, ran.failure);
  return reportEnded(context, engine, options, ran.value);
}

export async function reportEnded(
  { output }: CliContext,
  engine: Engine,
  options: ServerOptions,
  ended: UploadSummary,
): Promise<Outcome> {
  const { id, totals } = ended;
  const problems = collectProblems(engine.problems(id));
  if (output.json) await output.write(doneLine(ended, engine.sentFiles(id)));
  else output.print('', ...summaryLines(ended, problems, nextCommands(id, options), output.tableWidth));
  return outcomeOfTotals(totals);
}

export function reportStopped(
  { output }: Pick<CliContext, 'output'>,
  engine: Pick<Engine, 'upload'>,
  id: UploadId,
  options: ServerOptions,
  failure: Failure,
): Outcome {
  const upload = engine.upload(id);
  if (upload.ok && !isUnfinished(upload.value)) {
    const isCancelled = upload.value.state === 'cancelled';
    output.fail(isCancelled ? { code: 'upload-cancelled', uploadId: id } : failure, { upload: id });
    return 'refused';
  }
  const isEnd = upload.ok && endsUpload(failure, upload.value.request);
  const resume = isEnd ? null : resumeCommand(id, options);
  const accepted = upload.ok ? upload.value.totals.accepted : { items: 0, bytes: 0 };
  const wasAsked = failure.code === 'stopped' && !output.json;
  if (!wasAsked) output.fail(failure, { upload: id, ...(resume === null ? {} : { resume }) });
  output.print(words.stopped(id, accepted, wasAsked));
  if (resume !== null) output.print(words.resumeWith(resume));
  return outcomeOfFailure(failure, true);
}

export function resumeCommand(id: UploadId, options: ServerOptions): string {
  return formatCommand('resume', String(id), ...keyFlags(options));
}

export function titleOfUpload({ id, datasetName, databaseName, databaseId }: UploadSummary): string {
  return words.uploadTitle(id, datasetName, databaseName === '' ? String(databaseId) : databaseName);
}

export function nextCommands(id: UploadId, options: ServerOptions): NextCommands {
  return {
    seeAll: formatCommand('status', String(id)),
    receipt: formatCommand('receipt', String(id), '--out', `receipt-${id}.json`),
    retry: formatCommand('resume', String(id), '--retry-failed', ...keyFlags(options)),
    review: resumeCommand(id, options),
  };
}
