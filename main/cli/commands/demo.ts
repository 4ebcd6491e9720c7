/** The whole voyage in a minute, on a machine without account or display: sandbox, upload, receipt, custodians. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { makePrivateDir } from '../../app/state-dir.ts';
import type { Engine, UploadId, UploadRequest, UploadSummary } from '../../engine/index.ts';
import type { DocumentRow, InspectedSourceFile, Sandbox } from '../../sandbox/index.ts';
import { type CliContext, connect, formatCommand, reportFailure } from '../cli-context.ts';
import { type ExitCode, exitCodeForFailure, exitCodeForTotals } from '../exit-code.ts';
import { formatBytes, formatCount } from '../format.ts';
import { runWithProgress, uploadTitle, withInterrupt } from '../run-upload.ts';
import { exists } from '../state-dir.ts';
import { formatTable, printable } from '../table.ts';
import { writeReceiptFile } from './receipt.ts';
import { comparisonLines, hasDifferences, receiptLines } from './verify.ts';

export interface DemoOptions {
  readonly keep?: string;
}

const sampleMatter = fileURLToPath(new URL('../../../resources/sample-matter', import.meta.url));

/** The sandbox expands containers after the completion was answered; the sample matter takes it a second. */
const expansionMs = 30_000;

export async function demo(context: CliContext, options: DemoOptions): Promise<ExitCode> {
  if (!exists(sampleMatter)) {
    return reportFailure(
      context,
      failure('path-missing', `The sample matter is not at ${sampleMatter}.`).failure,
    );
  }
  const folder = demoFolder(options);
  if (!folder.ok) return reportFailure(context, folder.failure);
  try {
    return await withInterrupt(context, 'Stopping the demo.', (signal) =>
      runDemo(context, folder.value, signal, options),
    );
  } finally {
    if (options.keep === undefined) rmSync(folder.value, { recursive: true, force: true, maxRetries: 3 });
  }
}

function demoFolder({ keep }: DemoOptions): Result<string> {
  return keep === undefined
    ? success(mkdtempSync(join(tmpdir(), 'lading-demo-')))
    : makePrivateDir(resolve(keep));
}

async function runDemo(
  context: CliContext,
  folder: string,
  signal: AbortSignal,
  options: DemoOptions,
): Promise<ExitCode> {
  const { output } = context;
  const [{ tryStartSandbox }, { openEngine }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('../../engine/index.ts'),
  ]);
  heading(context, 1, 'The sandbox: the platform on this computer');
  const sandbox = await tryStartSandbox({ dataDir: join(folder, 'sandbox'), port: 0 });
  if (!sandbox.ok) return reportFailure(context, sandbox.failure);
  context.secrets.add(sandbox.value.apiKey);
  output.print(`Running at ${sandbox.value.url}`);
  try {
    const opened = openEngine({
      stateDir: join(folder, 'state'),
      command: 'lading demo',
      version: context.version,
    });
    if (!opened.ok) return reportFailure(context, opened.failure);
    try {
      return await runSteps(context, {
        engine: opened.value,
        sandbox: sandbox.value,
        folder,
        signal,
        options,
      });
    } finally {
      await opened.value.close();
    }
  } finally {
    await sandbox.value.stop();
  }
}

interface DemoSetup {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly options: DemoOptions;
}

async function runSteps(context: CliContext, stage: DemoSetup): Promise<ExitCode> {
  const { output } = context;
  const { engine, sandbox, signal } = stage;
  heading(context, 2, 'The upload: the sample matter, a folder for each custodian');
  const connection = { serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath: null };
  const connected = await connect(context, engine, connection, signal);
  if (!connected.ok) return reportFailure(context, connected.failure);
  const prepared = await engine.prepare(requestFor(sandbox.databaseId), signal);
  if (!prepared.ok) return reportFailure(context, prepared.failure);
  const id = prepared.value;
  const before = engine.upload(id);
  const title = before.ok ? uploadTitle(before.value) : 'The sample matter';
  const sent = await runWithProgress(context, engine, id, title, {
    signal,
    limits: {},
    links: [],
    held: 'ask',
  });
  if (!sent.ok) {
    if (sent.failure.code === 'stopped') output.print('Stopped.');
    else output.fail(sent.failure);
    return exitCodeForFailure(sent.failure, true);
  }

  heading(context, 3, 'What the platform has');
  const arrived = await waitForProcessing(sandbox, signal);
  output.print(...sourceFileTable(engine, id, arrived.files, output.width), '');
  output.print(...documentTable(arrived, output.width));

  heading(context, 4, 'The receipt, checked against the files');
  return verifyDemoReceipt(context, stage, sent.value);
}

function requestFor(databaseId: number): UploadRequest {
  return {
    databaseId,
    dataset: { name: 'Sample matter', description: 'Sent by lading demo' },
    settings: {},
    sources: [sampleMatter],
    links: [],
    custodian: null,
    custodianRule: { kind: 'folder', level: 1 },
    passwordFile: null,
    followSymlinks: false,
    sha1: true,
    partCheck: 'auto',
  };
}

