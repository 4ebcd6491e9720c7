import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { issueReceipt } from '../custody/write-receipt.ts';
import type { ReceiptFormat } from '../custody/write-receipt-protocol.ts';
import { RateLimiterRegistry } from '../platform/rate-limiter-registry.ts';
import { openSession, type Session } from '../platform/session.ts';
import { type SessionKey, SessionPool } from '../platform/session-pool.ts';
import { openStore, type Store } from '../store/open.ts';
import { type Queries, queriesOf } from '../store/repositories.ts';
import { StoreRefusal } from '../store/sqlite-failure.ts';
import type { Upload } from '../store/uploads.ts';
import { BandwidthLimiter } from '../transfer/bandwidth-limiter.ts';
import { EtagMd5Detector } from '../transfer/etag-md5-detector.ts';
import { createBlockPool } from '../transfer/part-body.ts';
import { LiveProgress } from '../transfer/progress.ts';
import type { Account, Connection } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import type { Progress } from '../types/progress.ts';
import type { UploadPlan, UploadRequest, UploadState, UploadSummary } from '../types/uploads.ts';
import { createUpload } from './create-upload.ts';
import { planUpload } from './plan-upload.ts';
import { createUploadReader, type UploadReader, uploadNotFound } from './read-uploads.ts';
import { type RequeueResult, requeueFailedItems } from './requeue-items.ts';
import { type RunOptions, runUpload } from './run-upload.ts';
import { scanUpload } from './scan-upload.ts';

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

export interface Engine extends UploadReader {
  /** Checks profile, server and key, and asks who the key belongs to. Needed before `prepare`, `plan` and `run`. */
  connect(connection: Connection): Promise<Result<Account>>;
  disconnect(account: Account): Promise<void>;
  /** Checks the database and takes the inventory of the sources; nothing is sent. */
  prepare(request: UploadRequest, signal: AbortSignal, as?: PrepareAs): Promise<Result<UploadId>>;
  plan(id: UploadId): UploadPlan;
  /** Sends what is still to be sent. After a failure the upload is paused and can be run again. */
  run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>>;
  /** Puts failed items back into the queue, looked at anew, and reads folders that could not be read; not while it is sent. */
  requeueFailed(id: UploadId): Promise<Result<RequeueResult>>;
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
  readonly #pool = createBlockPool();
  /** Uploads whose inventory this process took. */
  readonly #inventoried = new Set<UploadId>();
  /** Uploads being sent. */
  readonly #running = new Map<UploadId, AbortController>();
  /** Uploads whose failures are looked at again: a second time beside the first would enter what is found twice. */
  readonly #retrying = new Map<UploadId, Promise<Result<RequeueResult>>>();
  readonly live = new Map<UploadId, LiveProgress>();
  readonly #connections = new SessionPool();
  readonly #pacers: RateLimiterRegistry;
  /** What must have ended before the store is closed. */
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  /** The bandwidth of everything that is sent; may be changed at any time. */
  readonly throttle = new BandwidthLimiter(Number.POSITIVE_INFINITY);
  readonly uploads: UploadReader['uploads'];
  readonly upload: UploadReader['upload'];
  readonly problems: UploadReader['problems'];
  readonly sentFiles: UploadReader['sentFiles'];

  constructor(options: EngineOptions, store: Store) {
    this.#options = options;
    this.#pacers = new RateLimiterRegistry(join(options.stateDir, 'pacing'));
    this.store = store;
    this.queries = queriesOf(store.db);
    const reader = createUploadReader(this.queries);
    this.uploads = reader.uploads;
    this.upload = reader.upload;
    this.problems = reader.problems;
    this.sentFiles = reader.sentFiles;
    for (const upload of this.queries.uploads.all())
      if (upload.state === 'uploading') this.#end(upload.id, 'paused', killed);
  }

