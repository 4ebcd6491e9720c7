/** An upload: its request, states, totals and plan. */

import type { Failure, Reason } from '../../../preload/contract/failures/failure.ts';
import type { AlreadySent } from '../../../preload/contract/views/already-sent.ts';
import type { UnmatchedRow } from '../../../preload/contract/views/custodian-preview.ts';
import type {
  CustodianNames,
  CustodianOrigin,
  CustodianRules,
} from '../../../preload/contract/views/custodian-rule.ts';
import type { ListedContainers } from '../../../preload/contract/views/database-growth.ts';
import type { ExceptionCounts, HoldableIssue } from '../../../preload/contract/views/exception.ts';
import type { HashListResult } from '../../../preload/contract/views/hash-list.ts';
import type { LinkCheck } from '../../../preload/contract/views/link-check.ts';
import type { SandboxSpace } from '../../../preload/contract/views/sandbox-space.ts';
import type { Selection, SelectionCode } from '../../../preload/contract/views/selection.ts';
import type { packChoices, partChecks } from '../../../preload/contract/views/states.ts';
import type { TimeForecast } from '../../../preload/contract/views/time-forecast.ts';
import type { UnavailableSource } from '../../../preload/contract/views/unavailable-source.ts';
import type { JsonObject } from './canonical-json.ts';
import type { CustodianMap } from './custodian-rule.ts';
import type { ItemId, UploadId, WatchBatchId, WatchRuleId } from './ids.ts';
import type { KeptLimits } from './run-options.ts';

/** How the parts' MD5 is used. `auto`: all parts when no SHA-1 goes with the completion, else the first of each file. */
export type PartCheck = (typeof partChecks)[number];

/** Whether small files are sent in packs. `auto`: where requests, not bytes, would decide how long it takes. */
export type PackChoice = (typeof packChoices)[number];

export interface UploadRequest {
  readonly databaseId: number;
  readonly dataset: { readonly id: number } | { readonly name: string; readonly description: string | null };
  /** A person uploads although the platform shows the database as suspended, frozen, or the like. */
  readonly acceptInactive?: boolean;
  /** Processing settings by field name (platform-interface 4.3); values are opaque. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Files and folders. */
  readonly sources: readonly string[];
  /** Direct links. What follows `?` is a secret: it is sent, never stored. */
  readonly links: readonly string[];
  /** The path of links is a secret too, but for the file's name. */
  readonly maskLinks?: boolean;
  readonly custodian: string | null;
  /** The CSV of a legal hold directory: after the scan, custodians get the names of the people whom they certainly are. */
  readonly custodianDirectory?: string | null;
  /** The upload stops after its scan if a custodian is not certainly in that directory. */
  readonly requireCustodianMatch?: boolean;
  /** In whatever order, the CSV comes first, then patterns, then folder levels. */
  readonly custodianRules: CustodianRules;
  /** One spelling for several of what the rules name. */
  readonly custodianNames?: CustodianNames;
  /** A person decided to send files that nothing names a custodian for. */
  readonly leaveUnassigned?: boolean;
  /** The rows of the CSV that a rule names. They are stored apart from the request. */
  readonly custodianMap?: CustodianMap;
  /** One password per line. Read when needed; its content is never stored. */
  readonly passwordFile: string | null;
  /** Tries them on files, too, that take seconds for each. */
  readonly trySlowFiles?: boolean;
  readonly followSymlinks: boolean;
  /** Whether every file is opened and checked before anything is sent. Default true. */
  readonly checkFiles?: boolean;
  /** Whether whole files are hashed. */
  readonly sha1: boolean;
  /** False where they are hashed with SHA-1 alone. */
  readonly sha256?: boolean;
  readonly partCheck: PartCheck;
  /** Which files are sent. Absent for all. */
  readonly selection?: Selection;
  /** Checks after the scan that read whole files. Absent for none. */
  readonly checks?: FileChecks;
  readonly pack: PackChoice;
  /** Files in which one of these is found wait for a person. Absent for none. */
  readonly hold?: readonly HoldableIssue[];
  /** An upload of a watched folder has one: the files are those of the batch, in the state in which they were taken. */
  readonly watch?: { readonly ruleId: WatchRuleId; readonly batchId: WatchBatchId };
}

