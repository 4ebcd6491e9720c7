import type { Writable } from 'node:stream';
import type { Failure, Result } from '../../../preload/contract/failures/failure.ts';
import type { CustodianMatch } from '../../../preload/contract/views/custodian-match.ts';
import type { LockedFilesSummary, LockedFileView } from '../../../preload/contract/views/locked-file.ts';
import type { SettingDifference } from '../../../preload/contract/views/settings-difference.ts';
import type { IssuedReceipt } from '../../../preload/contract/views/verify-view.ts';
import type { ReceiptFormat } from '../custody/receipt-protocol.ts';
import type { TimestampSettings } from '../custody/receipt-timestamp.ts';
import type { SigningKey } from '../custody/signing-key.ts';
import { checkGivenLinks } from '../intake/links.ts';
import { linkStoreOf } from '../intake/mask-link.ts';
import { checkSettings, type ProcessingSettings } from '../platform/processing-settings.ts';
import type { WriteFileOptions } from '../store/files/atomic-file.ts';
import type { EndedUpload, SavedReceipt } from '../store/receipts/saved-receipt-repository.ts';
import { storeResult } from '../store/sqlite-failure.ts';
import type { Account, Connection } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import type { Progress } from '../types/progress.ts';
import type { RunOptions, TransferLimits } from '../types/run-options.ts';
import type { RequeueResult, UploadPlan, UploadSummary } from '../types/uploads.ts';
import { closeCancelledUploads } from './context/close-items.ts';
import { closeSessionWhenIdle, connect } from './context/connect.ts';
import {
  closeContext,
  type EngineContext,
  requireSession,
  type UsualLimits,
} from './context/engine-context.ts';
import { type Findings, readFindings } from './context/read-findings.ts';
import { createUploadReader, type UploadReader, uploadNotFound } from './context/read-uploads.ts';
import { saveFile } from './context/save-file.ts';
import { continueScan } from './drafts/continue-scan.ts';
import { databaseRefusal, readDatabaseGb } from './prepare/databases.ts';
import {
  forgetLostPasswords,
  lockedFileViews,
  saveLockedList,
  tryPasswordFile,
} from './prepare/locked-files.ts';
import { planUpload } from './prepare/plan-upload.ts';
import { type NewUploadRequest, type PrepareOptions, prepareUpload } from './prepare/prepare-upload.ts';
import { uploadSettingDifferences } from './prepare/settings-difference.ts';
import { cancelUpload, recordSandboxDeletion } from './run/cancel-upload.ts';
import { watchControlRequests } from './run/control-requests.ts';
import { leaveToRule, type SendingRule } from './run/decide-held.ts';
import { issueReceipt, type ReceiptOptions, recordSaved } from './run/issue-receipt.ts';
import { keepLimits } from './run/keep-limits.ts';
import { pauseUpload } from './run/pause-upload.ts';
import { pauseInterruptedUploads } from './run/record-end.ts';
import { requeueFailedItems } from './run/requeue-items.ts';
import { runUpload, startUpload } from './run/run-upload.ts';

