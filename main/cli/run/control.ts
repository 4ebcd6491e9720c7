/** `lading pause`, `lading cancel`, and decisions about files that need review: also of an upload that another process has. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure, success } from '../../../preload/contract/failures/failure.ts';
import { keptPartsText } from '../../../preload/contract/texts/kept-parts-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type {
  ControlRequest,
  Decided,
  RunOptions,
  UploadId,
  UploadReader,
  UploadSummary,
} from '../../engine/index.ts';
import { type CliContext, openEngineAs, reportFailure, runAndClose, withReader } from '../cli-context.ts';
import type { cancel as cancelCommand } from '../commands/cancel.ts';
import type { pause as pauseCommand } from '../commands/pause.ts';
import type { ResumeOptions } from '../commands/resume.ts';
import type { RunOf } from '../define-command.ts';
import type { Outcome } from '../exit-code.ts';
import type { CommonOptions } from '../options/common.ts';
import { outcomeOfAnswer, outcomeOfProblems } from '../outcome.ts';
import { stateText } from '../print/upload-state.ts';
import { canAsk, confirm } from '../terminal/confirm.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { resume as resumeWords, control as words } from '../words/uploads.ts';
import type { Busy } from './queue.ts';
import { withInterrupt } from './run-upload.ts';

type HeldChoice = Pick<ResumeOptions, 'reviewOnly'>;

export const pollMs = 250;
/** The other process looks twice a second, and may have to wait for a write to a slow disk. */
export const giveUpMs = 30_000;

/** Without a number, whatever is running. */
export const pause: RunOf<typeof pauseCommand> = async (context, options, uploadNumber) => {
  const { output } = context;
  const found = await withReader(context, options, async (reader) => {
    if (uploadNumber === undefined) return success(reader.uploads().filter(isRunning));
    const upload = reader.upload(uploadNumber);
    return upload.ok ? success([upload.value]) : upload;
  });
  if (!found.ok) return reportFailure(context, found.failure);
  if (found.value.length === 0) output.print(words.nothingRuns);
  for (const upload of found.value) {
    const wasRunning = isRunning(upload);
    if (!wasRunning && upload.request.watch === undefined) {
      output.print(words.notRunning(upload.id, stateText(upload)));
      continue;
    }
    const isDone = wasRunning ? isPaused : (_: UploadSummary, isAnswered: boolean) => isAnswered;
    const paused = await carryOut(context, options, 'pause', upload, isDone);
    if (paused !== 'done') return paused;
  }
  return 'done';
};

export const cancel: RunOf<typeof cancelCommand> = async (context, options, uploadNumber) => {
  const found = await withReader(context, options, async (reader) => reader.upload(uploadNumber));
  if (!found.ok) return reportFailure(context, found.failure);
  const upload = found.value;
  if (upload.state === 'finished') {
    return reportFailure(context, failure('upload-finished', { uploadId: upload.id }).failure);
  }
  if (upload.state !== 'cancelled' && !options.yes) {
    if (!canAsk(context.output)) return reportFailure(context, usageError('confirmation-missing').failure);
    const answer = await confirm(words.confirmCancel(upload.id, printable(upload.datasetName)));
    if (answer !== 'yes') {
      context.output.print(words.notCancelled);
      return outcomeOfAnswer(answer);
    }
  }
  return carryOut(context, options, 'cancel', upload, isCancelled);
};

/** Nothing sent the upload, so nobody's pause is recorded: what resumes interrupted uploads resumes it. */
async function reportNotRunning(context: CliContext, options: CommonOptions, id: UploadId): Promise<Outcome> {
  const upload = await withReader(context, options, async (reader) => reader.upload(id));
  if (!upload.ok) return reportFailure(context, upload.failure);
  context.output.print(words.notRunning(id, stateText(upload.value)));
  return 'done';
}

/** What a person decided about files that need review, told to the process that has the store. */
export async function decideBeside(
  context: CliContext,
  options: CommonOptions & HeldChoice & { readonly needsReview: 'retry' | 'skip' },
  uploadNumber: number,
  busy: Busy,
): Promise<Outcome> {
  const { needsReview: decision, reviewOnly: globs } = options;
  const found = await withReader(context, options, async (reader) => {
    const upload = reader.upload(uploadNumber);
    if (!upload.ok) return upload;
    const { id, totals } = upload.value;
    return success({ id, held: totals.held.items, chosen: chooseHeld(context, reader, id, options) });
  });
  if (!found.ok) return reportFailure(context, found.failure);
  const { id, held, chosen } = found.value;
  if (!chosen.ok) return reportFailure(context, chosen.failure);
  const files = chosen.value.heldItems?.length ?? held;
  const asked: ControlRequest =
    globs === undefined
      ? { action: `${decision}-held`, uploadId: uploadNumber }
      : { action: `${decision}-matching`, uploadId: uploadNumber, globs: [...globs] };
  const answered = files === 0 ? success(null) : await request(context, options, asked, () => false, busy);
  if (!answered.ok) return reportFailure(context, answered.failure);
  const { files: decided, left, kept } = answered.value ?? { files: 0, left: 0, kept: 0 };
  const answeredFor = decided + kept;
  // Others may have decided since.
  if (answeredFor === 0 && files > 0)
    return reportFailure(context, usageError('decided-by-others', { uploadId: id }).failure);
  if (decided > left || answeredFor === 0) context.output.print(words.decided[decision](id, decided - left));
  printNotSent(context, { left, kept });
  if (answeredFor < files) context.output.print(words.decidedByOthers(files - answeredFor));
  return outcomeOfProblems(Math.max(0, files - decided));
}

