/** A whole upload in a minute, without an account or a display: sandbox, upload, custodians, receipt. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { formatCommand } from '../../app/command-line.ts';
import { openDataFolder } from '../../app/state-dir.ts';
import type { Engine, UploadRequest, UploadSummary } from '../../engine/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { type CliContext, connectWithNotice, reportFailure } from '../cli-context.ts';
import type { DemoOptions } from '../commands/demo.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomeOfFailure, outcomeOfReport, outcomeOfTotals, worseOutcome } from '../outcome.ts';
import { demo as words } from '../words/sandbox.ts';
import { itemStates, problemText } from '../words/uploads.ts';
import { documentTable, type ReceivedFiles, sourceFileTable } from './demo-tables.ts';
import { checkOutsideSources } from './output-folder.ts';
import { runWithProgress, titleOfUpload, withInterrupt } from './run-upload.ts';
import { comparisonLines, verifiedReceiptLines } from './verify.ts';

const beside = fileURLToPath(new URL('../../../resources/sample-matter', import.meta.url));
/** Beside a bundle it is a link, whose path would tell nobody anything. */
const sampleMatter = existsSync(beside) ? realpathSync(beside) : beside;

/** The sandbox opens containers after it accepted them, which takes a second for the sample matter. */
const processingTimeoutMs = 30_000;

export async function demo(context: CliContext, options: DemoOptions): Promise<Outcome> {
  if (!existsSync(sampleMatter)) {
    return reportFailure(context, failure('sample-matter-missing').failure);
  }
  const folder = await demoFolder(context, options);
  if (!folder.ok) return reportFailure(context, folder.failure);
  try {
    return await withInterrupt(context, words.stopping, (signal) =>
      runDemo(context, folder.value, signal, options),
    );
  } finally {
    if (options.keep === undefined) rmSync(folder.value, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function demoFolder(context: CliContext, { keep }: DemoOptions): Promise<Result<string>> {
  if (keep === undefined) return success(mkdtempSync(join(tmpdir(), 'lading-demo-')));
  const outside = await checkOutsideSources(context, {}, resolve(keep));
  return outside.ok ? openDataFolder(resolve(keep)) : outside;
}

async function runDemo(
  context: CliContext,
  folder: string,
  signal: AbortSignal,
  options: DemoOptions,
): Promise<Outcome> {
  const [{ tryStartSandbox }, { openEngine }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('../../engine/index.ts'),
  ]);
  printStep(context, 1, words.steps.sandbox);
  const started = await tryStartSandbox({ dataDir: join(folder, 'sandbox'), port: 0 });
  if (!started.ok) return reportFailure(context, started.failure);
  const sandbox = started.value;
  context.secrets.add([sandbox.apiKey]);
  context.output.print(words.running(sandbox.url));
  try {
    const opened = openEngine({
      stateDir: join(folder, 'state'),
      command: 'lading demo',
      version: context.version,
    });
    if (!opened.ok) return reportFailure(context, opened.failure);
    const engine = opened.value;
    try {
      return await runSteps(context, { engine, sandbox, folder, signal, options });
    } finally {
      await engine.close();
    }
  } finally {
    await sandbox.stop();
  }
}

interface DemoSetup {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly options: DemoOptions;
}

async function runSteps(context: CliContext, setup: DemoSetup): Promise<Outcome> {
  const { output } = context;
  const { engine, sandbox, signal } = setup;
  printStep(context, 2, words.steps.upload);
  const connection = { serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath: null };
  const connected = await connectWithNotice(context, engine, connection, signal);
  if (!connected.ok) return reportFailure(context, connected.failure);
  const prepared = await engine.prepare(buildRequest(sandbox.databaseId), signal);
  if (!prepared.ok) return reportFailure(context, prepared.failure);
  const id = prepared.value;
  const before = engine.upload(id);
  const title = before.ok ? titleOfUpload(before.value) : words.title;
  const ran = await runWithProgress(context, engine, id, title, {
    signal,
    limits: {},
    held: 'ask',
  });
  if (!ran.ok) {
    if (ran.failure.code === 'stopped') output.print(words.stopped);
    else output.fail(ran.failure);
    return outcomeOfFailure(ran.failure, true);
  }

  printStep(context, 3, words.steps.received);
  const received = await waitForProcessing(sandbox, signal);
  const sentFiles = [...engine.sentFiles(id)];
  output.print(...sourceFileTable(sentFiles, received.files, output.width), '');
  output.print(...documentTable(received, output.width));

  printStep(context, 4, words.steps.receipt);
  return verifyDemoReceipt(context, setup, ran.value);
}

function buildRequest(databaseId: number): UploadRequest {
  return {
    databaseId,
    dataset: { name: words.title, description: words.description },
    settings: {},
    sources: [sampleMatter],
    links: [],
    custodian: null,
    custodianRules: [{ kind: 'folder', level: 1 }],
    passwordFile: null,
    followSymlinks: false,
    sha1: true,
    partCheck: 'auto',
    pack: 'auto',
  };
}

async function waitForProcessing(sandbox: Sandbox, signal: AbortSignal): Promise<ReceivedFiles> {
  const deadline = performance.now() + processingTimeoutMs;
  for (;;) {
    const files = await sandbox.inspect('source-files');
    const isDone = files.every(({ state }) => state === 'PROCESSED' || state === 'DOWNLOAD_FAILED');
    if (isDone || signal.aborted || performance.now() > deadline) {
      return { files, documents: await sandbox.inspect('documents') };
    }
    await delay(100);
  }
}

async function verifyDemoReceipt(
  context: CliContext,
  { engine, folder, options }: DemoSetup,
  summary: UploadSummary,
): Promise<Outcome> {
  const { output } = context;
  const out = join(folder, `receipt-${summary.id}.json`);
  const written = await engine.saveReceipt(summary.id, out, { format: 'json', replace: false });
  if (!written.ok) return reportFailure(context, written.failure);
  const { verifyReceipt } = await import('../../engine/index.ts');
  const verified = await verifyReceipt(out, {
    against: sampleMatter,
    ownKeys: engine.signingKeys().map(({ fingerprint }) => fingerprint),
  });
  if (!verified.ok) return reportFailure(context, verified.failure);
  const { received, accepted, skipped, failed, held, pending } = verified.value.totals;
  output.print(
    ...verifiedReceiptLines(verified.value, output.width),
    ...comparisonLines(verified.value, output.width),
    '',
  );
  for (const problem of engine.problems(summary.id)) {
    const { state, path } = problem;
    output.print(words.notUploaded(itemStates[state], printable(path), printable(problemText(problem))));
  }
  const open = held.items + pending.items;
  output.print(
    words.totals(received.items, accepted.items, skipped.items, failed.items, open),
    '',
    options.keep === undefined ? words.notKept : words.kept(resolve(options.keep)),
    words.next,
    '',
    `  ${formatCommand('sandbox')}`,
    `  ${formatCommand('upload', '--help')}`,
  );
  return worseOutcome(outcomeOfReport(verified.value), outcomeOfTotals(summary.totals));
}

function printStep({ output }: CliContext, number: number, title: string): void {
  const heading = `${words.step(number, title)} `;
  output.print(
    ...(number === 1 ? [] : ['']),
    heading + '─'.repeat(Math.max(0, output.width - heading.length)),
  );
}
