/** What the window shows. Times are ISO 8601 in UTC, sizes are bytes, and nothing here is a secret. */

import { z } from 'zod';
import { maxPageRows } from '../bounds.ts';
import { failureSchema, reasonSchema } from '../failures/failure-table.ts';
import { watchedFolderView } from '../watch/watched-folder.ts';
import { bandwidthSchedule, minBytesPerSecond } from './bandwidth-schedule.ts';
import { custodianNames, custodianRules } from './custodian-rule.ts';
import { exceptionGroups } from './exception.ts';
import { finding } from './finding.ts';
import { hashListResult } from './hash-list.ts';
import { itemId, uploadId, watchRuleId } from './ids.ts';
import { connectionForm } from './interface-form.ts';
import { linkCheck } from './link-check.ts';
import { parallelParts } from './parallel-parts.ts';
import { itemStates, partChecks, sortColumns, uploadStates } from './states.ts';
import { timeRange } from './time-forecast.ts';
import { unavailableSource } from './unavailable-source.ts';
import { waitReason } from './wait-reason.ts';

const count = z.int().nonnegative();
const tally = z.object({ items: count, bytes: count });

export const totalsView = z.object({
  queued: tally,
  uploading: tally,
  accepted: tally,
  /** Links. The platform fetches them itself, so their sizes are unknown here. */
  handedOver: tally,
  skipped: tally,
  failed: tally,
  held: tally,
});
export type TotalsView = z.infer<typeof totalsView>;

