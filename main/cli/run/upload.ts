import { resolve } from 'node:path';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { foundFateText } from '../../../preload/contract/texts/exception-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { pathSecrets } from '../../../preload/contract/texts/secret-links.ts';
import {
  type SettingDifference,
  settingDifferenceText,
} from '../../../preload/contract/views/settings-difference.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type {
  Connection,
  DryRunEngine,
  NewUploadRequest,
  PrepareOptions,
  UploadId,
} from '../../engine/index.ts';
import {
  type CliContext,
  connectWithNotice,
  engineOptions,
  isConnectionGiven,
  reportFailure,
  requireConnection,
  resolveServer,
  runAndClose,
} from '../cli-context.ts';
import type { UploadOptions, upload as uploadCommand } from '../commands/upload.ts';
import type { RunOf } from '../define-command.ts';
import type { Outcome } from '../exit-code.ts';
import { transferLimits } from '../options/limits.ts';
import { linkSecrets } from '../options/links.ts';
import { printFindings } from '../print/findings.ts';
import { printLimits } from '../print/limits.ts';
import { printLockedFiles } from '../print/locked-files.ts';
import { printMatches } from '../print/matches.ts';
import { printPlan } from '../print/plan.ts';
import { printProblems } from '../print/problems.ts';
import type { CliResult } from '../usage-error.ts';
import { errorText } from '../words/errors.ts';
import { scanTitle } from '../words/progress.ts';
import * as words from '../words/uploads.ts';
import { withAcceptedState, withConfirmedDatabase } from './confirm-database.ts';
import { isHeldBriefly, withEngineInTurn } from './queue.ts';
import { reportStopped, runAndReportUpload, withInterrupt } from './run-upload.ts';
import { buildRequest, type RequestWithoutDatabase, withCustodians } from './upload-request.ts';

