import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type Failure, failure, type Result, success } from '../../preload/contract/failure.ts';
import type {
  Account,
  Connection,
  Progress,
  UploadId,
  UploadPlan,
  UploadRequest,
  UploadState,
  UploadSummary,
} from './api.ts';
import { type Connected, connect } from './connect.ts';
import { issueReceipt, type ReceiptFormat } from './custody/issue.ts';
import { findDatabase } from './databases.ts';
import { takeInventory } from './intake/inventory.ts';
import { addLinks, checkLinks } from './intake/links.ts';
import { readPasswords } from './intake/passwords.ts';
import { planUpload } from './plan-upload.ts';
import { checkSettings } from './platform/settings.ts';
import { notKnown, type Reader, readerOf } from './reader.ts';
import { retryFailedItems } from './retry-items.ts';
import { type RunOptions, runUpload } from './run-upload.ts';
import { openStore, type Store } from './store/open.ts';
import { type Queries, queriesOf } from './store/queries.ts';
import { StoreRefusal } from './store/sqlite-failure.ts';
import type { Upload } from './store/uploads.ts';
import { EtagFaith } from './transfer/etags.ts';
import { createBlockPool } from './transfer/part-body.ts';
import { LiveProgress } from './transfer/progress.ts';
import { Throttle } from './transfer/throttle.ts';

export interface EngineOptions {
  readonly stateDir: string;
  /** Told to a second engine that wants the same store, e.g. "lading upload". */
  readonly command: string;
  readonly version: string;
}

export interface PrepareAs {
  /** Who was connected last, without it. */
  readonly account?: Account;
  /** The upload exists; its inventory is about to be taken. */
  readonly onCreated?: (id: UploadId) => void;
}

export interface Engine extends Reader {
  /** Checks profile, server and key, and asks who the key belongs to. Needed before `prepare`, `plan` and `run`. */
  connect(connection: Connection): Promise<Result<Account>>;
  disconnect(account: Account): Promise<void>;
  /** Checks the database and takes the inventory of the sources; nothing is sent. */
  prepare(request: UploadRequest, signal: AbortSignal, as?: PrepareAs): Promise<Result<UploadId>>;
  plan(id: UploadId): UploadPlan;
  /** Sends what is still to be sent. After a failure the upload is paused and can be run again. */
  run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>>;
  /** Puts failed items back into the queue, looked at anew; answers how many. */
  retryFailed(id: UploadId): Promise<Result<number>>;
  /** Stops it, should it be running. */
  cancel(id: UploadId): Result<undefined>;
  onProgress(listener: (progress: Progress) => void): () => void;
  /** Ends `to`. The head of the log is the receipt's fingerprint: keep it where the receipt is not. */
  writeReceipt(id: UploadId, format: ReceiptFormat, to: Writable): Promise<Result<{ readonly head: string }>>;
  /** Stops what is being sent first. */
  close(): Promise<void>;
}

const progressEveryMs = 100;

/** Fails with store-locked, store-newer, store-read-only, store-damaged or disk-full. */
export function openEngine(options: EngineOptions): Result<StoreEngine> {
  const opened = openStore(options.stateDir, options.command);
  return opened.ok ? success(new StoreEngine(options, opened.value)) : opened;
}

/** Inside the engine's walls its rooms may be entered: the window's desk does. */
export class StoreEngine implements Engine {
  readonly #options: EngineOptions;
  readonly store: Store;
  readonly queries: Queries;
  readonly #listeners = new Set<(progress: Progress) => void>();
  readonly #etags = new EtagFaith();
  readonly #pool = createBlockPool();
  /** Uploads whose inventory this process took. */
  readonly #inventoried = new Set<UploadId>();
  /** Uploads being sent. */
  readonly #running = new Map<
    UploadId,
    { readonly stop: AbortController; readonly ended: Promise<unknown> }
  >();
  readonly live = new Map<UploadId, LiveProgress>();
  /** By server and key; the last one connected stands last. */
  readonly #connections = new Map<string, Connected>();
  /** The bandwidth of everything that is sent; may be changed at any time. */
  readonly throttle = new Throttle(Number.POSITIVE_INFINITY);
  readonly uploads: Reader['uploads'];
  readonly upload: Reader['upload'];
  readonly problems: Reader['problems'];
  readonly sentFiles: Reader['sentFiles'];

  constructor(options: EngineOptions, store: Store) {
    this.#options = options;
    this.store = store;
    this.queries = queriesOf(store.db);
    const reader = readerOf(this.queries);
    this.uploads = reader.uploads;
    this.upload = reader.upload;
    this.problems = reader.problems;
    this.sentFiles = reader.sentFiles;
    for (const upload of this.queries.uploads.all())
      if (upload.state === 'sending') this.#end(upload.id, 'paused', killed);
  }

