import { createWriteStream } from 'node:fs';
import { bandwidthAt } from '../../../preload/contract/bandwidth-schedule.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import { listDatabases } from '../platform/databases.ts';
import type { Profile } from '../platform/profile.ts';
import { loadProfile } from '../platform/profile-file.ts';
import { StoreRefusal } from '../store/sqlite-failure.ts';
import type { Upload } from '../store/uploads.ts';
import type { Account } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import { wrongMatterGuard } from '../uploads/database-check.ts';
import type { StoreEngine } from '../uploads/engine.ts';
import { estimateDuration } from '../uploads/estimate-duration.ts';
import { type Amendment, amend, discard, partOf, partsOf } from '../uploads/update-draft.ts';
import { exportItems, exportUploads, writtenBeside } from './exports.ts';
import type { DeskAnswer, DeskArgument, DeskCallName, DeskConnection, DeskEvent } from './protocol.ts';
import type { ReadingThread } from './query-thread.ts';
import { Runs } from './running-uploads.ts';
import { uploadView } from './upload-view.ts';

type Answering = {
  readonly [Name in DeskCallName]: (
    argument: DeskArgument<Name>,
  ) => Promise<Result<DeskAnswer<Name>>> | Result<DeskAnswer<Name>>;
};

interface Connected extends DeskConnection {
  readonly keyId: string;
  readonly account: Account;
}

const scheduleEveryMs = 15_000;

/** The engine as the window uses it: several uploads under way, and every change told. */
export class Desk {
  readonly #engine: StoreEngine;
  readonly #reading: ReadingThread;
  readonly #tell: (event: DeskEvent) => void;
  readonly #connections = new Map<string, Connected>();
  readonly #runs: Runs;
  /** Drafts whose inventory is being taken. */
  readonly #scanning = new Map<number, AbortController>();
  readonly #scheduled: NodeJS.Timeout;
  #preferences: DeskArgument<'limits.set'> = { bytesPerSecond: null, schedule: null, concurrency: 16 };

  constructor(engine: StoreEngine, reading: ReadingThread, tell: (event: DeskEvent) => void) {
    this.#engine = engine;
    this.#reading = reading;
    this.#tell = tell;
    this.#runs = new Runs(engine, (uploadId) => this.#changed(uploadId), tell);
    engine.onProgress((progress) => {
      tell({
        event: 'progress',
        data: {
          ...progress,
          totals: { ...progress.totals },
          active: progress.active.map((item) => ({ ...item })),
        },
      });
    });
    this.#scheduled = setInterval(() => this.#applyBandwidth(), scheduleEveryMs);
  }

  /** Answers one call; a name without an answer does not compile. A store that cannot be written to is an answer too. */
  async answer<Name extends DeskCallName>(
    name: Name,
    argument: DeskArgument<Name>,
  ): Promise<Result<DeskAnswer<Name>>> {
    try {
      return await this.#answers[name](argument);
    } catch (error) {
      if (error instanceof StoreRefusal) return { ok: false, failure: error.failure };
      throw error;
    }
  }

