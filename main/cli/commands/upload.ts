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
  connectionOf,
  connectTo,
  type Invocation,
  refuse,
  requireServer,
  serverOf,
  withEngine,
} from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { bytes, count } from '../format.ts';
import {
  checkLinks,
  checkReadable,
  type LimitOptions,
  limitsOf,
  readSettings,
  type ServerOptions,
} from '../options.ts';
import { sendAndAccount, stoppable, stoppingUpload } from '../run-upload.ts';
import { planLines } from '../summary.ts';
import { printable, table } from '../table.ts';

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
  invocation: Invocation,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  for (const link of options.link ?? []) invocation.secrets.add(link.slice(link.indexOf('?') + 1));
  const request = requestOf(paths, options);
  if (!request.ok) return refuse(invocation, request.failure);
  if (options.dryRun) return rehearse(invocation, request.value, options);
  const server = requireServer(options, invocation.env);
  if (!server.ok) return refuse(invocation, server.failure);
  const connection = connectionOf(invocation, server.value, options);
  if (!connection.ok) return refuse(invocation, connection.failure);
  return withEngine(invocation, options, 'lading upload', (engine) =>
    stoppable(invocation, stoppingUpload, (signal) =>
      uploadWith(invocation, engine, connection.value, request.value, options, signal),
    ),
  );
}

/** Checked before anything is opened or asked. */
function requestOf(paths: readonly string[], options: UploadOptions): Result<UploadRequest> {
  const dataset = datasetOf(options);
  if (!dataset.ok) return dataset;
  const links = checkLinks(options.link ?? []);
  if (!links.ok) return links;
  if (paths.length === 0 && links.value.length === 0) {
    return failure('bad-input', 'Nothing to upload: name at least one file or folder, or a --link.');
  }
  const settings = options.settings === undefined ? success({}) : readSettings(options.settings);
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

function datasetOf(options: UploadOptions): Result<UploadRequest['dataset']> {
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
  invocation: Invocation,
  engine: Engine,
  connection: Connection,
  request: UploadRequest,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { screen } = invocation;
  const connected = await connectTo(invocation, engine, connection, signal);
  if (!connected.ok) return refuse(invocation, connected.failure);
  const { serverUrl, userName, keyId } = connected.value;
  screen.say(`Connected to ${printable(serverUrl)} as ${printable(userName)} (key ${printable(keyId)}).`);
  screen.event('connected', { server: serverUrl, user: userName, keyId });
  const prepared = await prepare(invocation, engine, request, signal);
  if (!prepared.ok) return refuse(invocation, prepared.failure);
  const id = prepared.value;
  tellPlan(invocation, engine.plan(id), id);
  screen.say('');
  return sendAndAccount(invocation, engine, id, options, {
    signal,
    limits: limitsOf(options),
    links: request.links,
    held: 'ask',
  });
}

async function prepare(
  { screen }: Invocation,
  engine: Engine,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const following = screen.follow('Taking the inventory');
  const unsubscribe = engine.onProgress(following.show);
  try {
    return await engine.prepare(request, signal);
  } finally {
    unsubscribe();
    following.end();
  }
}

async function rehearse(
  invocation: Invocation,
  request: UploadRequest,
  options: UploadOptions,
): Promise<ExitCode> {
  const { screen, env, version } = invocation;
  const server = serverOf(options, env);
  const asked = server !== null && (options.keyFile !== undefined || env['LADING_API_KEY'] !== undefined);
  const connection = asked ? connectionOf(invocation, server, options) : success(null);
  if (!connection.ok) return refuse(invocation, connection.failure);
  return stoppable(invocation, 'Stopping.', async (signal) => {
    const { dryRun } = await import('../../engine/index.ts');
    const planned = await dryRun(connection.value, options.profile ?? null, request, version, signal);
    if (!planned.ok) return refuse(invocation, planned.failure);
    tellPlan(invocation, planned.value, null);
    const server = asked
      ? 'The database was looked up.'
      : 'The server was not asked: no server and key were given.';
    screen.say('', `Dry run: nothing was sent and nothing is kept. ${server}`);
    return 0;
  });
}

const listedRows = 20;

function tellPlan({ screen }: Invocation, plan: UploadPlan, id: UploadId | null): void {
  screen.event('plan', { upload: id, ...plan });
  screen.say(...planLines(plan));
  const columns = (title: string) => [
    { title, shrinks: true },
    { title: 'Files', align: 'right' as const },
    { title: 'Size', align: 'right' as const },
  ];
  if (plan.custodians.some((one) => one.custodian !== null)) {
    const rows = plan.custodians.map((one) => [
      one.custodian ?? '(none)',
      count(one.items),
      bytes(one.bytes),
    ]);
    screen.say(
      '',
      ...table(columns('Custodian'), rows.slice(0, listedRows), screen.width),
      ...andMore(rows.length),
    );
  }
  if (id === null && plan.types.length > 0) {
    const rows = plan.types.map((one) => [one.extension || '(none)', count(one.items), bytes(one.bytes)]);
    screen.say(
      '',
      ...table(columns('Type'), rows.slice(0, listedRows), screen.width),
      ...andMore(rows.length),
    );
  }
}

function andMore(rows: number): string[] {
  return rows > listedRows ? [`… and ${count(rows - listedRows)} more`] : [];
}
