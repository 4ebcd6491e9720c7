/** Sends one upload with progress on the screen and tells how it ended: for upload, resume and demo alike. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Engine, TransferLimits, UploadId, UploadSummary } from '../engine/index.ts';
import { account, gather, type Next } from './account.ts';
import { type ExitCode, exitCodeOf, exitCodeOfTotals } from './exit-code.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { commandLine, type Invocation, sameStore } from './invocation.ts';
import { doneLine } from './json-lines.ts';
import type { ServerOptions } from './options.ts';
import { bytes, counted } from './units.ts';

export const stoppingUpload = 'Stopping: what the platform has accepted is kept. Ctrl-C again ends at once.';

/** A Ctrl-C stops it cleanly, and so does a reader that has gone. */
export async function stoppable(
  { screen }: Invocation,
  notice: string,
  work: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const interrupt: Interrupt = listenForInterrupt(() => {
    screen.say(notice);
    screen.event('stopping', {});
  });
  const gone = new AbortController();
  screen.whenGone(() => gone.abort());
  try {
    return await work(AbortSignal.any([interrupt.signal, gone.signal]));
  } finally {
    interrupt.dispose();
  }
}

export interface Sending {
  readonly signal: AbortSignal;
  readonly limits: TransferLimits;
  /** In full, for links whose secrets aren't stored. */
  readonly links: readonly string[];
  readonly held: 'ask' | 'retry' | 'skip';
}

/** Runs it. The failure says why it stopped; the upload is kept and can be resumed. */
export async function send(
  { screen }: Invocation,
  engine: Engine,
  id: UploadId,
  title: string,
  sending: Sending,
): Promise<Awaited<ReturnType<Engine['run']>>> {
  const following = screen.follow(title);
  const unsubscribe = engine.onProgress((progress) => {
    if (progress.uploadId === id) following.show(progress);
  });
  try {
    engine.provideLinks(id, sending.links);
    return await engine.run(id, sending);
  } finally {
    unsubscribe();
    following.end();
  }
}

export async function sendAndAccount(
  invocation: Invocation,
  engine: Engine,
  id: UploadId,
  options: ServerOptions,
  sending: Sending,
): Promise<ExitCode> {
  const before = engine.upload(id);
  const title = before.ok ? titleOf(before.value) : `Upload ${id}`;
  invocation.sending.resume = resumeCommand(invocation.env, id, options);
  const ran = await send(invocation, engine, id, title, sending);
  invocation.sending.resume = null;
  if (!ran.ok) return tellStopped(invocation, engine, id, options, ran.failure);
  const { screen, env } = invocation;
  const next = nextCommands(env, id, options);
  screen.say('', ...account(ran.value, gather(engine.problems(id)), next, screen.width));
  if (screen.json) {
    for (const piece of doneLine(ran.value, engine.sentFiles(id))) await screen.write(piece);
  }
  return exitCodeOfTotals(ran.value.totals);
}

export function tellStopped(
  { screen, env }: Invocation,
  engine: Engine,
  id: UploadId,
  options: ServerOptions,
  failure: Failure,
): ExitCode {
  const resume = resumeCommand(env, id, options);
  const stopped = engine.upload(id);
  const sent = stopped.ok ? stopped.value.totals.accepted : { items: 0, bytes: 0 };
  const kept = `Upload ${id} is kept: ${counted(sent.items, 'file')}, ${bytes(sent.bytes)} sent so far.`;
  if (failure.code === 'stopped' && !screen.json) screen.say(`Stopped. ${kept}`);
  else {
    screen.fail(failure, { upload: id, resume });
    screen.say(kept);
  }
  screen.say(`Go on with: ${resume}`);
  return exitCodeOf(failure, true);
}

function resumeCommand(env: Invocation['env'], id: UploadId, options: ServerOptions): string {
  return commandLine(env, 'resume', String(id), ...sameStore(options));
}

export function titleOf(summary: UploadSummary): string {
  const database = summary.databaseName === '' ? String(summary.databaseId) : summary.databaseName;
  return `Upload ${summary.id} · ${summary.datasetName} · ${database}`;
}

function nextCommands(env: Invocation['env'], id: UploadId, options: ServerOptions): Next {
  const state = options.state === undefined ? [] : ['--state', options.state];
  return {
    seeAll: commandLine(env, 'status', String(id), ...state),
    receipt: commandLine(env, 'receipt', String(id), '--out', `receipt-${id}.json`, ...state),
    retry: commandLine(env, 'resume', String(id), '--retry-failed', ...sameStore(options)),
    decide: `${commandLine(env, 'resume', String(id), ...sameStore(options))} --held again, or --held leave-out`,
  };
}
