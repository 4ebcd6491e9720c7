import { resolve } from 'node:path';
import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { pathSecrets } from '../../../preload/contract/texts/secret-links.ts';
import {
  type SettingDifference,
  settingDifferenceText,
} from '../../../preload/contract/views/settings-difference.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { Connection, Engine, PrepareOptions, UploadId, UploadRequest } from '../../engine/index.ts';
import {
  type CliContext,
  connect,
  reportFailure,
  requireConnection,
  resolveConnection,
  resolveServer,
} from '../cli-context.ts';
import type { UploadOptions } from '../commands/upload.ts';
import type { ExitCode } from '../exit-code.ts';
import { transferLimits } from '../options/limits.ts';
import { linkSecrets } from '../options/links.ts';
import { printFindings } from '../print/findings.ts';
import { printLockedFiles } from '../print/locked-files.ts';
import { printMatches } from '../print/matches.ts';
import { printPlan } from '../print/plan.ts';
import { printProblems } from '../print/problems.ts';
import { findings as findingWords } from '../words/findings.ts';
import * as passwordWords from '../words/passwords.ts';
import { scanTitle } from '../words/progress.ts';
import * as words from '../words/uploads.ts';
import { withAcceptedState, withConfirmedDatabase } from './confirm-database.ts';
import { withEngineInTurn } from './queue.ts';
import { reportStopped, runUpload, withInterrupt } from './run-upload.ts';
import { buildRequest, type RequestWithoutDatabase, withCustodians } from './upload-request.ts';

