import { failure } from '../../../preload/contract/failure.ts';
import type { Engine, UploadSummary } from '../../engine/index.ts';
import {
  type CliContext,
  connect,
  reportFailure,
  resolveConnection,
  resolveServer,
  withEngine,
} from '../cli-context.ts';
import { type ExitCode, worseExitCode } from '../exit-code.ts';
import { pluralize } from '../format.ts';
import { checkLinks, type LimitOptions, type ServerOptions, transferLimits } from '../options.ts';
import { reportStopped, runUpload, stoppingUpload, withInterrupt } from '../run-upload.ts';
import { printable } from '../table.ts';

export interface ResumeOptions extends ServerOptions, LimitOptions {
  readonly retryFailed?: true;
  readonly link?: readonly string[];
  readonly held: 'ask' | 'retry' | 'skip';
}

export async function resume(
  context: CliContext,
  number: number | undefined,
  options: ResumeOptions,
): Promise<ExitCode> {
  for (const link of options.link ?? []) context.secrets.add(link.slice(link.indexOf('?') + 1));
  const links = checkLinks(options.link ?? []);
  if (!links.ok) return reportFailure(context, links.failure);
  if (number === undefined && links.value.length > 0) {
    return reportFailure(
      context,
      failure('bad-input', 'A --link belongs to one upload: name its number.').failure,
    );
  }
  return withEngine(context, options, 'lading resume', (engine) =>
    withInterrupt(context, stoppingUpload, (signal) => resumeWith(context, engine, number, options, signal)),
  );
}

async function resumeWith(
  context: CliContext,
  engine: Engine,
  number: number | undefined,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const server = resolveServer(options, context.env);
  const chosen: UploadSummary[] = [];
  if (number === undefined) {
    for (const one of engine.uploads().filter((upload) => isUnfinished(upload, options))) {
      if (isSameServer(server, one)) chosen.push(one);
      else context.output.warn(`Upload ${one.id} is left alone: it belongs to ${one.serverUrl}.`);
    }
  } else {
    const one = engine.upload(number);
    if (!one.ok) return reportFailure(context, one.failure);
    if (!isSameServer(server, one.value)) {
      const message = `Upload ${number} belongs to ${one.value.serverUrl}, not to ${server}: leave out --server and LADING_SERVER.`;
      return reportFailure(context, failure('bad-input', message).failure);
    }
    if (!isUnfinished(one.value, options)) return reportFinished(context, one.value);
    chosen.push(one.value);
  }
  if (chosen.length === 0) {
    context.output.print('Nothing to resume: every upload is finished.');
    return 0;
  }
  let worst: ExitCode = 0;
  for (const upload of chosen) {
    worst = worseExitCode(worst, await resumeOne(context, engine, upload, options, signal));
    if (signal.aborted || worst === 4) return worst;
  }
  return worst;
}

async function resumeOne(
  context: CliContext,
  engine: Engine,
  upload: UploadSummary,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output } = context;
  const { id } = upload;
  const connection = resolveConnection(
    context,
    upload.serverUrl,
    options,
    options.profile ?? upload.profilePath,
  );
  if (!connection.ok) return reportFailure(context, connection.failure);
  const connected = await connect(context, engine, connection.value, signal);
  if (!connected.ok) return reportStopped(context, engine, id, options, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  output.print(`Upload ${id}: connected to ${printable(serverUrl)} as ${printable(userName)}.`);
  if (keyId !== upload.keyId)
    output.warn(
      `Upload ${id} was begun with the key ${upload.keyId}; the rest is sent as ${userName}, with the key ${keyId}. The log says so.`,
    );
  if (options.retryFailed) {
    const again = await engine.retryFailed(id);
    if (!again.ok) return reportFailure(context, again.failure);
    output.print(`${pluralize(again.value.again, 'file')} that failed will be tried again.`);
    if (again.value.found > 0)
      output.print(`${pluralize(again.value.found, 'file')} found in folders that can be read now.`);
  }
  return runUpload(context, engine, id, options, {
    signal,
    limits: transferLimits(options),
    links: options.link ?? [],
    held: options.held,
  });
}

function isUnfinished(upload: UploadSummary, options: ResumeOptions): boolean {
  switch (upload.state) {
    case 'scanning':
    case 'ready':
    case 'uploading':
    case 'paused':
      return true;
    case 'finished':
      return (
        (options.retryFailed === true && upload.totals.failed.items > 0) ||
        (options.held !== 'ask' && upload.totals.held.items > 0)
      );
    case 'cancelled':
      return false;
  }
}

function reportFinished(context: CliContext, upload: UploadSummary): ExitCode {
  const { failed, held } = upload.totals;
  const message =
    upload.state === 'cancelled'
      ? `Upload ${upload.id} was cancelled: it cannot be resumed.`
      : `Upload ${upload.id} is finished: nothing is left to send.`;
  if (upload.state === 'cancelled') return reportFailure(context, failure('bad-input', message).failure);
  context.output.print(message);
  if (failed.items > 0)
    context.output.print(`${pluralize(failed.items, 'file')} failed: --retry-failed tries them again.`);
  if (held.items > 0) {
    context.output.print(
      `${pluralize(held.items, 'file')} held: see in the platform whether they arrived, then --held again or leave-out.`,
    );
  }
  return failed.items + held.items > 0 ? 2 : 0;
}

/** Two ways to write one address are the same server. */
function isSameServer(given: string | null, upload: UploadSummary): boolean {
  if (given === null) return true;
  const a = URL.parse(given)?.href.replace(/\/+$/, '');
  return a !== undefined && a === URL.parse(upload.serverUrl)?.href.replace(/\/+$/, '');
}