/** Says which files a person wanted to send in vain, because they left their watched folder. */
export function printNotSent({ output }: CliContext, { left, kept }: Omit<Decided, 'files'>): void {
  if (left > 0) output.print(resumeWords.leftFolder(left));
  if (kept > 0) output.print(words.keptInReview(kept));
}

/** The files that the patterns choose; all without a pattern. Fails if none needs review. */
export function chooseHeld(
  { output }: CliContext,
  reader: Pick<UploadReader, 'heldFiles'>,
  id: UploadId,
  { reviewOnly }: HeldChoice,
): CliResult<Pick<RunOptions, 'heldItems'>> {
  if (reviewOnly === undefined) return success({});
  const chosen = reader.heldFiles(id, reviewOnly);
  if (!chosen.ok) return chosen;
  const { items, packedWithOthers } = chosen.value;
  if (packedWithOthers > 0) output.warn(words.packedWithOthers(packedWithOthers));
  return items.length > 0
    ? success({ heldItems: items })
    : usageError('review-only-matches-none', { uploadId: id });
}

/**
 * Asks the process that has the store, and waits for its answer, or until the upload shows that it is done. If nothing comes of
 * that, the request is withdrawn, and it fails with what keeps this process from the store; or with request-taken where it
 * was taken meanwhile and nobody knows what came of it.
 */
async function request(
  context: CliContext,
  options: CommonOptions,
  asked: ControlRequest,
  isDone: (upload: UploadSummary, isAnswered: boolean) => boolean,
  busy: Failure,
): Promise<CliResult<Decided | null>> {
  const { requestControl } = await import('../../engine/index.ts');
  const requested = requestControl(resolveStateDir(options.state, context.env), asked);
  if (!requested.ok) return requested;
  const { answer, discard, withdraw } = requested.value;
  const look = async (): Promise<CliResult<Decided | null> | null> => {
    const answered = answer();
    // What is said to be paused still sends until the upload shows it.
    if (answered !== null && (!answered.ok || isDecision(asked))) return answered;
    const upload = await withReader(context, options, async (reader) => reader.upload(asked.uploadId));
    return upload.ok && isDone(upload.value, answered !== null) ? success(null) : null;
  };
  return withInterrupt(context, words.stopping, async (signal) => {
    try {
      const found = await waitFor(look, signal);
      if (found !== null) return found;
      if (withdraw()) return signal.aborted ? failure('stopped') : { ok: false, failure: busy };
      return (await waitFor(look, signal)) ?? usageError('request-taken', { uploadId: asked.uploadId });
    } finally {
      discard();
    }
  });
}

function isDecision({ action }: ControlRequest): boolean {
  return action !== 'pause' && action !== 'cancel';
}

/** By an engine of this process where no other has the store. */
async function carryOut(
  context: CliContext,
  options: CommonOptions,
  action: 'pause' | 'cancel',
  upload: UploadSummary,
  isDone: (upload: UploadSummary, isAnswered: boolean) => boolean,
): Promise<Outcome> {
  const { id } = upload;
  const opened = await openEngineAs(context, options, `lading ${action}`);
  if (!opened.ok && opened.failure.code !== 'store-locked') return reportFailure(context, opened.failure);
  const done = opened.ok
    ? await runAndClose(opened.value, (engine): Promise<CliResult<unknown>> => engine[action](id))
    : await request(context, options, { action, uploadId: id }, isDone, opened.failure);
  if (done.ok) return reportDone(context, action, upload);
  if (done.failure.code === 'upload-not-running') return reportNotRunning(context, options, id);
  return reportFailure(context, done.failure);
}

function reportDone({ output }: CliContext, action: 'pause' | 'cancel', upload: UploadSummary): Outcome {
  const { id, isSandbox, acknowledgedBytes } = upload;
  const past = action === 'pause' ? 'paused' : 'cancelled';
  output.print(words[past](id));
  const keptParts = keptPartsText(isSandbox, acknowledgedBytes);
  if (action === 'cancel' && keptParts !== null) output.print(keptParts);
  output.event(past, { upload: id });
  return 'done';
}

async function waitFor<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
  for (const endMs = performance.now() + giveUpMs; ; ) {
    const found = await look();
    if (found !== null || signal.aborted || performance.now() >= endMs) return found;
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A scan shows nothing of its pause. A process that has just started takes requests that it discards: only an answer tells. */
export function isPaused(upload: Pick<UploadSummary, 'state' | 'startedAt'>, isAnswered: boolean): boolean {
  return upload.state === 'scanning' ? isAnswered : !isRunning(upload);
}

function isRunning({ state, startedAt }: Pick<UploadSummary, 'state' | 'startedAt'>): boolean {
  return startedAt !== null && (state === 'uploading' || state === 'scanning');
}

function isCancelled({ state }: UploadSummary): boolean {
  return state === 'cancelled';
}