export const upload: RunOf<typeof uploadCommand> = async (context, options, paths) => {
  context.secrets.add(linkSecrets(options.link ?? []));
  const built = buildRequest(paths, options);
  const request = built.ok ? await withCustodians(built.value, options, context.env) : built;
  if (request.ok && options.maskLinks === true) context.secrets.add(request.value.links.flatMap(pathSecrets));
  if (!request.ok) return reportFailure(context, request.failure);
  const outside = await checkOutsideSources(context, request.value.sources, options);
  if (!outside.ok) return reportFailure(context, outside.failure);
  const connection = chooseConnection(context, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  const prepareIn = (engine: DryRunEngine, signal: AbortSignal) =>
    prepare(context, engine, connection.value, request.value, options, signal);
  if (options.dryRun) return withDryRun(context, options, connection.value !== null, prepareIn);
  return withEngineInTurn(context, options, 'lading upload', (engine) =>
    withInterrupt(context, words.stopping, async (signal) => {
      const { id, refused } = await prepareIn(engine, signal);
      if (refused !== null)
        // An upload whose scan was interrupted is kept.
        return id !== null && engine.upload(id).ok
          ? reportStopped(context, engine, id, options, refused)
          : reportUncreated(context, refused);
      context.output.print('');
      return runAndReportUpload(context, engine, id, options, {
        signal,
        limits: transferLimits(options),
        held: 'ask',
      });
    }),
  );
};

/** Returns null for a dry run without a server and a key. */
function chooseConnection(context: CliContext, options: UploadOptions): CliResult<Connection | null> {
  if (options.dryRun && !isConnectionGiven(options, context.env)) return success(null);
  return requireConnection(context, options);
}

/** Prepares the upload as it would be, in a store that is deleted afterwards. */
async function withDryRun(
  context: CliContext,
  options: UploadOptions,
  isConnected: boolean,
  work: (engine: DryRunEngine, signal: AbortSignal) => Promise<Preparation>,
): Promise<Outcome> {
  const { checkStoreFree, openDryRun } = await import('../../engine/index.ts');
  const engine = await openDryRun(await engineOptions(context, options));
  if (!engine.ok) return reportFailure(context, engine.failure);
  return runAndClose(engine.value, (opened) =>
    withInterrupt(context, words.dryRun.stopping, async (signal) => {
      const { refused, isPrinted } = await work(opened, signal);
      const free = checkStoreFree(resolveStateDir(options.state, context.env));
      // What has it beside the dry run refuses the upload, which waits for a command only.
      if (
        refused === null &&
        !free.ok &&
        free.failure.code === 'store-locked' &&
        !isHeldBriefly(free.failure)
      )
        context.output.warn(words.dryRun.refusedNow(errorText(free.failure)));
      const database = refused !== null ? 'refused' : isConnected ? 'checked' : 'unconnected';
      if (isPrinted) context.output.print('', words.dryRun.done(database));
      return refused === null ? 'done' : reportUncreated(context, refused);
    }),
  );
}

/**
 * Whatever the command writes is outside of what it uploads, and no file is written twice. Fails with state-in-source,
 * source-in-state, output-in-source or write-failed.
 */
async function checkOutsideSources(
  { env }: CliContext,
  sources: readonly string[],
  { state, findings, lockedList }: UploadOptions,
): Promise<Result<undefined>> {
  if (findings !== undefined && lockedList !== undefined && resolve(findings) === resolve(lockedList))
    return failure('write-failed', { path: resolve(lockedList), reason: 'named-twice', errno: 'EEXIST' });
  const { checkOutputFile, checkStateFolder } = await import('../../engine/index.ts');
  let checked = await checkStateFolder(resolveStateDir(state, env), sources);
  for (const path of [findings, lockedList])
    if (checked.ok && path !== undefined) checked = await checkOutputFile(resolve(path), sources);
  return checked;
}

/** `refused`: why it isn't sent. It may have been created, and kept. `isPrinted`: what would be sent was shown. */
type Preparation =
  | { readonly refused: null; readonly id: UploadId; readonly isPrinted: true }
  | { readonly refused: Failure; readonly id: UploadId | null; readonly isPrinted: boolean };

/**
 * Connects, creates and scans the upload, and prints what would be sent. A dry run does all of it, and nothing else: where only
 * the database has to be confirmed, which can be made up for, it is refused once everything is printed.
 */
async function prepare(
  context: CliContext,
  engine: DryRunEngine,
  connection: Connection | null,
  request: RequestWithoutDatabase,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<Preparation> {
  const connected = await connectTo(context, engine, connection, signal);
  if (!connected.ok) return { id: null, refused: connected.failure, isPrinted: false };
  let created: UploadId | null = null;
  let unconfirmed: Failure | null = null;
  const given = { ...request, databaseId: options.database };
  const unconnected = {
    serverUrl: resolveServer(options, context.env),
    profilePath: options.profile ?? null,
  };
  const onDatabaseRefused = (reason: Failure): void => {
    unconfirmed ??= reason;
  };
  const prepared = await withAcceptedState(context, options.yes === true, signal, (acceptInactive) =>
    withConfirmedDatabase(context, options.confirmDatabase, signal, (confirmDatabase) =>
      scan(context, engine, { ...given, acceptInactive }, signal, {
        confirmDatabase,
        ...(connection === null ? { unconnected } : {}),
        ...(options.dryRun ? { onDatabaseRefused } : {}),
        onCreated: (id) => {
          created = id;
          engine.keepLimits(id, transferLimits(options));
        },
      }),
    ),
  );
  if (!prepared.ok) return { id: created, refused: prepared.failure, isPrinted: false };
  const id = prepared.value;
  const shown = await print(context, engine, id, options, connection !== null, signal);
  if (!shown.ok) return { id, refused: shown.failure, isPrinted: false };
  return { id, refused: unconfirmed, isPrinted: true };
}

async function connectTo(
  context: CliContext,
  engine: DryRunEngine,
  connection: Connection | null,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (connection === null) return success(undefined);
  const connected = await connectWithNotice(context, engine, connection, signal);
  if (!connected.ok) return connected;
  const { output } = context;
  const { serverUrl, userName, keyId } = connected.value;
  output.print(words.connected(printable(serverUrl), printable(userName), printable(keyId)));
  output.event('connected', { server: serverUrl, user: userName, keyId });
  return success(undefined);
}

/** Prints what was found, and writes the lists that were asked for. */
async function print(
  context: CliContext,
  engine: DryRunEngine,
  id: UploadId,
  options: UploadOptions,
  isConnected: boolean,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { output } = context;
  const { writeFindingsCsv } = await import('../../engine/index.ts');
  /** A dry run creates nothing that has a number. */
  const number = options.dryRun ? null : id;
  const created = engine.upload(id);
  if (!created.ok) return created;
  const { databaseId, request } = created.value;
  const plan = await engine.plan(id);
  if (!plan.ok) return plan;
  const nowGb = isConnected ? await engine.databaseGb(databaseId, signal) : null;
  printPlan(context, plan.value, number, isConnected ? { nowGb } : null);
  if (options.dryRun) printLimits(output, null, transferLimits(options), engine.usualLimits);
  printSettingDifferences(context, number, await engine.settingDifferences(id));
  if (request.custodianDirectory != null)
    printMatches(context, number, request.custodianDirectory, engine.custodianMatches(id));
  if (options.dryRun) await printProblems(output, number, () => engine.problems(id));
  // Before anything is sent, and before the findings say what needs a password.
  const tried = await engine.tryPasswords(id, signal, (passwords, files) =>
    output.print('', words.tryingPasswords(passwords, files)),
  );
  if (!tried.ok) return tried;
  const findings = engine.findings(id);
  await printFindings(output, number, findings);
  const found = engine.upload(id);
  const fate = found.ok ? foundFateText(found.value.exceptions) : null;
  if (fate !== null) output.print(fate);
  if (options.findings !== undefined) {
    const written = await engine.saveFile(resolve(options.findings), (file) =>
      writeFindingsCsv(findings.all(), file),
    );
    if (!written.ok) return written;
    output.print(words.findings.written(printable(options.findings)));
  }
  printLockedFiles(context, number, tried.value, engine.lockedFiles(id));
  if (options.lockedList === undefined) return success(undefined);
  const saved = await engine.saveLockedList(id, resolve(options.lockedList));
  if (saved.ok) output.print(words.lockedListWritten(printable(options.lockedList)));
  return saved;
}

/** There is nothing to resume. */
function reportUncreated(context: CliContext, reason: Failure): Outcome {
  return reportFailure(context, reason.code === 'stopped' ? { code: 'stopped-before-upload' } : reason);
}

async function scan(
  { output }: CliContext,
  engine: DryRunEngine,
  request: NewUploadRequest,
  signal: AbortSignal,
  options: PrepareOptions,
): ReturnType<DryRunEngine['prepare']> {
  const display = output.showProgress(scanTitle);
  const unsubscribe = engine.onProgress(display.update);
  try {
    return await engine.prepare(request, signal, options);
  } finally {
    unsubscribe();
    display.finish();
  }
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
