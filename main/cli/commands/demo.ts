/** The whole voyage in a minute, on a machine without account or display: sandbox, upload, receipt, custodians. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { reasonText } from '../../../preload/contract/failure-text.ts';
import type { Engine, UploadId, UploadRequest, UploadSummary } from '../../engine/index.ts';
import type { DocumentRow, InspectedSourceFile, Sandbox } from '../../sandbox/index.ts';
import { type ExitCode, exitCodeOf, exitCodeOfTotals } from '../exit-code.ts';
import { commandLine, connectTo, type Invocation, refuse } from '../invocation.ts';
import { exists, makePrivateDir } from '../state-dir.ts';
import { printable, table } from '../text.ts';
import { send, stoppable, titleOf } from '../transfer.ts';
import { bytes, count } from '../units.ts';
import { writeReceiptFile } from './receipt.ts';
import { againstLines, differs, receiptLines } from './verify.ts';

export interface DemoOptions {
  readonly keep?: string;
}

const sampleMatter = fileURLToPath(new URL('../../../resources/sample-matter', import.meta.url));

/** The sandbox expands containers after the completion was answered; the sample matter takes it a second. */
const expansionMs = 30_000;

export async function demo(invocation: Invocation, options: DemoOptions): Promise<ExitCode> {
  if (!exists(sampleMatter)) {
    return refuse(
      invocation,
      failure('path-missing', `The sample matter is not at ${sampleMatter}.`).failure,
    );
  }
  const folder = folderOf(options);
  if (!folder.ok) return refuse(invocation, folder.failure);
  try {
    return await stoppable(invocation, 'Stopping the demo.', (signal) =>
      play(invocation, folder.value, signal, options),
    );
  } finally {
    if (options.keep === undefined) rmSync(folder.value, { recursive: true, force: true, maxRetries: 3 });
  }
}

function folderOf({ keep }: DemoOptions): Result<string> {
  return keep === undefined
    ? success(mkdtempSync(join(tmpdir(), 'lading-demo-')))
    : makePrivateDir(resolve(keep));
}

async function play(
  invocation: Invocation,
  folder: string,
  signal: AbortSignal,
  options: DemoOptions,
): Promise<ExitCode> {
  const { screen } = invocation;
  const [{ tryStartSandbox }, { openEngine }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('../../engine/index.ts'),
  ]);
  heading(invocation, 1, 'The sandbox: the platform on this computer');
  const sandbox = await tryStartSandbox({ dataDir: join(folder, 'sandbox'), port: 0 });
  if (!sandbox.ok) return refuse(invocation, sandbox.failure);
  invocation.secrets.add(sandbox.value.apiKey);
  screen.say(`Running at ${sandbox.value.url}`);
  try {
    const opened = openEngine({
      stateDir: join(folder, 'state'),
      command: 'lading demo',
      version: invocation.version,
    });
    if (!opened.ok) return refuse(invocation, opened.failure);
    try {
      return await voyage(invocation, {
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

interface Stage {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly options: DemoOptions;
}

async function voyage(invocation: Invocation, stage: Stage): Promise<ExitCode> {
  const { screen } = invocation;
  const { engine, sandbox, signal } = stage;
  heading(invocation, 2, 'The upload: the sample matter, a folder for each custodian');
  const connection = { serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath: null };
  const connected = await connectTo(invocation, engine, connection, signal);
  if (!connected.ok) return refuse(invocation, connected.failure);
  const prepared = await engine.prepare(requestFor(sandbox.databaseId), signal);
  if (!prepared.ok) return refuse(invocation, prepared.failure);
  const id = prepared.value;
  const before = engine.upload(id);
  const title = before.ok ? titleOf(before.value) : 'The sample matter';
  const sent = await send(invocation, engine, id, title, { signal, limits: {}, links: [], held: 'ask' });
  if (!sent.ok) {
    if (sent.failure.code === 'stopped') screen.say('Stopped.');
    else screen.fail(sent.failure);
    return exitCodeOf(sent.failure, true);
  }

  heading(invocation, 3, 'What the platform has');
  const arrived = await arrivals(sandbox, signal);
  screen.say(...sourceFileTable(engine, id, arrived.files, screen.width), '');
  screen.say(...documentTable(arrived, screen.width));

  heading(invocation, 4, 'The receipt, checked against the files');
  return receiptOf(invocation, stage, sent.value);
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

interface Arrivals {
  readonly files: readonly InspectedSourceFile[];
  readonly documents: readonly DocumentRow[];
}

async function arrivals(sandbox: Sandbox, signal: AbortSignal): Promise<Arrivals> {
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
    bytes(file.bytes),
    count(file.parts),
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
    ...table(columns, rows, width),
    '',
    `The SHA-1 is the platform's, of the file it put together: ${count(same)} of ${count(sent.length)} are those of the files here.`,
  ];
}

/** Containers only: a file that is its own document is in the table above. */
function documentTable({ files, documents }: Arrivals, width: number): string[] {
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
    bytes(document.sizeBytes),
    document.problem ?? (document.locked ? 'locked' : ''),
  ]);
  const columns = [
    { title: 'Document in a container', shrinks: true },
    { title: 'Container', shrinks: true },
    { title: 'Custodian', shrinks: true },
    right('Size'),
    { title: 'Note', shrinks: true },
  ];
  return table(columns, rows, width);
}

async function receiptOf(invocation: Invocation, stage: Stage, summary: UploadSummary): Promise<ExitCode> {
  const { screen, env } = invocation;
  const { engine, folder, options } = stage;
  const out = join(folder, `receipt-${summary.id}.json`);
  const written = await writeReceiptFile(engine, summary.id, 'json', out);
  if (!written.ok) return refuse(invocation, written.failure);
  const { verifyReceipt } = await import('../../engine/index.ts');
  const verified = await verifyReceipt(out, { against: sampleMatter });
  if (!verified.ok) return refuse(invocation, verified.failure);
  const { totals } = verified.value;
  screen.say(...receiptLines(verified.value), ...againstLines(verified.value, screen.width), '');
  for (const { path, state, reason } of engine.problems(summary.id))
    screen.say(
      `${state === 'skipped' ? 'Left out' : 'Not sent'}: ${printable(path)}: ${printable(reason === null ? '' : reasonText(reason))}`,
    );
  const unsettled = totals.held.items + totals.pending.items;
  screen.say(
    `received ${count(totals.received.items)} = accepted ${count(totals.accepted.items)}` +
      ` + skipped ${count(totals.skipped.items)} + failed ${count(totals.failed.items)}` +
      (unsettled > 0 ? ` + not settled ${count(unsettled)}` : ''),
  );
  screen.say(
    '',
    options.keep === undefined
      ? 'Nothing of this is kept (--keep DIR keeps it).'
      : `Kept in ${resolve(options.keep)}`,
  );
  screen.say(
    'Next: a sandbox of your own, and a folder of yours sent into it:',
    '',
    `  ${commandLine(env, 'sandbox')}`,
    `  ${commandLine(env, 'upload', '--help')}`,
  );
  if (!verified.value.intact || differs(verified.value)) return 2;
  return exitCodeOfTotals(summary.totals);
}

function heading({ screen }: Invocation, step: number, text: string): void {
  screen.say(
    ...(step === 1 ? [] : ['']),
    `── ${step} of 4 · ${text} ${'─'.repeat(Math.max(0, screen.width - text.length - 12))}`,
  );
}