  readonly #answers: Answering = {
    'connections.open': async (connection) => {
      const connected = await this.#engine.connect(connection);
      if (!connected.ok) return connected;
      const account = connected.value;
      const earlier = this.#connections.get(connection.connectionId)?.account;
      this.#connections.set(connection.connectionId, {
        ...connection,
        serverUrl: account.serverUrl,
        keyId: account.keyId,
        account,
      });
      // A key that was replaced, because it is refused as a rule, must not be the one that its uploads find.
      if (earlier !== undefined && !this.#isUsed(earlier)) this.#engine.retire(earlier);
      for (const upload of this.#engine.uploads())
        if (upload.serverUrl === account.serverUrl) this.#changed(upload.id);
      return connected;
    },
    'connections.close': async ({ connectionId }) => {
      const connection = this.#connections.get(connectionId);
      this.#connections.delete(connectionId);
      if (connection !== undefined && !this.#isUsed(connection.account))
        await this.#engine.disconnect(connection.account);
      return success(undefined);
    },
    'uploads.snapshot': () =>
      success({ uploads: this.#engine.uploads().map((upload) => this.#view(upload)), progress: [] }),
    'drafts.scan': async ({ connectionId, sources, links, ...draft }) => {
      const connection = this.#connection(connectionId);
      if (!connection.ok) return connection;
      const stop = new AbortController();
      let created: UploadId | null = null;
      const prepared = await this.#engine.prepare(
        {
          databaseId: draft.databaseId,
          dataset: draft.dataset,
          settings: {},
          sources,
          links,
          custodian: null,
          custodianRule: { kind: 'none' },
          passwordFile: null,
          followSymlinks: draft.followSymlinks,
          sha1: true,
          partCheck: 'auto',
        },
        stop.signal,
        {
          account: connection.value.account,
          onCreated: (id) => {
            created = id;
            this.#scanning.set(id, stop);
            this.#changed(id);
          },
        },
      );
      if (created !== null) {
        this.#scanning.delete(created);
        if (!prepared.ok) this.#tell({ event: 'upload.removed', data: { uploadId: created } });
      }
      if (!prepared.ok) return prepared;
      this.#runs.keepLinks(prepared.value, links);
      return this.#changed(prepared.value);
    },
    'uploads.run': ({ uploadId, links, held }) => {
      const upload = this.#engine.upload(uploadId);
      if (!upload.ok) return upload;
      const { concurrency } = this.#preferences;
      this.#runs.start(upload.value.id, { limits: { concurrency }, links, held });
      return success(undefined);
    },
    'uploads.requeueFailed': async ({ uploadId }) => {
      const retried = await this.#engine.retryFailed(uploadId as UploadId);
      if (!retried.ok) return retried;
      this.#changed(uploadId);
      return success({ items: retried.value.again + retried.value.found });
    },
    'limits.set': (preferences) => {
      this.#preferences = preferences;
      this.#applyBandwidth();
      return success(undefined);
    },
    'receipts.write': ({ uploadId, format, path }) =>
      writtenBeside(path, (temporary) =>
        this.#engine.writeReceipt(
          uploadId as UploadId,
          format,
          createWriteStream(temporary, { mode: 0o600 }),
        ),
      ),
    'exports.items': ({ path, ...query }) => exportItems(this.#reading, path, query),
    'exports.uploads': ({ path }) =>
      exportUploads(
        path,
        this.#engine.uploads().map((upload) => this.#view(upload)),
      ),
    'profiles.read': async ({ path }) => {
      const profile = await loadProfile(path);
      return profile.ok ? success({ name: profile.value.name }) : profile;
    },
    'engine.drain': async () => {
      clearInterval(this.#scheduled);
      for (const scanning of this.#scanning.values()) scanning.abort();
      const uploadIds = await this.#runs.stopAll();
      await this.#reading.close();
      await this.#engine.close();
      return success({ uploadIds });
    },

    'databases.list': async ({ connectionId }) => {
      const connection = this.#connection(connectionId);
      if (!connection.ok) return connection;
      const connected = this.#engine.findConnection(connection.value);
      if (connected === null) return notConnected(connection.value.serverUrl);
      const databases = await listDatabases(connected.platform, { giveUpAfterMs: 60_000 });
      return databases.ok ? success(databases.value.map(({ id, name }) => ({ id, name }))) : databases;
    },
    'drafts.preflight': async ({ uploadId }) => {
      const upload = this.#engine.upload(uploadId);
      if (!upload.ok) return upload;
      const profile = this.#profileOf(upload.value);
      if (profile === null) return notConnected(upload.value.serverUrl);
      const found = await this.#reading.ask('preflight', uploadId, profile.limits);
      return success({
        ...found,
        estimatedSeconds: estimateDuration(
          this.#engine.uploads(),
          found.totals.queued.bytes,
          found.minSeconds,
          bandwidthAt(this.#preferences, new Date()),
        ),
      });
    },
    'drafts.setCustodians': ({ uploadId, rule, custodian }) =>
      this.#amended(uploadId, { custodianRule: rule, custodian: custodian === '' ? null : custodian }),
    'drafts.assignCustodian': ({ uploadId, folderId, custodian }) =>
      amend(this.#engine, uploadId as UploadId, { assign: { folderId, custodian } }),
    'drafts.folders': async ({ uploadId, parentId, offset, limit }) =>
      success(await this.#reading.ask('folders', uploadId, parentId, offset, limit)),
    'drafts.custodians': async ({ uploadId }) => success(await this.#reading.ask('custodians', uploadId)),
    'drafts.setSettings': ({ uploadId, settings, sha1, partCheck }) =>
      this.#amended(uploadId, { settings, sha1, partCheck }),
    'drafts.databaseCheck': ({ uploadId }) => {
      const upload = this.#engine.upload(uploadId);
      if (!upload.ok) return upload;
      const begun = this.#engine.uploads().filter((one) => one.state !== 'ready' && one.state !== 'scanning');
      return success(wrongMatterGuard(upload.value, begun));
    },
    'drafts.discard': ({ uploadId }) => {
      const scanning = this.#scanning.get(uploadId);
      if (scanning !== undefined) {
        scanning.abort(); // prepare forgets it
        return success(undefined);
      }
      const discarded = discard(this.#engine, uploadId as UploadId);
      if (discarded.ok) this.#tell({ event: 'upload.removed', data: { uploadId } });
      return discarded;
    },
    'processingSettings.list': ({ connectionId }) => {
      const connection = this.#connection(connectionId);
      if (!connection.ok) return connection;
      const profile = this.#profileOf(connection.value);
      if (profile === null) return notConnected(connection.value.serverUrl);
      return success(
        profile.datasetSettings.map(({ field, label, kind, options, default: fallback, known }) => ({
          field,
          label,
          kind,
          options: (options ?? []).map((option) => ({ ...option })),
          default: fallback ?? null,
          known,
        })),
      );
    },
    'templates.list': () =>
      success(
        this.#engine.queries.templates
          .all()
          .map((template) => ({ ...template, settings: { ...template.settings } })),
      ),
    'templates.save': ({ name, settings }) => {
      const { queries, store } = this.#engine;
      const saved = store.commits.now(() => queries.templates.save(name, settings));
      return success({ ...saved, settings: { ...saved.settings } });
    },
    'templates.remove': ({ id }) => {
      const { queries, store } = this.#engine;
      store.commits.now(() => queries.templates.remove(id));
      return success(undefined);
    },

    'uploads.pause': async ({ uploadId }) => {
      await this.#runs.stop(uploadId);
      return success(undefined);
    },
    'uploads.cancel': async ({ uploadId }) => {
      await this.#runs.stop(uploadId);
      const cancelled = this.#engine.cancel(uploadId as UploadId);
      this.#changed(uploadId);
      return cancelled;
    },
    'uploads.items': async (query) => success(await this.#reading.ask('items', query)),
    'uploads.parts': ({ uploadId, itemId }) => {
      return success(partsOf(this.#engine, uploadId as UploadId, itemId));
    },
    'uploads.part': ({ itemId, number }) => success(partOf(this.#engine, itemId, number)),
    'uploads.speed': ({ uploadId }) => {
      const history = this.#engine.live.get(uploadId as UploadId)?.history;
      const { everyMs, bytesPerSecond } = history ?? { everyMs: 1, bytesPerSecond: [] };
      return success({ everyMs, endMs: Date.now(), bytesPerSecond: [...bytesPerSecond] });
    },
    'uploads.log': async ({ uploadId, offset, limit }) =>
      success(await this.#reading.ask('log', uploadId, offset, limit)),
  };

  #amended(uploadId: number, changes: Amendment): Result<UploadView> {
    const amended = amend(this.#engine, uploadId as UploadId, changes);
    return amended.ok ? this.#changed(uploadId) : amended;
  }

  #changed(uploadId: number): Result<UploadView> {
    const upload = this.#engine.upload(uploadId);
    if (!upload.ok) return upload;
    const view = this.#view(upload.value);
    this.#tell({ event: 'upload.changed', data: view });
    return success(view);
  }

  #view(upload: Upload): UploadView {
    return uploadView(upload, this.#connections.values());
  }

  /** Two connections may have the same server and key, if only until one of them is refused. */
  #isUsed({ serverUrl, keyId }: Account): boolean {
    return [...this.#connections.values()].some((one) => one.serverUrl === serverUrl && one.keyId === keyId);
  }

  #connection(connectionId: string): Result<Connected> {
    const found = this.#connections.get(connectionId);
    return found === undefined
      ? failure('not-known', 'This connection is not ready. Check it under Settings.')
      : success(found);
  }

  #profileOf(of: { readonly serverUrl: string; readonly keyId: string }): Profile | null {
    return this.#engine.findConnection(of)?.platform.profile ?? null;
  }

  #applyBandwidth(): void {
    this.#engine.throttle.bytesPerSecond = bandwidthAt(this.#preferences, new Date());
  }
}

function notConnected(serverUrl: string): ReturnType<typeof failure> {
  return failure('not-known', `${serverUrl} is not connected. Check the connection under Settings.`);
}