/** The engine as the command line uses it. */
export interface UploadEngine extends UploadReader {
  /** Checks profile, server and key, and asks who the key belongs to. Needed before `prepare`, `plan` and `run`. */
  connect(connection: Connection): Promise<Result<Account>>;
  disconnect(account: Account): Promise<void>;
  /** Another key is used from now on. What is being sent with this one may finish first. */
  replaceKey(account: Pick<Account, 'serverUrl' | 'keyId'>): void;
  /** The file through which processes share the rate limit, if this one can't write it; it sends fewer requests then. */
  unsharedRateLimitFile(): string | null;
  /** The size of a database now, in GB. Returns null where the account can't read it. */
  databaseGb(databaseId: number, signal: AbortSignal): Promise<number | null>;
  /** Why an upload to the database would be refused or asked about; null where the platform shows nothing against it. */
  databaseRefusal(databaseId: number, signal: AbortSignal): Promise<Failure | null>;
  /** As an upload through the latest connection checks them. */
  checkSettings(settings: ProcessingSettings): ReturnType<typeof checkSettings>;
  /** Checks the database and scans the sources. Sends nothing. */
  prepare(
    request: NewUploadRequest,
    signal: AbortSignal,
    options?: PrepareOptions,
  ): Promise<Result<UploadId>>;
  /** Scans a draft whose scan was interrupted. */
  continueScan(id: UploadId, signal: AbortSignal): Promise<Result<undefined>>;
  /** Fails with upload-not-found, and as reading its profile does. */
  plan(id: UploadId): Promise<Result<UploadPlan>>;
  /** Tries the passwords of the request's file on the locked files. Tells `onStart` how many there are of both. */
  tryPasswords(
    id: UploadId,
    signal: AbortSignal,
    onStart: (passwords: number, files: number) => void,
  ): Promise<Result<LockedFilesSummary>>;
  lockedFiles(id: UploadId): Iterable<LockedFileView>;
  /** Writes the files that are still locked: as text where the path ends with .txt, else as CSV. Fails as `saveFile`. */
  saveLockedList(id: UploadId, path: string): Promise<Result<undefined>>;
  /** Settings of a new dataset that differ from the database's earlier ones. */
  settingDifferences(id: UploadId): Promise<readonly SettingDifference[]>;
  /** What the check of its files found. */
  findings(id: UploadId): Findings;
  /** The custodians against the directory that its request names; empty without one. */
  custodianMatches(id: UploadId): readonly CustodianMatch[];
  /**
   * The links of an upload in full, as a person enters them again. What may be a secret in them is kept in memory only.
   * Fails with link-not-needed, which names a link that nothing waits for.
   */
  provideLinks(id: UploadId, links: readonly string[]): Result<void>;
  /** A person starts a draft: from now on `run` may send it. Fails with database-unconfirmed, and as findUploadDatabase. */
  start(id: UploadId, typedDatabase?: string | null): Promise<Result<undefined>>;
  /** The limits of uploads that have none of their own. */
  readonly usualLimits: UsualLimits;
  /** Keeps limits with the upload. Returns its own: those given, and where none was given, those kept before. */
  keepLimits(id: UploadId, given: TransferLimits): TransferLimits;
  /** The name of the watched folder whose upload it is, if that has hours. They are its rule's: `run` doesn't keep them. */
  folderWithHours(id: UploadId): string | null;
  /**
   * A person resumes an upload, and may decide about its files that need review: it is its rule that sends those of a watched
   * folder. Returns that rule, or null if `run` is to send it. Fails with upload-cancelled, link-secret-missing and the like.
   */
  leaveToRule(
    id: UploadId,
    options: Pick<RunOptions, 'held' | 'heldItems' | 'unavailableSources'>,
  ): Result<SendingRule | null>;
  /** Sends what is still to be sent of an upload that was started. After a failure the upload is paused and can be run again. */
  run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>>;
  /** Queues failed items again and rescans folders that could not be read. Not while the upload runs. */
  requeueFailed(id: UploadId): Promise<Result<RequeueResult>>;
  /** A person doesn't want to wait for the sources that are away: their files fail, and can be retried. */
  failUnavailableSources(id: UploadId): void;
  /** Fails as `pauseUpload`, or if the store refuses it. */
  pause(id: UploadId): Promise<Result<undefined>>;
  /** Stops it if it is running. */
  cancel(id: UploadId): Promise<Result<undefined>>;
  /** Cancels the unfinished uploads to the sandbox, whose data was deleted. */
  recordSandboxDeletion(): Promise<void>;
  /** Returns the function that unsubscribes. */
  onProgress(listener: (progress: Progress) => void): () => void;
  /** As `issueReceipt`. */
  writeReceipt(
    id: UploadId,
    format: ReceiptFormat,
    to: Writable,
    key?: SigningKey | null,
    timestamps?: TimestampSettings | null,
  ): Promise<Result<IssuedReceipt>>;
  /** As `writeReceipt` into a file, which `saveFile` writes. One that can be verified is listed among those saved last. */
  saveReceipt(id: UploadId, path: string, options: SaveReceiptOptions): Promise<Result<IssuedReceipt>>;
  /** The receipts that were saved last, newest first. Their files may be gone since. */
  savedReceipts(limit: number): readonly SavedReceipt[];
  /** Uploads of watched folders without a receipt `<start><ID>.json` of how they ended. */
  unsavedReceipts(start: string): readonly EndedUpload[];
  /** Writes a file that a person asked for. Fails with output-in-source, and as writing it does. */
  saveFile<T>(
    path: string,
    write: (file: Writable) => Promise<Result<T>>,
    options?: WriteFileOptions,
  ): Promise<Result<T>>;
  /** Stops running uploads first. */
  close(): Promise<void>;
}

export interface SaveReceiptOptions extends WriteFileOptions, ReceiptOptions {}