export async function upload(
  context: CliContext,
  options: UploadOptions,
  paths: readonly string[],
): Promise<ExitCode> {
  context.secrets.add(linkSecrets(options.link ?? []));
  const built = buildRequest(paths, options);
  const request = built.ok ? await withCustodians(built.value, options, context.env) : built;
  if (request.ok && options.maskLinks === true) context.secrets.add(request.value.links.flatMap(pathSecrets));
  if (!request.ok) return reportFailure(context, request.failure);
  const outside = await checkOutsideSources(context, request.value.sources, options);
  if (!outside.ok) return reportFailure(context, outside.failure);
  if (options.dryRun) return runDryRun(context, request.value, options);
  const connection = requireConnection(context, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withEngineInTurn(context, options, 'lading upload', (engine) =>
    withInterrupt(context, words.stopping, (signal) =>
      createAndRun(context, engine, connection.value, request.value, options, signal),
    ),
  );
}

/** Whatever the command writes is outside of what it uploads. Fails with state-in-source, source-in-state or output-in-source. */
async function checkOutsideSources(
  { env }: CliContext,
  sources: readonly string[],
  { state, findings, lockedList }: UploadOptions,
): Promise<Result<undefined>> {
  const { checkOutputFolder, checkStateFolder } = await import('../../engine/index.ts');
  let checked = await checkStateFolder(resolveStateDir(state, env), sources);
  for (const path of [findings, lockedList])
    if (checked.ok && path !== undefined) checked = await checkOutputFolder(resolve(path), sources);
  return checked;
}

async function createAndRun(
  context: CliContext,
  engine: Engine,
  connection: Connection,
  request: RequestWithoutDatabase,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output } = context;
  const { writeFindingsCsv } = await import('../../engine/index.ts');
  const connected = await connect(context, engine, connection, signal);
  if (!connected.ok) return reportUncreated(context, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  output.print(words.connected(printable(serverUrl), printable(userName), printable(keyId)));
  output.event('connected', { server: serverUrl, user: userName, keyId });
  const database = await engine.findDatabase(options.database, signal);
  if (!database.ok) return reportUncreated(context, database.failure);
  const created: { id: UploadId | null } = { id: null };
  const forDatabase = { ...request, databaseId: database.value.id };
  const prepared = await withAcceptedState(context, options.yes === true, signal, (acceptInactive) =>
    withConfirmedDatabase(context, options.confirmDatabase, signal, (confirmDatabase) =>
      prepare(context, engine, { ...forDatabase, acceptInactive }, signal, {
        confirmDatabase,
        onCreated: (id) => {
          created.id = id;
          engine.keepLimits(id, transferLimits(options));
        },
      }),
    ),
  );
  if (!prepared.ok) {
    // An upload whose scan was interrupted is kept.
    return created.id !== null && engine.upload(created.id).ok
      ? reportStopped(context, engine, created.id, options, prepared.failure)
      : reportUncreated(context, prepared.failure);
  }
  const id = prepared.value;
  const nowGb = await engine.databaseGb(database.value.id, signal);
  printPlan(context, engine.plan(id), id, { nowGb });
  printSettingDifferences(context, id, engine.settingDifferences(id));
  if (request.custodianDirectory != null)
    printMatches(context, id, request.custodianDirectory, engine.custodianMatches(id));
  const findings = engine.findings(id);
  await printFindings(output, id, findings);
  if (options.findings !== undefined) {
    const written = await engine.saveFile(resolve(options.findings), (file) =>
      writeFindingsCsv(findings.all(), file),
    );
    if (!written.ok) return reportStopped(context, engine, id, options, written.failure);
    output.print(findingWords.written(printable(options.findings)));
  }
  const tried = await reportLockedFiles(context, engine, id, options, signal);
  if (!tried.ok) return reportStopped(context, engine, id, options, tried.failure);
  output.print('');
  return runUpload(context, engine, id, options, { signal, limits: transferLimits(options), held: 'ask' });
}

/** There is nothing to resume. */
function reportUncreated(context: CliContext, reason: Failure): ExitCode {
  return reportFailure(context, reason.code === 'stopped' ? { code: 'stopped-before-upload' } : reason);
}

/** Tries the passwords before anything is sent, and lists what stays locked. */
async function reportLockedFiles(
  context: CliContext,
  engine: Engine,
  id: UploadId,
  { lockedList }: UploadOptions,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { output } = context;
  const tried = await engine.tryPasswords(id, signal, (passwords, files) =>
    output.print('', passwordWords.tryingPasswords(passwords, files)),
  );
  if (!tried.ok) return tried;
  printLockedFiles(context, id, tried.value, engine.lockedFiles(id));
  if (lockedList === undefined) return success(undefined);
  const saved = await engine.saveLockedList(id, resolve(lockedList));
  if (saved.ok) output.print(passwordWords.lockedListWritten(printable(lockedList)));
  return saved;
}

async function prepare(
  { output }: CliContext,
  engine: Engine,
  request: UploadRequest,
  signal: AbortSignal,
  options: Pick<PrepareOptions, 'confirmDatabase' | 'onCreated'>,
): ReturnType<Engine['prepare']> {
  const display = output.showProgress(scanTitle);
  const unsubscribe = engine.onProgress(display.update);
  try {
    return await engine.prepare(request, signal, options);
  } finally {
    unsubscribe();
    display.finish();
  }
}

async function runDryRun(
  context: CliContext,
  request: RequestWithoutDatabase,
  options: UploadOptions,
): Promise<ExitCode> {
  const { output, env, version } = context;
  const server = resolveServer(options, env);
  const hasKey = options.keyFile !== undefined || env['LADING_API_KEY'] !== undefined;
  const connection = server !== null && hasKey ? resolveConnection(context, server, options) : success(null);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withInterrupt(context, words.dryRun.stopping, async (signal) => {
    const { dryRun, plannedSettingDifferences } = await import('../../engine/index.ts');
    const stateDir = resolveStateDir(options.state, env);
    const differences =
      server === null
        ? []
        : await plannedSettingDifferences(
            stateDir,
            server,
            options.database,
            request,
            options.profile ?? null,
          );
    let saved: Result<undefined> = success(undefined);
    let listSaved: Result<undefined> = success(undefined);
    const planned = await withAcceptedState(context, options.yes === true, signal, (acceptInactive) =>
      dryRun(
        {
          connection: connection.value,
          profilePath: options.profile ?? null,
          database: options.database,
          request: { ...request, acceptInactive },
          version,
          signal,
          kept: transferLimits(options),
          stateDir,
        },
        async (found) => {
          printPlan(context, found.plan, null, found.database);
          printSettingDifferences(context, null, differences);
          if (request.custodianDirectory != null)
            printMatches(context, null, request.custodianDirectory, found.matches);
          await printProblems(output, null, found.problems);
          await printFindings(output, null, found.findings);
          if (options.findings !== undefined) saved = await found.saveFindings(resolve(options.findings));
          printLockedFiles(context, null, found.locked.summary, found.locked.files());
          if (options.lockedList !== undefined)
            listSaved = await found.locked.saveList(resolve(options.lockedList));
        },
      ),
    );
    if (!planned.ok) return reportFailure(context, planned.failure);
    if (!saved.ok) return reportFailure(context, saved.failure);
    if (options.findings !== undefined) output.print('', findingWords.written(printable(options.findings)));
    if (!listSaved.ok) return reportFailure(context, listSaved.failure);
    if (options.lockedList !== undefined)
      output.print('', passwordWords.lockedListWritten(printable(options.lockedList)));
    output.print('', words.dryRun.done(connection.value !== null));
    return 0;
  });
}

/** A dataset's settings can't be changed later. `id` is null for a dry run. */
function printSettingDifferences(
  { output }: CliContext,
  id: UploadId | null,
  differences: readonly SettingDifference[],
): void {
  for (const difference of differences) {
    output.event('setting-differs', { upload: id, ...difference });
    output.warn(printable(settingDifferenceText(difference)));
  }
}
