import { failure } from '../../../preload/contract/failure.ts';
import type { Engine, UploadSummary } from '../../engine/index.ts';
import { type ExitCode, worse } from '../exit-code.ts';
import { connectionOf, connectTo, type Invocation, refuse, serverOf, withEngine } from '../invocation.ts';
import { checkLinks, type LimitOptions, limitsOf, type ServerOptions } from '../options.ts';
import { printable } from '../text.ts';
import { sendAndAccount, stoppable, stoppingUpload, tellStopped } from '../transfer.ts';
import { counted } from '../units.ts';

export interface ResumeOptions extends ServerOptions, LimitOptions {
  readonly retryFailed?: true;
  readonly link?: readonly string[];
  readonly held: 'ask' | 'retry' | 'skip';
}

export async function resume(
  invocation: Invocation,
  number: number | undefined,
  options: ResumeOptions,
): Promise<ExitCode> {
  for (const link of options.link ?? []) invocation.secrets.add(link.slice(link.indexOf('?') + 1));
  const links = checkLinks(options.link ?? []);
  if (!links.ok) return refuse(invocation, links.failure);
  if (number === undefined && links.value.length > 0) {
    return refuse(
      invocation,
      failure('bad-input', 'A --link belongs to one upload: name its number.').failure,
    );
  }
  return withEngine(invocation, options, 'lading resume', (engine) =>
    stoppable(invocation, stoppingUpload, (signal) =>
      resumeWith(invocation, engine, number, options, signal),
    ),
  );
}

async function resumeWith(
  invocation: Invocation,
  engine: Engine,
  number: number | undefined,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const server = serverOf(options, invocation.env);
  const chosen: UploadSummary[] = [];
  if (number === undefined) {
    for (const one of engine.uploads().filter((upload) => isUnfinished(upload, options))) {
      if (sameServer(server, one)) chosen.push(one);
      else invocation.screen.warn(`Upload ${one.id} is left alone: it belongs to ${one.serverUrl}.`);
    }
  } else {
    const one = engine.upload(number);
    if (!one.ok) return refuse(invocation, one.failure);
    if (!sameServer(server, one.value)) {
      const message = `Upload ${number} belongs to ${one.value.serverUrl}, not to ${server}: leave out --server and LADING_SERVER.`;
      return refuse(invocation, failure('bad-input', message).failure);
    }
    if (!isUnfinished(one.value, options)) return tellSettled(invocation, one.value);
    chosen.push(one.value);
  }
  if (chosen.length === 0) {
    invocation.screen.say('Nothing to resume: every upload is finished.');
    return 0;
  }
  let worst: ExitCode = 0;
  for (const upload of chosen) {
    worst = worse(worst, await resumeOne(invocation, engine, upload, options, signal));
    if (signal.aborted || worst === 4) return worst;
  }
  return worst;
}

async function resumeOne(
  invocation: Invocation,
  engine: Engine,
  upload: UploadSummary,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { screen } = invocation;
  const { id } = upload;
  const connection = connectionOf(
    invocation,
    upload.serverUrl,
    options,
    options.profile ?? upload.profilePath,
  );
  if (!connection.ok) return refuse(invocation, connection.failure);
  const connected = await connectTo(invocation, engine, connection.value, signal);
  if (!connected.ok) return tellStopped(invocation, engine, id, options, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  screen.say(`Upload ${id}: connected to ${printable(serverUrl)} as ${printable(userName)}.`);
  if (keyId !== upload.keyId)
    screen.warn(
      `Upload ${id} was begun with the key ${upload.keyId}; the rest is sent as ${userName}, with the key ${keyId}. The log says so.`,
    );
  if (options.retryFailed) {
    const again = await engine.requeueFailed(id);
    if (!again.ok) return refuse(invocation, again.failure);
    screen.say(`${counted(again.value.again, 'file')} that failed will be tried again.`);
    if (again.value.found > 0)
      screen.say(`${counted(again.value.found, 'file')} found in folders that can be read now.`);
  }
  return sendAndAccount(invocation, engine, id, options, {
    signal,
    limits: limitsOf(options),
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

function tellSettled(invocation: Invocation, upload: UploadSummary): ExitCode {
  const { failed, held } = upload.totals;
  const message =
    upload.state === 'cancelled'
      ? `Upload ${upload.id} was cancelled: it cannot be resumed.`
      : `Upload ${upload.id} is finished: nothing is left to send.`;
  if (upload.state === 'cancelled') return refuse(invocation, failure('bad-input', message).failure);
  invocation.screen.say(message);
  if (failed.items > 0)
    invocation.screen.say(`${counted(failed.items, 'file')} failed: --retry-failed tries them again.`);
  if (held.items > 0) {
    invocation.screen.say(
      `${counted(held.items, 'file')} held: see in the platform whether they arrived, then --held again or leave-out.`,
    );
  }
  return failed.items + held.items > 0 ? 2 : 0;
}

/** Two ways to write one address are the same server. */
function sameServer(given: string | null, upload: UploadSummary): boolean {
  if (given === null) return true;
  const a = URL.parse(given)?.href.replace(/\/+$/, '');
  return a !== undefined && a === URL.parse(upload.serverUrl)?.href.replace(/\/+$/, '');
}