export interface FileChecks {
  readonly duplicates: boolean;
  /** The path of a list of known files' hashes; null for none. */
  readonly knownHashes: string | null;
  /** Compares the files with the hash lists among them. */
  readonly hashLists: boolean;
}

export type UploadState =
  | 'scanning' // begins again after a stop, without the files that were checked
  | 'ready' // scanned, nothing sent
  | 'uploading'
  | 'paused' // by a person, a kill, or something a person must fix
  | 'finished' // nothing is left to send; some items may have failed
  | 'cancelled';

export type ItemState =
  | 'queued'
  | 'uploading'
  | 'accepted' // the platform confirmed the completion
  | 'handedOver' // a link that the platform has: whether it could fetch the file, no operation reports
  | 'skipped' // not sent, on purpose: the reason says which rule
  | 'failed'
  | 'held'; // a person decides: whether the platform accepted it is unknown, or a rule keeps it

export interface Tally {
  readonly items: number;
  readonly bytes: number;
}

export type Totals = Readonly<Record<ItemState, Tally>>;

export const noTotals: Totals = {
  queued: { items: 0, bytes: 0 },
  uploading: { items: 0, bytes: 0 },
  accepted: { items: 0, bytes: 0 },
  handedOver: { items: 0, bytes: 0 },
  skipped: { items: 0, bytes: 0 },
  failed: { items: 0, bytes: 0 },
  held: { items: 0, bytes: 0 },
};

/** How work on an upload ended. */
export interface UploadEnd {
  readonly state: Extract<UploadState, 'scanning' | 'paused' | 'finished' | 'cancelled'>;
  readonly at: string;
  readonly stoppedBy: Failure | null;
}

/** An end that the store refused to record, and why. It is lost with the process. */
export interface UnrecordedEnd extends UploadEnd {
  readonly refusal: Failure;
}

export interface UploadSummary {
  readonly id: UploadId;
  readonly uuid: string;
  readonly state: UploadState;
  readonly createdAt: string;
  /** When a person started it; null for a draft, which is never sent. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** How long its runs lasted, without pauses and waits; 0 where no run measured it. */
  readonly sendingMs: number;
  readonly serverUrl: string;
  /** Decided when the upload was created. */
  readonly isSandbox: boolean;
  readonly profilePath: string | null;
  /** The short identifier of the key it was created with. */
  readonly keyId: string;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly datasetId: number | null;
  readonly datasetName: string;
  readonly sources: readonly string[];
  readonly totals: Totals;
  /** Files that a person has to look at, by why. */
  readonly exceptions: ExceptionCounts;
  /** How many of those that need review the rule of their watched folder keeps. */
  readonly withheld: number;
  /** What was found in them, such as "Only zeros". */
  readonly withheldFor: readonly string[];
  /** Files that weren't sent because the upload was canceled. They are skipped. */
  readonly cancelled: Tally;
  /** Bytes in acknowledged parts of items that are not accepted yet. */
  readonly acknowledgedBytes: number;
  /** Items that are direct links. Skipped ones don't count. */
  readonly links: number;
  /** Failed items that are folders: what they hold is unknown. */
  readonly unreadFolders: number;
  /** Why it stopped, where something other than a person stopped it. */
  readonly stoppedBy: Failure | null;
  /** What its run waits for. Empty while it isn't running. */
  readonly unavailableSources: readonly UnavailableSource[];
  /** It is null if no hash list came with the files, or they weren't compared yet. */
  readonly hashLists: HashListResult | null;
  /** How many of its files were opened and checked. It is null until then. */
  readonly inspection: { readonly checked: number; readonly files: number } | null;
  readonly limits: KeptLimits;
}

/** A link that would be handed over, without its secret. */
export interface PlannedLink extends LinkCheck {
  readonly itemId: ItemId;
  readonly link: string;
}

/** Small files, each alone or in packs. Seconds are the least that the whole upload takes. */
export interface PackingPlan {
  readonly choice: PackChoice;
  readonly isPacked: boolean;
  /** Files small enough for packs, and about how many packs they would need. */
  readonly files: number;
  readonly packs: number;
  /** The largest file that goes into a pack. */
  readonly maxFileBytes: number;
  /** Requests of the whole upload: every file alone, or small ones in packs. */
  readonly aloneRequests: number;
  readonly packedRequests: number;
}