  async connect(connection: Connection): Promise<Result<Account>> {
    const connected = await connect(connection, {
      pacerPath: join(this.#options.stateDir, 'pacing'),
      userAgent: `Lading/${this.#options.version}`,
      onWaiting: (waiting) => {
        for (const live of this.live.values()) live.waiting(waiting);
      },
    });
    if (!connected.ok) return connected;
    const { account } = connected.value;
    await this.disconnect(account);
    this.#connections.set(placeOf(account), connected.value);
    return success(account);
  }

  async disconnect(account: Account): Promise<void> {
    const place = placeOf(account);
    const connected = this.#connections.get(place);
    this.#connections.delete(place);
    await connected?.close();
  }

  async prepare(request: UploadRequest, signal: AbortSignal, as: PrepareAs = {}): Promise<Result<UploadId>> {
    const connected =
      as.account === undefined ? [...this.#connections.values()].at(-1) : this.#connection(as.account);
    if (connected === undefined) throw new Error('The engine was not connected first');
    const { platform, profilePath, account } = connected;
    const settings = checkSettings(request.settings, platform.profile);
    if (!settings.ok) return settings;
    const links = checkLinks(request.links);
    if (!links.ok) return links;
    const passwords = await readPasswords(request.passwordFile);
    if (!passwords.ok) return passwords;
    const database = await findDatabase(platform, request.databaseId, { signal, giveUpAfterMs: 60_000 });
    if (!database.ok) return database;
    const { dataset } = request;
    return this.#guarded(async () => {
      const id = this.store.commits.now(() => {
        const made = this.queries.uploads.insert({
          uuid: randomUUID(),
          createdAt: now(),
          serverUrl: account.serverUrl,
          profilePath,
          keyId: account.keyId,
          databaseId: request.databaseId,
          databaseName: database.value.name,
          datasetId: 'id' in dataset ? dataset.id : null,
          datasetName: 'id' in dataset ? `dataset ${dataset.id}` : dataset.name,
          request: { ...request, links: links.value },
          osUser: userInfo().username,
          machine: hostname(),
          version: this.#options.version,
        });
        this.queries.events.append(made, now(), 'upload-created', {
          databaseId: request.databaseId,
          databaseName: database.value.name,
          sources: request.sources,
        });
        return made;
      });
      as.onCreated?.(id);
      const taken = await this.#takeInventory(id, signal);
      if (!taken.ok) {
        this.store.commits.now(() => this.queries.uploads.forget(id));
        return taken;
      }
      return success(id);
    });
  }

  plan(id: UploadId): UploadPlan {
    const account = this.queries.uploads.account(id);
    if (account === null) throw new Error(`There is no upload ${id}`);
    return planUpload(this.queries, id, this.#connection(account).platform.profile.limits);
  }

  async run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>> {
    const upload = this.queries.uploads.get(id);
    if (upload === null) return notKnown(id);
    if (this.#running.has(id)) return failure('bad-input', `Upload ${id} is being sent already.`);
    if (upload.state === 'cancelled')
      return failure(
        'bad-input',
        `Upload ${id} was cancelled. Start a new one for what is still to be sent.`,
      );
    if (this.findConnection(upload) === null)
      return failure('bad-input', `Upload ${id} goes to ${upload.serverUrl}, which is not connected.`);
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    const ended = this.#runToEnd(upload, { ...options, signal }).finally(() => this.#running.delete(id));
    this.#running.set(id, { stop, ended });
    return ended;
  }

  async #runToEnd(upload: Upload, options: RunOptions): Promise<Result<UploadSummary>> {
    const { id } = upload;
    const ran = await this.#guarded(() => this.#run(upload, options));
    if (ran.ok) return success(this.#end(id, 'finished', null));
    // As it is now: an inventory that this run completed must never be taken again.
    const { state } = this.queries.uploads.get(id) ?? upload;
    if (state !== 'cancelled') this.#end(id, state === 'scanning' ? 'scanning' : 'paused', ran.failure);
    return ran;
  }

  async #run(upload: Upload, options: RunOptions): Promise<Result<void>> {
    if (upload.state === 'scanning') {
      const taken = await this.#takeInventory(upload.id, options.signal);
      if (!taken.ok) return taken;
    }
    const { platform, route } = this.#connection(upload);
    const { bytesPerSecond } = options.limits;
    if (bytesPerSecond !== undefined) this.throttle.bytesPerSecond = bytesPerSecond;
    const live = new LiveProgress();
    this.live.set(upload.id, live);
    let ticking: NodeJS.Timeout | undefined;
    try {
      return await runUpload(
        {
          commits: this.store.commits,
          queries: this.queries,
          platform,
          pool: this.#pool,
          etags: this.#etags,
          live,
          throttle: this.throttle,
          route,
          freshInventory: this.#inventoried.has(upload.id),
          version: this.#options.version,
          onSlots: (slots) => {
            ticking = setInterval(() => {
              live.tick();
              this.#tell(upload.id, 'sending', slots.limit);
            }, progressEveryMs);
          },
        },
        upload,
        options,
      );
    } finally {
      clearInterval(ticking);
      this.live.delete(upload.id);
    }
  }

  async retryFailed(id: UploadId): Promise<Result<number>> {
    if (this.queries.uploads.get(id) === null) return notKnown(id);
    return this.#guarded(() => retryFailedItems(this.store.commits, this.queries, id, now));
  }

  cancel(id: UploadId): Result<undefined> {
    const upload = this.queries.uploads.get(id);
    if (upload === null) return notKnown(id);
    if (upload.state === 'finished')
      return failure('bad-input', `Upload ${id} is finished: there is nothing to cancel.`);
    this.#end(id, 'cancelled', null);
    this.#running.get(id)?.stop.abort();
    return success(undefined);
  }

  onProgress(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async writeReceipt(
    id: UploadId,
    format: ReceiptFormat,
    to: Writable,
  ): Promise<Result<{ readonly head: string }>> {
    const upload = this.queries.uploads.get(id);
    if (upload === null) return notKnown(id);
    return this.#guarded(() => issueReceipt(this.store.db, this.store.commits, upload, format, to, now()));
  }

  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort();
    await Promise.allSettled(running.map(({ ended }) => ended));
    for (const connected of this.#connections.values()) await connected.close();
    this.store.close();
  }

  /** A scan that was killed starts anew: half an inventory is none. */
  async #takeInventory(id: UploadId, signal: AbortSignal): Promise<Result<void>> {
    const { uploads, items, events } = this.queries;
    const { commits } = this.store;
    const request = uploads.get(id)?.request;
    if (request === undefined) return notKnown(id);
    commits.now(() => {
      uploads.clearInventory(id);
      addLinks(items, id, request.links);
    });
    const taken = await takeInventory(commits, items, {
      uploadId: id,
      sources: request.sources,
      followLinks: request.followLinks,
      custodianRule: request.custodianRule,
      signal,
      onBatch: () => this.#tell(id, 'scanning', 0),
    });
    if (!taken.ok) return taken;
    if (uploads.totals(id).queued.items === 0)
      return nothingToSend(request.sources, items.problems(id).next().value);
    commits.now(() => {
      const { files, folders, sizeBytes, problems } = taken.value;
      uploads.setState(id, 'ready');
      events.append(id, now(), 'inventory-taken', { files, folders, sizeBytes, problems });
    });
    this.#inventoried.add(id);
    return success(undefined);
  }

  /** With the key it was begun with; failing that, another key of the same server. */
  findConnection(of: { readonly serverUrl: string; readonly keyId: string }): Connected | null {
    const same = this.#connections.get(placeOf(of));
    if (same !== undefined) return same;
    const others = [...this.#connections.values()].filter(
      ({ account }) => account.serverUrl === of.serverUrl,
    );
    return others.at(-1) ?? null;
  }

  #connection(of: { readonly serverUrl: string; readonly keyId: string }): Connected {
    const connected = this.findConnection(of);
    if (connected === null) throw new Error('The engine was not connected first');
    return connected;
  }

