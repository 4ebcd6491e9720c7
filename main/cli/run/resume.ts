import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { countProblems } from '../../../preload/contract/views/upload-problems.ts';
import { isDraft } from '../../../preload/contract/views/upload-stage.ts';
import { checkWebAddresses } from '../../../preload/contract/web-address.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import {
  type Engine,
  idOfKey,
  type SendingRule,
  type UploadId,
  type UploadSummary,
} from '../../engine/index.ts';
import { readApiKey } from '../api-key.ts';
import {
  type CliContext,
  connectWithNotice,
  reportFailure,
  resolveConnection,
  resolveServer,
} from '../cli-context.ts';
import type { ResumeOptions, resume as resumeCommand } from '../commands/resume.ts';
import type { RunOf } from '../define-command.ts';
import type { Outcome } from '../exit-code.ts';
import { isSameServer, mayGetKey } from '../options/key-server.ts';
import { transferLimits } from '../options/limits.ts';
import { linkSecrets } from '../options/links.ts';
import type { ServerOptions } from '../options/server.ts';
import { outcomeOfTotals, worseOutcome } from '../outcome.ts';
import { formatTime } from '../terminal/time.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { countItems, stopping, summary, resume as words } from '../words/uploads.ts';
import { chooseHeld, decideBeside, printNotSent } from './control.ts';
import { withEngineInTurn } from './queue.ts';
import { nextCommands, reportEnded, reportStopped, runAndReportUpload, withInterrupt } from './run-upload.ts';

export const resume: RunOf<typeof resumeCommand> = async (context, options, uploadNumber) => {
  context.secrets.add(linkSecrets(options.link ?? []));
  const links = checkWebAddresses(options.link ?? []);
  if (!links.ok) return reportFailure(context, links.failure);
  if (uploadNumber === undefined && links.value.length > 0) {
    return reportFailure(context, usageError('link-needs-upload').failure);
  }
  const { needsReview, reviewOnly } = options;
  if (reviewOnly !== undefined) {
    const [option, needs] = ['--review-only', '--needs-review retry or skip'];
    if (needsReview === 'ask')
      return reportFailure(context, usageError('option-needs-option', { option, needs }).failure);
    if (uploadNumber === undefined)
      return reportFailure(context, usageError('review-only-needs-upload').failure);
  }
  return withEngineInTurn(
    context,
    options,
    'lading resume',
    (engine) =>
      withInterrupt(context, stopping, (signal) =>
        uploadNumber === undefined
          ? resumeAll(context, engine, options, signal)
          : resumeNumber(context, engine, uploadNumber, options, signal),
      ),
    uploadNumber === undefined || needsReview === 'ask'
      ? undefined
      : (busy) => decideBeside(context, { ...options, needsReview }, uploadNumber, busy),
  );
};

async function resumeNumber(
  context: CliContext,
  engine: Engine,
  uploadNumber: number,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const server = resolveServer(options, context.env);
  const upload = checkServer(engine, uploadNumber, server);
  if (!upload.ok) return reportFailure(context, upload.failure);
  if (!canResume(upload.value, options)) return reportNotResumed(context, upload.value, options);
  const { id, serverUrl } = upload.value;
  if (server === null && !isKeyFor(context, options, engine.uploads(), [upload.value])(serverUrl))
    return reportFailure(context, usageError('key-of-other-server', { uploadId: id, serverUrl }).failure);
  return resumeOne(context, engine, upload.value, options, signal);
}

function checkServer(engine: Engine, uploadNumber: number, server: string | null): CliResult<UploadSummary> {
  const upload = engine.upload(uploadNumber);
  if (!upload.ok) return upload;
  const { id, serverUrl } = upload.value;
  return server === null || isSameServer(server, serverUrl)
    ? success(upload.value)
    : usageError('upload-on-other-server', { uploadId: id, serverUrl, given: server });
}

/** Whether the key may be sent to a server that only the stored uploads name. A key that can't be read is refused later. */
function isKeyFor(
  context: CliContext,
  options: ResumeOptions,
  all: readonly UploadSummary[],
  unfinished: readonly UploadSummary[],
): (serverUrl: string) => boolean {
  const key = readApiKey(options.keyFile, context.env);
  const keyId = key.ok ? idOfKey(key.value.apiKey) : null;
  return (serverUrl) => keyId === null || mayGetKey(keyId, serverUrl, all, unfinished);
}

/** The outcome is the worst of all uploads, also of those that it leaves alone. */
async function resumeAll(
  context: CliContext,
  engine: Engine,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const server = resolveServer(options, context.env);
  const all = engine.uploads();
  // A command may have been killed before it created its upload: nothing was sent.
  if (all.length === 0) {
    const path = resolveStateDir(options.state, context.env);
    return reportFailure(context, usageError('no-uploads', { path }).failure);
  }
  const uploads = all.filter((upload) => canResume(upload, options));
  const isOurs =
    server === null
      ? isKeyFor(context, options, all, uploads)
      : (serverUrl: string) => isSameServer(server, serverUrl);
  const onServer = uploads.filter(({ serverUrl }) => isOurs(serverUrl));
  for (const { id, serverUrl } of uploads.filter((upload) => !onServer.includes(upload)))
    context.output.warn(
      server === null ? words.otherKeyServer(id, serverUrl) : words.otherServer(id, serverUrl),
    );
  let worst: Outcome = onServer.length < uploads.length ? 'stopped' : 'done';
  if (onServer.length === 0) {
    const drafts = all.filter(isDraft).length;
    if (uploads.length === 0) context.output.print(words.nothing(drafts));
    else if (server !== null) context.output.print(words.nothingOnServer);
  }
  for (const upload of all) {
    if (canResume(upload, options) || upload.state !== 'finished') continue;
    if (outcomeOfTotals(upload.totals) !== 'done')
      worst = worseOutcome(worst, reportNotResumed(context, upload, options));
  }
  for (const upload of onServer) {
    worst = worseOutcome(worst, await resumeOne(context, engine, upload, options, signal));
    if (signal.aborted || context.activeUpload.isFinishing || worst === 'key-refused') return worst;
  }
  return worst;
}