/** What would be sent. */
export interface UploadPlan {
  readonly totals: Totals;
  readonly links: readonly PlannedLink[];
  readonly parts: number;
  /** Requests to the API, which the rate limit applies to. PUTs of parts don't count. */
  readonly requests: number;
  /** From now to the end, if it is started now. */
  readonly time: TimeForecast;
  readonly packing: PackingPlan;
  readonly containers: ListedContainers;
  /** For an upload to a sandbox whose disk is too small for it; otherwise null. */
  readonly sandboxSpace: SandboxSpace | null;
  readonly custodians: readonly {
    readonly custodian: string | null;
    /** What named the custodian; null where nothing did. */
    readonly from: CustodianOrigin | null;
    readonly items: number;
    readonly bytes: number;
  }[];
  /** Custodians of folders inside containers, where they aren't the container's own. Sizes are those of expanded files. */
  readonly insideContainers: readonly (Tally & {
    readonly custodian: string;
    /** Folders that were named inside containers that couldn't be listed. */
    readonly uncheckedFolders: number;
  })[];
  /** Sources in which the scan found nothing. */
  readonly emptySources: readonly string[];
  /** Rows of the CSV of custodians that name no folder and no file: the first of them, and how many. */
  readonly unmatchedRows: { readonly rows: readonly UnmatchedRow[]; readonly total: number };
  /** Folders that no row of the CSV names and another rule does: the first of them, and how many. */
  readonly unnamedFolders: { readonly paths: readonly string[]; readonly total: number };
  /** Names that are probably one person's. */
  readonly similarCustodians: readonly (readonly string[])[];
  /** Whether the selection skips it or not. */
  readonly alreadySent: AlreadySent;
  /** How many of these are sent again. Where only new files are wanted: segments of sets that are partly new, and chosen files. */
  readonly sentAgain: number;
  /** Whether the selection wants only what is new. */
  readonly onlyNew: boolean;
  /** What the selection skips, by rule. */
  readonly skippedByChoice: readonly (Tally & { readonly code: SelectionCode })[];
  /** `type`: by content; where it isn't known, the extension with its dot, or ''. */
  readonly types: readonly (Tally & { readonly type: string | null; readonly extension: string })[];
}

export interface ProblemItem {
  readonly path: string;
  readonly state: 'skipped' | 'failed' | 'held';
  readonly reason: Reason | null;
  /** What was found of a file that a person skipped, such as "Only zeros". */
  readonly found?: string;
}

/** A source file that the platform accepted, or a link that was handed over: the size of what it leads to is unknown. */
export interface SentFile {
  readonly id: number;
  readonly path: string;
  readonly state: 'accepted' | 'handedOver';
  readonly bytes: number | null;
  readonly sha1: string | null;
  readonly sha256: string | null;
  /** It is null for a link, and for a file in a pack. */
  readonly parts: number | null;
  /** The number of the pack that it was sent in, whose source file `id` is; absent for a file that was sent alone. */
  readonly pack?: number;
}

/** One event of an upload's log. */
export interface LogEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: JsonObject;
}

export interface RequeueResult {
  /** Failed files that are queued again. */
  readonly requeued: number;
  /** Skipped files that the rules choose now: duplicates of one that can't be sent, say. */
  readonly chosenAgain: number;
  /** Files found in folders that can be read now. */
  readonly discovered: number;
  /** Files that were skipped, because they are gone from their watched folder or were replaced there. */
  readonly left: number;
  /** Files that stay failed: they still can't be read, or changed in a watched folder that has not sent them yet. */
  readonly failed: number;
}

/** Counts the files that a decision was about, and those that could not be sent because they left their watched folder. */
export interface Decided {
  readonly files: number;
  /** Some of `files`: they were to be sent, and were skipped. */
  readonly left: number;
  /** Not in `files`: the platform may have them, so they still need review. */
  readonly kept: number;
}

export const nothingDecided: Decided = { files: 0, left: 0, kept: 0 };

/** Who gets what of an upload. */
export interface CustodianTally {
  readonly custodian: string | null;
  /** What named the custodian. It is null for the upload's default, or none. */
  readonly from: Exclude<CustodianOrigin, 'default'> | null;
  readonly items: number;
  readonly bytes: number;
  readonly sentItems: number;
  readonly sentBytes: number;
  readonly handedOver: number;
  /** Not in the numbers above: nobody knows what they hold. */
  readonly unreadFolders: number;
  readonly unreadFiles: number;
}