  #end(id: UploadId, state: UploadState, stoppedBy: Failure | null): UploadSummary {
    const at = now();
    const told = stoppedBy === null || stoppedBy.code === 'stopped' ? {} : { stoppedBy };
    try {
      this.store.commits.now(() => {
        this.queries.uploads.setState(id, state, {
          ...told,
          ...(state === 'finished' ? { finished: at } : {}),
        });
        this.queries.events.append(
          id,
          at,
          `upload-${state}`,
          stoppedBy === null ? {} : { reason: stoppedBy.message },
        );
      });
    } catch (error) {
      // A full disk cannot take this note either; the next start pauses the upload by itself.
      if (!(error instanceof StoreRefusal)) throw error;
    }
    const upload = this.queries.uploads.get(id);
    if (upload === null) throw new Error(`Upload ${id} is gone`);
    this.#tell(id, state, 0);
    return upload;
  }

  #tell(uploadId: UploadId, state: UploadState, concurrency: number): void {
    if (this.#listeners.size === 0) return;
    const account = this.queries.uploads.account(uploadId);
    const connected = account === null ? null : this.findConnection(account);
    const requestsPerSecond = connected?.platform.profile.limits.requestsPerSecond ?? 1;
    const totals = this.queries.uploads.totals(uploadId);
    const live = this.live.get(uploadId) ?? new LiveProgress();
    const progress = live.progress({ uploadId, state, totals, concurrency, requestsPerSecond });
    for (const listener of this.#listeners) listener(progress);
  }

  /** What the disk refuses comes back as a value. */
  async #guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreRefusal) return { ok: false, failure: error.failure };
      throw error;
    }
  }
}

const killed: Failure = {
  code: 'stopped',
  message: 'Lading was ended in the middle, without being able to say so.',
};

function placeOf({ serverUrl, keyId }: { readonly serverUrl: string; readonly keyId: string }): string {
  return `${serverUrl} ${keyId}`;
}

function now(): string {
  return new Date().toISOString();
}

function nothingToSend(sources: readonly string[], problem: { path: string; reason: string } | undefined) {
  const where = sources.join(', ');
  const why =
    problem === undefined
      ? 'no file in it'
      : `no file that can be sent; first problem: ${problem.path}: ${problem.reason}`;
  return failure('nothing-to-send', `There is ${why}: ${where}.`);
}