export const connectionView = z.object({
  id: z.string(),
  name: z.string(),
  serverUrl: z.string(),
  /** The key's short identifier. It is null while there is no key: the person must enter one. */
  keyId: z.string().nullable(),
  profileName: z.string().nullable(),
  /** Whether it is the sandbox on this computer. */
  isSandbox: z.boolean(),
  /** The legal hold directory that was synchronized last: the platform lists none. */
  directoryId: z.int().nullable(),
  /** It is null until Lading connected for the first time. */
  form: connectionForm.nullable(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unchecked') }),
    z.object({ kind: z.literal('ready'), userName: z.string() }),
    z.object({ kind: z.literal('failed'), failure: failureSchema }),
  ]),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const databaseView = z.object({ id: z.int(), name: z.string() });
export type DatabaseView = z.infer<typeof databaseView>;

/** Hours of one upload: those in which alone it is sent, or those in which it isn't. */
export const sendingHours = z.object({
  days: z.array(z.number()).readonly(),
  from: z.string(),
  to: z.string(),
  sends: z.exactOptional(z.literal('nothing')),
});

export const uploadView = z.object({
  id: uploadId,
  name: z.string(),
  state: z.enum(uploadStates),
  createdAt: z.string(),
  /** It is null for a draft: nothing is sent of it. */
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** How long its runs lasted, without pauses and waits; 0 where no run measured it. */
  sendingMs: count,
  connectionId: z.string().nullable(),
  serverUrl: z.string(),
  isSandbox: z.boolean(),
  databaseId: z.int(),
  databaseName: z.string(),
  datasetId: z.int().nullable(),
  datasetName: z.string(),
  /** It is null for none, and for an existing dataset. */
  datasetDescription: z.string().nullable(),
  sources: z.array(z.string()),
  totals: totalsView,
  /** Counts of exceptions by group; files excluded by choice are a group of their own. */
  exceptions: z.record(z.enum(exceptionGroups), count),
  /** How many of those that need review the rule of their watched folder holds back. */
  withheld: count,
  /** What was found in them, such as "Only zeros". */
  withheldFor: z.array(z.string()),
  /** Files that weren't sent because the upload was canceled. They are skipped. */
  cancelled: tally,
  acknowledgedBytes: count,
  /** Direct links that aren't skipped. */
  links: count,
  /** Failed items that are folders: what they hold is unknown. */
  unreadFolders: count,
  custodian: z.string().nullable(),
  custodianRules,
  /** Names that were merged into another. */
  custodianNames,
  /** A person decided to send files without a custodian. */
  leaveUnassigned: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  sha1: z.boolean(),
  partCheck: z.enum(partChecks),
  /** Those of its own, which replace the usual ones. They are null for no limit, and for any hour. */
  limits: z.object({
    bytesPerSecond: z.exactOptional(z.number().nullable()),
    hours: z.exactOptional(sendingHours.nullable()),
  }),
  stoppedBy: failureSchema.nullable(),
  /** It is null if no hash list came with the files, or they weren't compared yet. */
  hashLists: hashListResult.nullable(),
  /** How many of its files were checked. It is null until then. */
  inspection: z.object({ checked: count, files: count }).nullable(),
  /** The watched folder that it is of. It is null for an upload that a person made. */
  watchRuleId: watchRuleId.nullable(),
});
export type UploadView = z.infer<typeof uploadView>;

const activeItemView = z.object({
  itemId: z.int(),
  path: z.string(),
  /** If it is a pack; its `itemId` is no item's then. */
  pack: z.object({ number: count, files: count }).optional(),
  sizeBytes: count,
  acknowledgedBytes: count,
  sentBytes: count,
  partsInFlight: count,
  parts: z.object({ done: count, count }),
  activity: z.enum(['hashing', 'uploading', 'waiting', 'completing', 'assembling']),
});

const partsUnderWayView = z.object({
  /** Uploaded again by the next run, if the upload stops now. */
  sentBytes: count,
  /** Until they have arrived. It is null while the speed is unknown. */
  secondsLeft: z.number().nonnegative().nullable(),
  /** The upload stops after them. */
  isFinishing: z.boolean(),
});
export type PartsUnderWayView = z.infer<typeof partsUnderWayView>;

/** Sent at most ten times a second. */
export const progressView = z.object({
  uploadId,
  state: z.enum(uploadStates),
  totals: totalsView,
  /** Files that weren't sent because the upload was canceled. They are skipped. */
  cancelled: tally,
  acknowledgedBytes: count,
  bytesPerSecond: z.number().nonnegative(),
  /** By the model, and rounded only where it is shown. It is null while too little is known. */
  timeLeft: timeRange.nullable(),
  concurrency: count,
  active: z.array(activeItemView),
  partsUnderWay: partsUnderWayView,
  /** `path` is the file that waits; null where every request does. */
  waiting: z.object({ reason: waitReason, path: z.string().nullable(), retryAtMs: z.number() }).nullable(),
  /** Sources that are away. Their files wait. */
  unavailableSources: z.array(unavailableSource),
  /** While the files of a scan are being checked. */
  inspection: z.object({ checked: count, files: count }).nullable(),
});
export type ProgressView = z.infer<typeof progressView>;

export const itemQuery = z.object({
  uploadId,
  offset: count,
  limit: z.int().min(1).max(maxPageRows),
  sort: z.object({ column: z.enum(sortColumns), descending: z.boolean() }).nullable(),
  /** Only these states; all when empty. */
  states: z.array(z.enum(itemStates)).max(20),
  /** Only these, in their order unless they are sorted. Absent for all files. */
  exceptions: z.exactOptional(z.array(z.enum(exceptionGroups)).min(1).max(exceptionGroups.length)),
  /** Part of the path, custodian, SHA-1, or MD5, ignoring case and Unicode forms; '' for all. */
  search: z.string().max(200),
});
export type ItemQuery = z.infer<typeof itemQuery>;

/** A list of hashes may have as many as lines. */
export const maxItemFindings = 20;

export const itemView = z.object({
  id: itemId,
  path: z.string(),
  /** It is null for a link, and for what could not be read. */
  sizeBytes: count.nullable(),
  /** It is null if unknown; `@` with seconds since 1970 where no date expresses it. */
  modifiedAt: z.string().nullable(),
  custodian: z.string().nullable(),
  state: z.enum(itemStates),
  reason: reasonSchema.nullable(),
  exception: z.enum(exceptionGroups).nullable(),
  /** What was found about it before it was sent, worst first, and how much of that there is. */
  findings: z.array(finding).max(maxItemFindings),
  findingCount: count,
  sha1: z.string().nullable(),
  sha256: z.string().nullable(),
  md5: z.string().nullable(),
  sourceFileId: z.int().nullable(),
  partCount: count.nullable(),
  partsDone: count,
  /** The pack that the file is or was sent in; its source file is `sourceFileId`. It is null for a file that is sent alone. */
  pack: z.object({ number: count, files: count }).nullable(),
  /** What the platform answered to the completion, verbatim. Nothing else is known of its side. */
  answerState: z.string().nullable(),
  /** For a direct link. One whose part after “?” is not stored must be entered again to retry it. */
  link: z.object({ hasSecret: z.boolean(), check: linkCheck.nullable() }).nullable(),
});
export type ItemView = z.infer<typeof itemView>;

export const partsView = z.object({
  partSizeBytes: count,
  partCount: count,
  /** Ranges of acknowledged part numbers, both ends included. */
  done: z.array(z.tuple([count, count])),
  inFlight: z.array(count),
  /** Parts that needed more than one attempt in this run. */
  retried: z.array(count),
});
export type PartsView = z.infer<typeof partsView>;

export const custodianView = z.object({
  custodian: z.string().nullable(),
  /** The first ones. */
  folders: z.array(z.string()),
  moreFolders: count,
  /** How many files are or were to be sent, including failed ones. */
  items: count,
  bytes: count,
  /** The accepted ones of these. */
  sent: tally,
  /** Links among them that were handed to the platform. */
  handedOver: count,
  /** What could not be read, not in these numbers: what the folders hold is unknown. */
  notRead: z.object({ folders: count, files: count }),
});
export type CustodianView = z.infer<typeof custodianView>;

export const processingSettingView = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(['choice', 'boolean', 'text', 'timezone', 'language', 'custodian', 'projects']),
  /** A choice and a language have them. Any other value of a choice may be typed. */
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      /** Shown by the specification; or accepted by this platform in an earlier dataset; or neither. */
      basis: z.enum(['documented', 'accepted', 'assumed']),
    }),
  ),
  default: z.union([z.string(), z.boolean()]).nullable(),
  /** Whether the specification shows the field's name or the profile assumes it. */
  known: z.boolean(),
  /** False where the connection's form of the interface lacks it. */
  isOffered: z.boolean(),
});
export type ProcessingSettingView = z.infer<typeof processingSettingView>;

