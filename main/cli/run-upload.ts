/** Sends one upload with progress on the output and tells how it ended: for upload, resume and demo alike. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Engine, TransferLimits, UploadId, UploadSummary } from '../engine/index.ts';
import { type CliContext, formatCommand, storeFlags } from './cli-context.ts';
import { type ExitCode, exitCodeForFailure, exitCodeForTotals } from './exit-code.ts';
import { formatBytes, pluralize } from './format.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { doneLine } from './json-lines.ts';
import type { ServerOptions } from './options.ts';
import { collectProblems, type NextCommands, summaryLines } from './summary.ts';

export const stoppingUpload = 'Stopping: what the platform has accepted is kept. Ctrl-C again ends at once.';

/** A Ctrl-C stops it cleanly, and so does a reader that has gone. */
export async function withInterrupt(
  { output }: CliContext,
  notice: string,
  work: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const interrupt: Interrupt = listenForInterrupt(() => {
    output.print(notice);
    output.event('stopping', {});
  });
  const gone = new AbortController();
  output.onClosed(() => gone.abort());
  try {
    return await work(AbortSignal.any([interrupt.signal, gone.signal]));
  } finally {
    interrupt.dispose();
  }
}

export interface RunUploadOptions {
  readonly signal: AbortSignal;
  readonly limits: TransferLimits;
  readonly links: readonly string[];
  readonly held: 'ask' | 'retry' | 'skip';
}

/** Runs it. The failure says why it stopped; the upload is kept and can be resumed. */
export async function runWithProgress(
  { output }: CliContext,
  engine: Engine,
  id: UploadId,
  title: string,
  sending: RunUploadOptions,
): Promise<Awaited<ReturnType<Engine['run']>>> {
  const following = output.showProgress(title);
  const unsubscribe = engine.onProgress((progress) => {
    if (progress.uploadId === id) following.update(progress);
  });
  try {
    return await engine.run(id, sending);
  } finally {
    unsubscribe();
    following.finish();
  }
}

export async function runUpload(
  context: CliContext,
  engine: Engine,
  id: UploadId,
  options: ServerOptions,
  sending: RunUploadOptions,
): Promise<ExitCode> {
  const before = engine.upload(id);
  const title = before.ok ? uploadTitle(before.value) : `Upload ${id}`;
  context.activeUpload.resume = resumeCommand(context.env, id, options);
  const ran = await runWithProgress(context, engine, id, title, sending);
  context.activeUpload.resume = null;
  if (!ran.ok) return reportStopped(context, engine, id, options, ran.failure);
  const { output, env } = context;
  const next = nextCommands(env, id, options);
  output.print('', ...summaryLines(ran.value, collectProblems(engine.problems(id)), next, output.width));
  if (output.json) {
    for (const piece of doneLine(ran.value, engine.sentFiles(id))) await output.write(piece);
  }
  return exitCodeForTotals(ran.value.totals);
}

export function reportStopped(
  { output, env }: CliContext,
  engine: Engine,
  id: UploadId,
  options: ServerOptions,
  failure: Failure,
): ExitCode {
  const resume = resumeCommand(env, id, options);
  const stopped = engine.upload(id);
  const sent = stopped.ok ? stopped.value.totals.accepted : { items: 0, bytes: 0 };
  const kept = `Upload ${id} is kept: ${pluralize(sent.items, 'file')}, ${formatBytes(sent.bytes)} sent so far.`;
  if (failure.code === 'stopped' && !output.json) output.print(`Stopped. ${kept}`);
  else {
    output.fail(failure, { upload: id, resume });
    output.print(kept);
  }
  output.print(`Go on with: ${resume}`);
  return exitCodeForFailure(failure, true);
}

function resumeCommand(env: CliContext['env'], id: UploadId, options: ServerOptions): string {
  return formatCommand(env, 'resume', String(id), ...storeFlags(options));
}

export function uploadTitle(summary: UploadSummary): string {
  const database = summary.databaseName === '' ? String(summary.databaseId) : summary.databaseName;
  return `Upload ${summary.id} · ${summary.datasetName} · ${database}`;
}

function nextCommands(env: CliContext['env'], id: UploadId, options: ServerOptions): NextCommands {
  const state = options.state === undefined ? [] : ['--state', options.state];
  return {
    seeAll: formatCommand(env, 'status', String(id), ...state),
    receipt: formatCommand(env, 'receipt', String(id), '--out', `receipt-${id}.json`, ...state),
    retry: formatCommand(env, 'resume', String(id), '--retry-failed', ...storeFlags(options)),
    decide: `${formatCommand(env, 'resume', String(id), ...storeFlags(options))} --held again, or --held leave-out`,
  };
}