export function createUploadEngine(context: EngineContext): UploadEngine {
  const { repositories, sessions, progress, secretLinks, store, tasks } = context;
  pauseInterruptedUploads(context);
  closeCancelledUploads(context);
  forgetLostPasswords(context);
  watchControlRequests(context);
  const engine: UploadEngine = {
    ...createUploadReader(repositories),
    connect: (connection) => connect(context, connection),
    databaseGb: (databaseId, signal) =>
      readDatabaseGb(requireSession(sessions.latest()).platform, databaseId, signal),
    disconnect: (account) => sessions.remove(account),
    replaceKey: (account) => closeSessionWhenIdle(context, account),
    unsharedRateLimitFile: () => context.rateLimiters.unsharedFile,
    async databaseRefusal(databaseId, signal) {
      const { platform } = requireSession(sessions.latest());
      return (await databaseRefusal(platform, databaseId, {}, signal))?.failure ?? null;
    },
    checkSettings(settings) {
      const { platform } = requireSession(sessions.latest());
      return checkSettings(settings, platform.profile, platform.form);
    },
    prepare: (request, signal, prepareOptions) => prepareUpload(context, request, signal, prepareOptions),
    continueScan: (id, signal) => continueScan(context, id, signal),
    plan: (id) => planUpload(context, id),
    tryPasswords: async (id, signal, onStart) => {
      const upload = repositories.uploads.get(id);
      if (upload === null) return uploadNotFound(id);
      return tasks.run((closing) =>
        tryPasswordFile(context, id, upload.request, AbortSignal.any([signal, closing]), onStart),
      );
    },
    lockedFiles: (id) => lockedFileViews(context, id),
    saveLockedList: (id, path) => saveLockedList(context, id, path),
    settingDifferences: (id) => uploadSettingDifferences(context, id),
    findings: (id) => readFindings(repositories, id),
    custodianMatches: (id) => [...repositories.custodianMatches.all(id).values()],
    provideLinks(id, links) {
      const upload = repositories.uploads.get(id);
      if (upload === null) return uploadNotFound(id);
      const { request } = upload;
      // Before the scan, the links of the request aren't items yet.
      const waiting = request.links.map(({ shown }) => ({ link: shown, state: 'queued' as const }));
      const known = upload.state === 'scanning' ? waiting : repositories.items.links(id);
      const needed = checkGivenLinks(known, links, linkStoreOf(upload));
      if (!needed.ok) return needed;
      secretLinks.keep(id, links, request.maskLinks);
      return needed;
    },
    start: (id, typedDatabase) => startUpload(context, id, typedDatabase),
    usualLimits: context.usualLimits,
    keepLimits: (id, given) => keepLimits(context, id, given),
    run: (id, runOptions) => runUpload(context, id, runOptions),
    leaveToRule: (id, runOptions) => leaveToRule(context, id, runOptions),
    requeueFailed: (id) => requeueFailedItems(context, id),
    folderWithHours: (id) => {
      const watch = repositories.uploads.get(id)?.request.watch;
      const rule = watch === undefined ? null : repositories.watchRules.get(watch.ruleId);
      return rule === null || rule.rule.schedule === null ? null : rule.rule.name;
    },
    failUnavailableSources: (id) => context.runs.failUnavailable(id),
    pause: (id) => storeResult(async () => pauseUpload(context, id)),
    cancel: (id) => cancelUpload(context, id),
    async recordSandboxDeletion() {
      await recordSandboxDeletion(context);
    },
    onProgress: (listener) => progress.subscribe(listener),
    writeReceipt: (id, format, to, key, timestamps) =>
      issueReceipt(context, id, { format, key, timestamps }, to),
    saveReceipt: (id, path, { format, key, timestamps, ...options }) =>
      storeResult(async () => {
        const at = new Date().toISOString();
        const write = (file: Writable) => engine.writeReceipt(id, format, file, key, timestamps);
        const saved = await engine.saveFile(path, write, options);
        if (saved.ok && format === 'json') recordSaved(context, id, path, at);
        return saved;
      }),
    savedReceipts: (limit) => repositories.savedReceipts.latest(limit),
    unsavedReceipts: (start) => repositories.savedReceipts.missing(start),
    saveFile: (path, write, options) => saveFile(context, path, write, options),
    async close() {
      await tasks.close();
      if (store.db.open) forgetLostPasswords(context);
      await closeContext(context);
    },
  };
  return engine;
}