export const templateView = z.object({
  id: z.int(),
  name: z.string(),
  settings: z.record(z.string(), z.unknown()),
});
export type TemplateView = z.infer<typeof templateView>;

export const eventView = z.object({
  seq: z.int(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type EventView = z.infer<typeof eventView>;

export const sourceView = z.object({
  /** Stands for a path from a dialog, a drop or the sample matter. The window never names a path. */
  sourceId: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'file']),
});
export type SourceView = z.infer<typeof sourceView>;

export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** It is null for no limit. */
  bytesPerSecond: z.int().min(minBytesPerSecond).nullable(),
  /** What differs at certain local times, e.g. office hours. Days: 0 is Sunday. */
  schedule: bandwidthSchedule.nullable(),
  /** The schedule that a person switched off last, to be switched on again. */
  unusedSchedule: bandwidthSchedule.nullable().default(null),
  concurrency: z.int().min(parallelParts.min).max(parallelParts.max),
  proxy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('system') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('manual'), url: z.url().max(2000) }),
  ]),
  notify: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

export const updatesView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('off'),
    /**
     * No feed is configured; updates for this system aren't signed; an administrator installs them; the feed isn't
     * over HTTPS or names no signer; or the updater can't replace this installation.
     */
    reason: z.enum(['no-feed', 'not-signed', 'managed', 'feed-insecure', 'not-replaceable']),
  }),
  z.object({ kind: z.literal('checking') }),
  /** It is null until the first check. */
  z.object({ kind: z.literal('current'), checkedAt: z.string().nullable() }),
  z.object({ kind: z.literal('available'), version: z.string() }),
  z.object({ kind: z.literal('downloading'), version: z.string(), percent: z.int().min(0).max(100) }),
  z.object({ kind: z.literal('ready'), version: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type UpdatesView = z.infer<typeof updatesView>;

export const certificateView = z.object({
  subject: z.string(),
  issuer: z.string(),
  validTo: z.string(),
  /** SHA-256. */
  fingerprint: z.string(),
});
export type CertificateView = z.infer<typeof certificateView>;

export const appView = z.object({
  version: z.string(),
  runtime: z.string(),
  platform: z.string(),
  dataFolder: z.string(),
  /** Prints the address and the keys of the sandbox, as the command line is called here. */
  sandboxKeysCommand: z.string(),
  /** The organization's, trusted in addition to this computer's. */
  certificates: z.array(certificateView),
  /** The time-stamping authority for receipts. */
  timestampUrl: z.string().nullable(),
  /** Trusted for time stamps. */
  timestampCertificates: z.array(certificateView),
  /** How API keys are stored. plaintext needs the person's consent. */
  keyStorage: z.enum(['keychain', 'plaintext', 'unavailable']),
  preferences,
  updates: updatesView,
});
export type AppView = z.infer<typeof appView>;

export const sandboxView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('running'), url: z.string(), connectionId: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type SandboxView = z.infer<typeof sandboxView>;

export const engineView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('running') }),
  /** It ended unexpectedly and was restarted. Uploads resume. */
  z.object({ kind: z.literal('restarted'), at: z.string(), times: count }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type EngineView = z.infer<typeof engineView>;

/** Everything except long lists. */
export const snapshot = z.object({
  /** Grows by one with each event. After a gap, take a new snapshot. */
  revision: count,
  app: appView,
  engine: engineView,
  sandbox: sandboxView,
  connections: z.array(connectionView),
  uploads: z.array(uploadView),
  progress: z.array(progressView),
  watchedFolders: z.array(watchedFolderView),
});
export type Snapshot = z.infer<typeof snapshot>;