  connect(connection: Connection): Promise<Result<Account>> {
    return this.#whileOpen(async (closing) => {
      let here: Session | null = null;
      const connected = await openSession(connection, {
        pacers: this.#pacers,
        userAgent: `Lading/${this.#options.version}`,
        onWaiting: (waiting) => {
          for (const [id, live] of this.live) {
            const account = this.queries.uploads.account(id);
            if (account !== null && this.#connections.find(account) === here) live.waiting(waiting);
          }
        },
        signal: closing,
      });
      if (!connected.ok) return connected;
      here = connected.value;
      return success(await this.#connections.add(here, settingsOf(connection, here)));
    });
  }

  disconnect(account: Account): Promise<void> {
    return this.#connections.remove(account);
  }

  /** Another key is used from now on; what is being sent with this one may end first. */
  retire(account: Account): void {
    const ended = this.#connections.retire(account).finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
  }

  prepare(request: UploadRequest, signal: AbortSignal, as: PrepareAs = {}): Promise<Result<UploadId>> {
    return this.#whileOpen((closing) => this.#prepare(request, AbortSignal.any([signal, closing]), as));
  }

  async #prepare(request: UploadRequest, signal: AbortSignal, as: PrepareAs): Promise<Result<UploadId>> {
    const connected =
      as.account === undefined ? this.#connections.latest() : this.#connections.find(as.account);
    if (connected === null) throw new Error('The engine was not connected first');
    const { version } = this.#options;
    const { commits } = this.store;
    const made = await this.#connections.use(connected, (gone) =>
      createUpload(commits, this.queries, connected, request, version, AbortSignal.any([signal, gone])),
    );
    if (!made.ok) return made;
    const id = made.value;
    as.onCreated?.(id);
    const taken = await this.#takeInventory(id, signal);
    if (taken.ok) return success(id);
    commits.now(() => this.queries.uploads.forget(id));
    return taken;
  }

  plan(id: UploadId): UploadPlan {
    const account = this.queries.uploads.account(id);
    if (account === null) throw new Error(`There is no upload ${id}`);
    return planUpload(this.queries, id, this.#connection(account).platform.profile.limits);
  }

  async run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>> {
    const upload = this.queries.uploads.get(id);
    if (upload === null) return uploadNotFound(id);
    if (this.#running.has(id)) return failure('bad-input', `Upload ${id} is being sent already.`);
    if (upload.state === 'cancelled')
      return failure(
        'bad-input',
        `Upload ${id} was cancelled. Start a new one for what is still to be sent.`,
      );
    if (this.findConnection(upload) === null)
      return failure('bad-input', `Upload ${id} goes to ${upload.serverUrl}, which is not connected.`);
    const stop = new AbortController();
    this.#running.set(id, stop);
    return this.#whileOpen(async (closing) => {
      const signal = AbortSignal.any([options.signal, stop.signal, closing]);
      // What it brings is sent too; that it failed is told to whoever asked for it.
      await this.#retrying.get(id)?.catch(() => undefined);
      return this.#runToEnd(upload, { ...options, signal });
    }).finally(() => this.#running.delete(id));
  }

  async #runToEnd(upload: Upload, options: RunOptions): Promise<Result<UploadSummary>> {
    const { id } = upload;
    const interrupted = (reason: Failure): void => {
      // As it is now: an inventory that this run completed must never be taken again.
      const { state } = this.queries.uploads.get(id) ?? upload;
      if (state !== 'cancelled') this.#end(id, state === 'scanning' ? 'scanning' : 'paused', reason);
    };
    try {
      const ran = await this.#guarded(() => this.#run(upload, options));
      if (ran.ok) return success(this.#end(id, 'finished', null));
      interrupted(ran.failure);
      return ran;
    } catch (bug) {
      interrupted(failed);
      throw bug;
    }
  }

  async #run(upload: Upload, options: RunOptions): Promise<Result<void>> {
    if (upload.state === 'scanning') {
      const taken = await this.#takeInventory(upload.id, options.signal);
      if (!taken.ok) return taken;
    }
    for (let given = options; ; given = { ...options, held: 'ask' }) {
      const connected = this.#connection(upload);
      const ran = await this.#connections.use(connected, (gone) =>
        this.#runOver(connected, this.queries.uploads.get(upload.id) ?? upload, {
          ...given,
          signal: AbortSignal.any([options.signal, gone]),
        }),
      );
      // The same key over another connection, a new proxy say: what is left goes that way.
      const next = this.findConnection(connected.account);
      const isReplaced = next !== connected && next?.account.keyId === connected.account.keyId;
      if (ran.ok || !isReplaced || options.signal.aborted || ran.failure.code !== 'stopped') return ran;
    }
  }

  async #runOver(
    { platform, route, account }: Session,
    upload: Upload,
    options: RunOptions,
  ): Promise<Result<void>> {
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
          account,
          pool: this.#pool,
          etags: new EtagMd5Detector(),
          live,
          throttle: this.throttle,
          route,
          freshInventory: this.#inventoried.has(upload.id),
          version: this.#options.version,
          onSlots: (slots) => {
            ticking = setInterval(() => {
              live.tick();
              this.#tell(upload.id, 'uploading', slots.limit);
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

  async requeueFailed(id: UploadId): Promise<Result<RequeueResult>> {
    if (this.queries.uploads.get(id) === null) return uploadNotFound(id);
    const begun = this.#retrying.get(id);
    if (begun !== undefined) return begun;
    if (this.#running.has(id))
      return failure('bad-input', `Upload ${id} is being sent. Pause it, or wait for its end; then retry.`);
    const retrying = this.#whileOpen((closing) =>
      requeueFailedItems(this.store.commits, this.queries, id, now, closing),
    );
    this.#retrying.set(id, retrying);
    return retrying.finally(() => this.#retrying.delete(id));
  }

  cancel(id: UploadId): Result<undefined> {
    const upload = this.queries.uploads.get(id);
    if (upload === null) return uploadNotFound(id);
    if (upload.state === 'finished')
      return failure('bad-input', `Upload ${id} is finished: there is nothing to cancel.`);
    this.#end(id, 'cancelled', null);
    this.#running.get(id)?.abort();
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
    if (this.queries.uploads.get(id) === null) return uploadNotFound(id);
    const { stateDir } = this.#options;
    const job = { stateDir, uploadId: id, format };
    return this.#whileOpen((closing) =>
      issueReceipt(this.store.commits, this.queries.events, job, to, now, closing),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
    await this.#connections.close();
    this.#pacers.close();
    this.store.close();
  }

  async #takeInventory(id: UploadId, signal: AbortSignal): Promise<Result<void>> {
    const taken = await scanUpload(this.store.commits, this.queries, id, signal, () =>
      this.#tell(id, 'scanning', 0),
    );
    if (taken.ok) this.#inventoried.add(id);
    return taken;
  }

  findConnection(of: SessionKey): Session | null {
    return this.#connections.find(of);
  }

  #connection(of: SessionKey): Session {
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

  /** Closing stops it, and waits for it. What the disk refuses comes back as a value. */
  async #whileOpen<T>(work: (closing: AbortSignal) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#closing.signal.aborted) return failure('stopped', 'Lading is closing.');
    const ended = this.#guarded(() => work(this.#closing.signal));
    this.#underWay.add(ended);
    try {
      return await ended;
    } finally {
      this.#underWay.delete(ended);
    }
  }

  async #guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreRefusal) return { ok: false, failure: error.failure };
      throw error;
    }
  }
}

/** Of what leads to the same platform in the same way, with the same key, equal; nothing can be read in it. */
function settingsOf({ apiKey, profilePath }: Connection, { route, platform }: Session): string {
  const settings = JSON.stringify([apiKey, profilePath, route, platform.profile]);
  return createHash('sha256').update(settings).digest('hex');
}

const failed: Failure = {
  code: 'stopped',
  message: 'Lading failed where it should not have. Everything acknowledged is kept.',
};

const killed: Failure = {
  code: 'stopped',
  message: 'Lading was ended in the middle, without being able to say so.',
};

function now(): string {
  return new Date().toISOString();
}
