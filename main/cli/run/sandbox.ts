import { join, resolve } from 'node:path';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { formatCommand, shellQuote } from '../../app/command-line.ts';
import { openDataFolder, resolveStateDir } from '../../app/state-dir.ts';
import type { KeysByRole, Role } from '../../sandbox/index.ts';
import { type CliContext, openEngineAs, reportFailure, runAndClose } from '../cli-context.ts';
import type { SandboxCommandOptions } from '../commands/sandbox.ts';
import type { Outcome } from '../exit-code.ts';
import { readInputFile } from '../input-file.ts';
import { outcomeOfAnswer } from '../outcome.ts';
import { canAsk, confirm } from '../terminal/confirm.ts';
import { usageError } from '../usage-error.ts';
import { sandbox as words } from '../words/sandbox.ts';
import { checkOutsideSources } from './output-folder.ts';
import { withInterrupt } from './run-upload.ts';

/** Runs until Ctrl-C. The port is the same on every run, so that an upload started yesterday can be resumed. */
export async function sandbox(context: CliContext, options: SandboxCommandOptions): Promise<Outcome> {
  if (options.deleteData) return deleteData(context, options);
  if (options.page) return printPage(context, options);
  if (options.keys) return printKeys(context, options);
  const { output, env } = context;
  const folder = resolveDataDir(context, options);
  const outside = await checkOutsideSources(context, options, folder);
  if (!outside.ok) return reportFailure(context, outside.failure);
  // Its own folder is the sandbox's to open. Around it, the data folder has to be Lading's first.
  const around =
    options.data === undefined ? openDataFolder(resolveStateDir(options.state, env)) : success(folder);
  if (!around.ok) return reportFailure(context, around.failure);
  if (options.faults !== undefined) {
    const readable = readInputFile('faults', options.faults);
    if (!readable.ok) return reportFailure(context, readable.failure);
  }
  const { tryStartSandbox } = await import('../../sandbox/index.ts');
  return withInterrupt(context, words.stopping, async (signal) => {
    const started = await tryStartSandbox({
      dataDir: folder,
      port: options.port,
      form: options.form,
      tls: options.tls === true,
      ...(options.faults === undefined ? {} : { faultsFile: resolve(options.faults) }),
    });
    if (!started.ok) return reportFailure(context, started.failure);
    const { url, apiKey, keys, databaseId, organizationId, caFile } = started.value;
    const page = started.value.pageAddress();
    context.secrets.add([page, ...Object.values(keys)]);
    const ca = caFile === null ? {} : { caFile };
    output.event('sandbox', { url, page, apiKey, keys, databaseId, organizationId, data: folder, ...ca });
    const pageCommand = formatCommand('sandbox', '--page', ...dataOption(options));
    const example = formatCommand(
      ...['upload', words.exampleFolder, '--server', url, '--database', String(databaseId)],
      ...['--dataset', words.exampleDataset],
    );
    const { labels } = words;
    output.print(
      words.running,
      '',
      line(labels.server, url),
      ...(caFile === null ? [] : [line(labels.ca, caFile)]),
      line(labels.page, page),
      line(labels.key, apiKey),
      line(labels.database, String(databaseId)),
      line(labels.data, folder),
      '',
      words.tryIt,
      '',
      `  ${withEnvironment({ ...(caFile !== null && { NODE_EXTRA_CA_CERTS: caFile }), LADING_API_KEY: apiKey }, example)}`,
      '',
      words.pageOnce,
      '',
      `  ${pageCommand}`,
      ...(caFile === null ? [] : ['', words.browserWarns]),
      '',
      words.otherKeys,
      '',
      ...otherKeys(keys),
      '',
      words.stop,
    );
    await Promise.race([untilAborted(signal), started.value.exited]);
    if (!signal.aborted) return reportFailure(context, failure('sandbox-ended').failure);
    await started.value.stop();
    return 'done';
  });
}

function resolveDataDir({ env }: CliContext, { data, state }: SandboxCommandOptions): string {
  return resolve(data ?? join(resolveStateDir(state, env), 'sandbox'));
}

