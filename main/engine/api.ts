/** What the engine takes and tells: shared by its own rooms, the command line and the window's host. */
import type { Writable } from 'node:stream';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { ReceiptFormat } from './custody/issue-messages.ts';
import type { Reader } from './reader.ts';
import type { Retried } from './retry-items.ts';
import type { RunOptions } from './run-upload.ts';

/** An upload's number in this store, as a person types it. */
export type UploadId = number & { readonly __brand: 'UploadId' };

export interface Connection {
  /** https, or http on a loopback address. */
  readonly serverUrl: string;
  readonly apiKey: string;
  /** An interface profile of the person's own; the one that ships otherwise. */
  readonly profilePath: string | null;
  /** An HTTP proxy on the way; null for a direct connection. */
  readonly proxyUrl?: string | null;
  /** Certificates that are trusted besides the usual ones, PEM. */
  readonly caPem?: string | null;
}

export interface Account {
  readonly serverUrl: string;
  readonly userName: string;
  /** The key's short identifier (its second segment); the secret is never told. */
  readonly keyId: string;
}

export type CustodianRule =
  | { readonly kind: 'none' }
  /** The folder at this level below a chosen folder names the custodian; 1 is the first level. */
  | { readonly kind: 'folder'; readonly level: number };

/** How the parts' MD5 is used. `auto`: all parts when no SHA-1 goes with the completion, else the first of each file. */
export type PartCheck = 'auto' | 'always' | 'never';

export interface UploadRequest {
  readonly databaseId: number;
  readonly dataset: { readonly id: number } | { readonly name: string; readonly description: string | null };
  /** Processing settings by field name (platform-interface 4.3); values are opaque. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Files and folders. */
  readonly sources: readonly string[];
  /** Direct links. What follows `?` is a secret: it is sent, never kept. */
  readonly links: readonly string[];
  readonly custodian: string | null;
  readonly custodianRule: CustodianRule;
  /** One password a line; read when needed, its content is never kept. */
  readonly passwordFile: string | null;
  readonly followSymlinks: boolean;
  readonly sha1: boolean;
  readonly partCheck: PartCheck;
}

export type UploadState =
  | 'scanning' // the inventory is being taken; starts anew after a stop
  | 'ready' // inventory taken, nothing sent
  | 'uploading'
  | 'paused' // by a person, a kill, or something a person must mend
  | 'finished' // nothing is left to send; some items may have failed
  | 'cancelled';

export type ItemState =
  | 'queued'
  | 'uploading'
  | 'accepted' // the platform confirmed the completion
  | 'skipped' // not sent, on purpose: the reason says which rule
  | 'failed'
  | 'held'; // only a person can tell whether it arrived

export interface Tally {
  readonly items: number;
  readonly bytes: number;
}

export type Totals = Readonly<Record<ItemState, Tally>>;

export interface UploadSummary {
  readonly id: UploadId;
  readonly uuid: string;
  readonly state: UploadState;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly serverUrl: string;
  readonly profilePath: string | null;
  /** The short identifier of the key it was begun with. */
  readonly keyId: string;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly datasetId: number | null;
  readonly datasetName: string;
  readonly sources: readonly string[];
  readonly totals: Totals;
  /** Bytes in parts that the platform acknowledged, of items not yet uploaded. */
  readonly acknowledgedBytes: number;
  /** Why it stopped, where something other than a person stopped it. */
  readonly stoppedBy: Failure | null;
}

/** Before a byte is sent: what would be. */
export interface UploadPlan {
  readonly totals: Totals;
  readonly parts: number;
  /** Requests to the API, each of which is paced; part bodies do not count. */
  readonly requests: number;
  /** The least time that pacing alone allows. */
  readonly leastSeconds: number;
  readonly custodians: readonly {
    readonly custodian: string | null;
    readonly items: number;
    readonly bytes: number;
  }[];
  readonly types: readonly { readonly extension: string; readonly items: number; readonly bytes: number }[];
}

export type Activity = 'hashing' | 'uploading' | 'waiting' | 'completing';

export interface ActiveItem {
  readonly itemId: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly acknowledgedBytes: number;
  /** Acknowledged and on the wire now. */
  readonly sentBytes: number;
  readonly partsInFlight: number;
  readonly parts: { readonly done: number; readonly count: number };
  readonly activity: Activity;
}

export interface Progress {
  readonly uploadId: UploadId;
  readonly state: UploadState;
  readonly totals: Totals;
  /** Of uploaded items and of acknowledged parts of the others. */
  readonly acknowledgedBytes: number;
  readonly bytesPerSecond: number;
  /** Null while too little is known. */
  readonly secondsLeft: { readonly low: number; readonly high: number } | null;
  readonly concurrency: number;
  readonly active: readonly ActiveItem[];
  /** Set while the platform or the network makes everything wait. */
  readonly waiting: { readonly reason: string; readonly retryAtMs: number } | null;
}

export interface TransferLimits {
  /** Parts in flight at the most; the engine adapts below it. */
  readonly concurrency?: number;
  /** Over everything that this engine sends; as it was without it. */
  readonly bytesPerSecond?: number;
  /** A part's connection that moves nothing for this long is given up; 30 s without it. */
  readonly stallMs?: number;
}

export interface ProblemItem {
  readonly path: string;
  readonly state: 'skipped' | 'failed' | 'held';
  readonly reason: string;
}

export interface SentFile {
  readonly id: number;
  readonly path: string;
  readonly bytes: number;
  readonly sha1: string | null;
  readonly parts: number;
}

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
  /** Puts failed items back into the queue, looked at anew, and reads folders that could not be read; not while it is sent. */
  retryFailed(id: UploadId): Promise<Result<Retried>>;
  /** Stops it, should it be running. */
  cancel(id: UploadId): Result<undefined>;
  onProgress(listener: (progress: Progress) => void): () => void;
  /** Ends `to`. The head of the log is the receipt's fingerprint: keep it where the receipt is not. */
  writeReceipt(id: UploadId, format: ReceiptFormat, to: Writable): Promise<Result<{ readonly head: string }>>;
  /** Stops what is being sent first. */
  close(): Promise<void>;
}
