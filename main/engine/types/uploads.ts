/** An upload: what a person asks for, its states, its totals, its plan. */
import type { Failure } from '../../../preload/contract/failure.ts';
import type { CustodianRule } from './custodian-rule.ts';
import type { UploadId } from './ids.ts';

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
  readonly minSeconds: number;
  readonly custodians: readonly {
    readonly custodian: string | null;
    readonly items: number;
    readonly bytes: number;
  }[];
  readonly types: readonly { readonly extension: string; readonly items: number; readonly bytes: number }[];
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

/** A direct link as it is kept: without what may be a secret in it. */
export interface KeptLink {
  readonly shown: string;
  readonly hasSecret: boolean;
}