interface ReceivedFiles {
  readonly files: readonly InspectedSourceFile[];
  readonly documents: readonly DocumentRow[];
}

async function waitForProcessing(sandbox: Sandbox, signal: AbortSignal): Promise<ReceivedFiles> {
  const until = Date.now() + expansionMs;
  for (;;) {
    const files = await sandbox.inspect('source-files');
    const settled = files.every((file) => file.state === 'PROCESSED' || file.state === 'DOWNLOAD_FAILED');
    if (settled || signal.aborted || Date.now() > until) {
      return { files, documents: await sandbox.inspect('documents') };
    }
    await delay(100);
  }
}

const right = (title: string) => ({ title, align: 'right' as const });

function sourceFileTable(
  engine: Engine,
  id: UploadId,
  files: readonly InspectedSourceFile[],
  width: number,
): string[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const sent = [...engine.sentFiles(id)];
  const rows = sent.map((file) => [
    file.path,
    byId.get(file.id)?.custodian ?? '–',
    formatBytes(file.bytes),
    formatCount(file.parts),
    byId.get(file.id)?.sha1?.slice(0, 10) ?? '–',
    String(file.id),
  ]);
  const columns = [
    { title: 'Source file', shrinks: true },
    { title: 'Custodian', shrinks: true },
    right('Size'),
    right('Parts'),
    { title: 'SHA-1' },
    right('Id'),
  ];
  const same = sent.filter((file) => file.sha1 !== null && file.sha1 === byId.get(file.id)?.sha1).length;
  return [
    ...formatTable(columns, rows, width),
    '',
    `The SHA-1 is the platform's, of the file it put together: ${formatCount(same)} of ${formatCount(sent.length)} are those of the files here.`,
  ];
}

/** Containers only: a file that is its own document is in the table above. */
function documentTable({ files, documents }: ReceivedFiles, width: number): string[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const perFile = Map.groupBy(documents, (document) => document.sourceFileId);
  const inside = documents.filter(
    (document) => (perFile.get(document.sourceFileId)?.length ?? 0) > 1 || document.locked,
  );
  if (inside.length === 0) return [];
  const rows = inside.map((document) => [
    document.path,
    byId.get(document.sourceFileId)?.filename ?? String(document.sourceFileId),
    document.custodian ?? '–',
    formatBytes(document.sizeBytes),
    document.problem ?? (document.locked ? 'locked' : ''),
  ]);
  const columns = [
    { title: 'Document in a container', shrinks: true },
    { title: 'Container', shrinks: true },
    { title: 'Custodian', shrinks: true },
    right('Size'),
    { title: 'Note', shrinks: true },
  ];
  return formatTable(columns, rows, width);
}

async function verifyDemoReceipt(
  context: CliContext,
  stage: DemoSetup,
  summary: UploadSummary,
): Promise<ExitCode> {
  const { output, env } = context;
  const { engine, folder, options } = stage;
  const out = join(folder, `receipt-${summary.id}.json`);
  const written = await writeReceiptFile(engine, summary.id, 'json', out);
  if (!written.ok) return reportFailure(context, written.failure);
  const { verifyReceipt } = await import('../../engine/index.ts');
  const verified = await verifyReceipt(out, { against: sampleMatter });
  if (!verified.ok) return reportFailure(context, verified.failure);
  const { totals } = verified.value;
  output.print(...receiptLines(verified.value), ...comparisonLines(verified.value, output.width), '');
  for (const { path, state, reason } of engine.problems(summary.id))
    output.print(
      `${state === 'skipped' ? 'Left out' : 'Not sent'}: ${printable(path)}: ${printable(reason)}`,
    );
  const unsettled = totals.held.items + totals.pending.items;
  output.print(
    `received ${formatCount(totals.received.items)} = accepted ${formatCount(totals.accepted.items)}` +
      ` + skipped ${formatCount(totals.skipped.items)} + failed ${formatCount(totals.failed.items)}` +
      (unsettled > 0 ? ` + not settled ${formatCount(unsettled)}` : ''),
  );
  output.print(
    '',
    options.keep === undefined
      ? 'Nothing of this is kept (--keep DIR keeps it).'
      : `Kept in ${resolve(options.keep)}`,
  );
  output.print(
    'Next: a sandbox of your own, and a folder of yours sent into it:',
    '',
    `  ${formatCommand(env, 'sandbox')}`,
    `  ${formatCommand(env, 'upload', '--help')}`,
  );
  if (!verified.value.intact || hasDifferences(verified.value)) return 2;
  return exitCodeForTotals(summary.totals);
}

function heading({ output }: CliContext, step: number, text: string): void {
  output.print(
    ...(step === 1 ? [] : ['']),
    `── ${step} of 4 · ${text} ${'─'.repeat(Math.max(0, output.width - text.length - 12))}`,
  );
}