/** The option with which another command finds the same sandbox. */
function dataOption({ data }: SandboxCommandOptions): readonly string[] {
  return data === undefined ? [] : ['--data', resolve(data)];
}

/** Prints another address for the pages of a sandbox that the window or another terminal runs. */
async function printPage(context: CliContext, options: SandboxCommandOptions): Promise<Outcome> {
  const { runningSandbox } = await import('../../sandbox/index.ts');
  const running = await runningSandbox(resolveDataDir(context, options));
  if (!running.ok) return reportFailure(context, running.failure);
  const page = running.value.pageAddress();
  context.output.print(page);
  context.output.event('sandbox-page', { page });
  return 'done';
}

/** Prints what the commands for the platform need to reach a sandbox that the window or another terminal runs. */
async function printKeys(context: CliContext, options: SandboxCommandOptions): Promise<Outcome> {
  const { runningSandbox } = await import('../../sandbox/index.ts');
  const running = await runningSandbox(resolveDataDir(context, options));
  if (!running.ok) return reportFailure(context, running.failure);
  const { url, caFile, keys } = running.value;
  context.secrets.add(Object.values(keys));
  context.output.event('sandbox-keys', { url, keys, ...(caFile === undefined ? {} : { caFile }) });
  context.output.print(
    line(words.labels.server, url),
    ...(caFile === undefined ? [] : [line(words.labels.ca, caFile)]),
    line(words.labels.key, keys.admin),
    '',
    words.otherKeys,
    '',
    ...otherKeys(keys),
  );
  return 'done';
}

/** Deletes the copies of evidence, and records that in the uploads of this state folder. */
async function deleteData(context: CliContext, options: SandboxCommandOptions): Promise<Outcome> {
  const { output, env } = context;
  const ownDir = resolve(resolveStateDir(options.state, env), 'sandbox');
  const dataDir = resolveDataDir(context, options);
  const { deleteSandboxData, sandboxDataBytes } = await import('../../sandbox/index.ts');
  const bytes = await sandboxDataBytes(dataDir);
  if (bytes === 0) {
    output.print(words.nothingToDelete(dataDir));
    return 'done';
  }
  if (!options.yes) {
    const size = formatBytes(bytes);
    if (!canAsk(output))
      return reportFailure(context, usageError('deletion-confirmation-missing', { size, dataDir }).failure);
    const answer = await confirm(words.confirmDelete(dataDir, size));
    if (answer !== 'yes') {
      output.print(words.notDeleted);
      return outcomeOfAnswer(answer);
    }
  }
  const remove = async (): Promise<Outcome> => {
    const deleted = await deleteSandboxData(dataDir);
    if (!deleted.ok) return reportFailure(context, deleted.failure);
    output.print(words.deleted(formatBytes(bytes)));
    output.event('sandbox-data-deleted', { data: dataDir, bytes });
    return 'done';
  };
  // Uploads to another folder's sandbox may belong to another state folder.
  if (dataDir !== ownDir) return remove();
  const engine = await openEngineAs(context, options, 'lading sandbox');
  if (!engine.ok) return reportFailure(context, engine.failure);
  return runAndClose(engine.value, async (opened) => {
    const outcome = await remove();
    if (outcome === 'done') await opened.recordSandboxDeletion();
    return outcome;
  });
}

const labelWidth = 10;
const roleWidth = 20;

const otherRoles = [
  'parentOrganization',
  'databaseAdmin',
  'uploader',
  'legalHoldAdmin',
  'reader',
  'otherOrganization',
  'revoked',
] as const satisfies readonly Role[];

function line(label: string, text: string): string {
  return `  ${label.padEnd(labelWidth)} ${text}`;
}

function otherKeys(keys: KeysByRole): readonly string[] {
  return otherRoles.map((role) => `  ${words.roles[role].padEnd(roleWidth)} ${keys[role]}`);
}

function withEnvironment(values: Readonly<Record<string, string>>, command: string): string {
  const isWindows = process.platform === 'win32';
  const assigned = Object.entries(values).map(([name, value]) =>
    isWindows ? `set ${name}=${value}&& ` : `${name}=${shellQuote(value)} `,
  );
  return `${assigned.join('')}${command}`;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
