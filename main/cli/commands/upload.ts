import { resolve } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type {
  Connection,
  Engine,
  PartCheck,
  UploadId,
  UploadPlan,
  UploadRequest,
} from '../../engine/index.ts';
import {
  type CliContext,
  connect,
  reportFailure,
  requireServer,
  resolveConnection,
  resolveServer,
  withEngine,
} from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { formatBytes, formatCount } from '../format.ts';
import {
  checkLinks,
  checkReadable,
  type LimitOptions,
  readProcessingSettings,
  type ServerOptions,
  transferLimits,
} from '../options.ts';
import { runUpload, stoppingUpload, withInterrupt } from '../run-upload.ts';
import { planLines } from '../summary.ts';
import { formatTable, printable } from '../table.ts';

export interface UploadOptions extends ServerOptions, LimitOptions {
  readonly database: number;
  readonly dataset?: string;
  readonly datasetId?: number;
  readonly description?: string;
  readonly settings?: string;
  readonly custodian?: string;
  readonly custodianBy?: UploadRequest['custodianRule'];
  readonly link?: readonly string[];
  readonly passwordFile?: string;
  readonly followSymlinks?: true;
  /** False with --no-sha1. */
  readonly sha1: boolean;
  readonly partCheck: PartCheck;
  readonly dryRun?: true;
}

export async function upload(
  context: CliContext,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  for (const link of options.link ?? []) context.secrets.add(link.slice(link.indexOf('?') + 1));
  const request = buildRequest(paths, options);
  if (!request.ok) return reportFailure(context, request.failure);
  if (options.dryRun) return runDryRun(context, request.value, options);
  const server = requireServer(options, context.env);
  if (!server.ok) return reportFailure(context, server.failure);
  const connection = resolveConnection(context, server.value, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withEngine(context, options, 'lading upload', (engine) =>
    withInterrupt(context, stoppingUpload, (signal) =>
      uploadWith(context, engine, connection.value, request.value, options, signal),
    ),
  );
}

/** Checked before anything is opened or asked. */
function buildRequest(paths: readonly string[], options: UploadOptions): Result<UploadRequest> {
  const dataset = chooseDataset(options);
  if (!dataset.ok) return dataset;
  const links = checkLinks(options.link ?? []);
  if (!links.ok) return links;
  if (paths.length === 0 && links.value.length === 0) {
    return failure('bad-input', 'Nothing to upload: name at least one file or folder, or a --link.');
  }
  const settings = options.settings === undefined ? success({}) : readProcessingSettings(options.settings);
  if (!settings.ok) return settings;
  if (options.passwordFile !== undefined) {
    const readable = checkReadable(options.passwordFile, 'password file');
    if (!readable.ok) return readable;
  }
  return success({
    databaseId: options.database,
    dataset: dataset.value,
    settings: settings.value,
    sources: paths.map((path) => resolve(path)),
    links: links.value,
    custodian: options.custodian ?? null,
    custodianRule: options.custodianBy ?? { kind: 'none' },
    passwordFile: options.passwordFile === undefined ? null : resolve(options.passwordFile),
    followSymlinks: options.followSymlinks ?? false,
    sha1: options.sha1,
    partCheck: options.partCheck,
  });
}

function chooseDataset(options: UploadOptions): Result<UploadRequest['dataset']> {
  const { dataset, datasetId, description, settings } = options;
  if (datasetId === undefined) {
    return dataset === undefined
      ? failure(
          'bad-input',
          'No dataset: give --dataset NAME for a new one, or --dataset-id ID for one that exists.',
        )
      : success({ name: dataset, description: description ?? null });
  }
  if (dataset !== undefined) {
    return failure(
      'bad-input',
      'Give either --dataset (a new one) or --dataset-id (one that exists), not both.',
    );
  }
  if (description !== undefined || settings !== undefined) {
    const given = description === undefined ? '--settings' : '--description';
    return failure(
      'bad-input',
      `${given} belongs to a new dataset: leave it out, or give --dataset instead of --dataset-id.`,
    );
  }
  return success({ id: datasetId });
}

async function uploadWith(
  context: CliContext,
  engine: Engine,
  connection: Connection,
  request: UploadRequest,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output } = context;
  const connected = await connect(context, engine, connection, signal);
  if (!connected.ok) return reportFailure(context, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  output.print(`Connected to ${printable(serverUrl)} as ${printable(userName)} (key ${printable(keyId)}).`);
  output.event('connected', { server: serverUrl, user: userName, keyId });
  const prepared = await prepare(context, engine, request, signal);
  if (!prepared.ok) return reportFailure(context, prepared.failure);
  const id = prepared.value;
  printPlan(context, engine.plan(id), id);
  output.print('');
  return runUpload(context, engine, id, options, {
    signal,
    limits: transferLimits(options),
    links: request.links,
    held: 'ask',
  });
}

async function prepare(
  { output }: CliContext,
  engine: Engine,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const following = output.showProgress('Taking the inventory');
  const unsubscribe = engine.onProgress(following.update);
  try {
    return await engine.prepare(request, signal);
  } finally {
    unsubscribe();
    following.finish();
  }
}

async function runDryRun(
  context: CliContext,
  request: UploadRequest,
  options: UploadOptions,
): Promise<ExitCode> {
  const { output, env, version } = context;
  const server = resolveServer(options, env);
  const asked = server !== null && (options.keyFile !== undefined || env['LADING_API_KEY'] !== undefined);
  const connection = asked ? resolveConnection(context, server, options) : success(null);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withInterrupt(context, 'Stopping.', async (signal) => {
    const { dryRun } = await import('../../engine/index.ts');
    const planned = await dryRun(connection.value, options.profile ?? null, request, version, signal);
    if (!planned.ok) return reportFailure(context, planned.failure);
    printPlan(context, planned.value, null);
    const server = asked
      ? 'The database was looked up.'
      : 'The server was not asked: no server and key were given.';
    output.print('', `Dry run: nothing was sent and nothing is kept. ${server}`);
    return 0;
  });
}

const listedRows = 20;

function printPlan({ output }: CliContext, plan: UploadPlan, id: UploadId | null): void {
  output.event('plan', { upload: id, ...plan });
  output.print(...planLines(plan));
  const columns = (title: string) => [
    { title, shrinks: true },
    { title: 'Files', align: 'right' as const },
    { title: 'Size', align: 'right' as const },
  ];
  if (plan.custodians.some((one) => one.custodian !== null)) {
    const rows = plan.custodians.map((one) => [
      one.custodian ?? '(none)',
      formatCount(one.items),
      formatBytes(one.bytes),
    ]);
    output.print(
      '',
      ...formatTable(columns('Custodian'), rows.slice(0, listedRows), output.width),
      ...andMore(rows.length),
    );
  }
  if (id === null && plan.types.length > 0) {
    const rows = plan.types.map((one) => [
      one.extension || '(none)',
      formatCount(one.items),
      formatBytes(one.bytes),
    ]);
    output.print(
      '',
      ...formatTable(columns('Type'), rows.slice(0, listedRows), output.width),
      ...andMore(rows.length),
    );
  }
}

function andMore(rows: number): string[] {
  return rows > listedRows ? [`… and ${formatCount(rows - listedRows)} more`] : [];
}