async function resumeOne(
  context: CliContext,
  engine: Engine,
  upload: UploadSummary,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { output } = context;
  const { id, stoppedBy } = upload;
  const chosen = chooseHeld(context, engine, id, options);
  if (!chosen.ok) return reportFailure(context, chosen.failure);
  // Nothing can be sent of it, and no server needs to be asked.
  if (stoppedBy?.code === 'stored-value-damaged' && stoppedBy.table === 'uploads')
    return reportFailure(context, stoppedBy);
  const profilePath = options.profile ?? upload.profilePath;
  const connection = resolveConnection(context, upload.serverUrl, options, profilePath);
  if (!connection.ok) return reportFailure(context, connection.failure);
  const connected = await connectWithNotice(context, engine, connection.value, signal);
  if (!connected.ok) return reportStopped(context, engine, id, options, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  output.print(words.connected(id, printable(serverUrl), printable(userName)));
  if (keyId !== upload.keyId) output.warn(words.otherKey(id, upload.keyId, userName, keyId));
  const provided = engine.provideLinks(id, options.link ?? []);
  if (!provided.ok) return reportFailure(context, provided.failure);
  if (options.retryFailed) {
    const retried = await engine.requeueFailed(id);
    if (!retried.ok) return reportFailure(context, retried.failure);
    const { requeued, chosenAgain, left, failed } = retried.value;
    output.print(words.retrying(countItems(requeued, upload, 'failed')));
    if (chosenAgain > 0) output.print(words.chosenAgain(chosenAgain));
    if (left > 0) output.print(words.leftFolder(left));
    if (failed > 0) output.print(words.stillFailed(failed));
    if (retried.value.discovered > 0) output.print(words.foundFiles(retried.value.discovered));
  }
  const { needsReview: held, unavailableSources } = options;
  const left = engine.leaveToRule(id, { held, unavailableSources, ...chosen.value });
  if (!left.ok) return reportStopped(context, engine, id, options, left.failure);
  if (left.value !== null) return reportLeft(context, engine, id, options, left.value);
  const folder = engine.folderWithHours(id);
  if (folder !== null) output.print(words.noHours(id, printable(folder)));
  return runAndReportUpload(context, engine, id, options, {
    signal,
    limits: transferLimits(options),
    held,
    ...chosen.value,
    confirmDatabase: options.confirmDatabase,
    unavailableSources,
  });
}

/** Nothing was sent. What a person decided may have left nothing to send. */
async function reportLeft(
  context: CliContext,
  engine: Engine,
  id: UploadId,
  options: ResumeOptions,
  { state, name, sendsAt, decided }: SendingRule,
): Promise<Outcome> {
  const upload = engine.upload(id);
  if (!upload.ok) return reportFailure(context, upload.failure);
  printNotSent(context, decided);
  if (upload.value.state === 'finished') return reportEnded(context, engine, options, upload.value);
  const sendAt = sendsAt.toISOString();
  const when = state !== 'active' ? 'once-active' : sendsAt <= new Date() ? null : formatTime(sendAt);
  context.output.print(words.leftToRule(id, printable(name), when));
  context.output.event('left-to-rule', { upload: id, rule: name, state, sendAt });
  return 'stopped';
}

function canResume(upload: UploadSummary, options: ResumeOptions): boolean {
  if (isDraft(upload)) return false;
  switch (upload.state) {
    case 'scanning':
    case 'ready':
    case 'uploading':
    case 'paused':
      return true;
    case 'finished':
      return (
        (options.retryFailed === true && upload.totals.failed.items > 0) ||
        (options.needsReview !== 'ask' && upload.totals.held.items > 0)
      );
    case 'cancelled':
      return false;
  }
}

function reportNotResumed(context: CliContext, upload: UploadSummary, options: ServerOptions): Outcome {
  const { output } = context;
  const { id, state, totals } = upload;
  if (isDraft(upload)) {
    return reportFailure(context, failure('upload-not-started', { uploadId: id }).failure);
  }
  if (state === 'cancelled') {
    return reportFailure(context, failure('upload-cancelled', { uploadId: id }).failure);
  }
  const { failed, held } = totals;
  const { seeAll, review } = nextCommands(id, options);
  output.print(words.finished(id));
  if (failed.items > 0) output.print(words.failed(countItems(failed.items, upload)));
  if (held.items > 0) {
    const needing = countItems(held.items, upload);
    output.print(words.held(needing, held.items, seeAll, summary.reviewCommands(review)));
  }
  if (countProblems(totals) === 0) output.print(words.nothingLeft);
  return outcomeOfTotals(totals);
}
