import { hostname } from 'node:os';
import { failure, type Result } from '../../../preload/contract/failure.ts';
import { linksOfItems } from '../intake/links.ts';
import { readPasswords } from '../intake/passwords.ts';
import type { Platform } from '../platform/client.ts';
import type { NetworkRoute } from '../platform/dispatcher.ts';
import { findDatabase } from '../platform/find-database.ts';
import type { Queries } from '../store/repositories.ts';
import type { Upload } from '../store/uploads.ts';
import type { Commits } from '../store/write-batcher.ts';
import type { BandwidthLimiter } from '../transfer/bandwidth-limiter.ts';
import { ensureDataset } from '../transfer/ensure-dataset.ts';
import type { EtagMd5Detector } from '../transfer/etag-md5-detector.ts';
import type { BlockPool } from '../transfer/part-body.ts';
import type { LiveProgress } from '../transfer/progress.ts';
import { createPartDispatcher } from '../transfer/put-part.ts';
import { Semaphore } from '../transfer/semaphore.ts';
import { sendUpload } from '../transfer/send-upload.ts';
import type { Account } from '../types/connection.ts';
import type { TransferLimits } from '../types/progress.ts';
import { resolveHeldItems } from './requeue-items.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly limits: TransferLimits;
  /** Links of the upload in full: what may be secret in them is not kept. */
  readonly links: readonly string[];
  readonly held: 'ask' | 'retry' | 'skip';
}

export interface Running {
  readonly commits: Commits;
  readonly queries: Queries;
  readonly platform: Platform;
  /** Whose key it is sent with now. */
  readonly account: Account;
  readonly pool: BlockPool;
  readonly etags: EtagMd5Detector;
  readonly live: LiveProgress;
  /** One for all uploads of the engine. */
  readonly throttle: BandwidthLimiter;
  readonly route: NetworkRoute;
  readonly freshInventory: boolean;
  readonly version: string;
  /** Told before anything is sent, so that progress can be shown. */
  readonly onSlots: (slots: Semaphore) => void;
}

/** Parts in flight at the most, unless a person says otherwise. */
const defaultCeiling = 16;
const defaultFloor = 2;

/** Sends what is still to be sent of an inventoried upload. */
export async function runUpload(
  running: Running,
  upload: Upload,
  options: RunOptions,
): Promise<Result<void>> {
  const { commits, queries, platform, account, live } = running;
  const passwords = await readPasswords(upload.request.passwordFile);
  if (!passwords.ok) return passwords;
  if (options.signal.aborted) return failure('stopped', 'Stopped before anything was sent.');
  if (account.keyId !== upload.keyId) {
    // Refused as a whole, and not file by file, should this key not reach where the others went.
    const { signal } = options;
    const database = await findDatabase(platform, upload.databaseId, { signal });
    if (!database.ok) return database;
  }
  const at = new Date().toISOString();
  commits.now(() => {
    if (account.keyId !== upload.keyId)
      queries.events.append(upload.id, at, 'key-changed', {
        keyId: account.keyId,
        userName: account.userName,
        begunWithKeyId: upload.keyId,
      });
    resolveHeldItems(queries, upload.id, options.held, at);
    queries.uploads.setState(upload.id, 'uploading');
    queries.events.append(upload.id, at, 'sending-started', {
      version: running.version,
      machine: hostname(),
    });
  });
  const ceiling = options.limits.concurrency ?? defaultCeiling;
  const bounds = { floor: Math.min(defaultFloor, ceiling), ceiling };
  const slots = new Semaphore(bounds.floor);
  running.onSlots(slots);
  const end = new AbortController();
  const signal = AbortSignal.any([options.signal, end.signal]);
  const dispatcher = createPartDispatcher({ ...running.route, connections: ceiling });
  try {
    const dataset = await ensureDataset(commits, queries, platform, upload, live, signal);
    if (!dataset.ok) return dataset;
    return await sendUpload(
      {
        ...queries,
        upload,
        datasetId: dataset.value,
        platform,
        commits,
        slots,
        throttle: running.throttle,
        stallMs: options.limits.stallMs,
        dispatcher,
        pool: running.pool,
        etags: running.etags,
        live,
        passwords: passwords.value,
        links: linksOfItems(queries.items.links(upload.id), options.links),
        freshInventory: running.freshInventory,
        signal,
        now: () => new Date(),
        random: Math.random,
      },
      bounds,
      end,
    );
  } finally {
    await dispatcher.destroy();
  }
}
