import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { BandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import type { FoundFile, FoundInRule } from '../../../../preload/contract/views/found-file.ts';
import { asOneRange, type TimeRange } from '../../../../preload/contract/views/time-forecast.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watch/watched-folder.ts';
import { countPacks } from '../../packs/pack-limits.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { problemOf } from '../../store/items/item-repository.ts';
import { checkUpgradable } from '../../store/migrate.ts';
import { openReadOnly } from '../../store/open.ts';
import type { UsedKey } from '../../store/receipts/signing-key-repository.ts';
import { createRepositories, type Repositories } from '../../store/repositories.ts';
import { sqliteResult } from '../../store/sqlite-failure.ts';
import { allSources, type Upload } from '../../store/uploads/upload-repository.ts';
import { forecastPlan } from '../../transfer/rates/forecast.ts';
import type { UploadId } from '../../types/ids.ts';
import { requestsLeft } from '../../types/request-count.ts';
import type { LogEvent, ProblemItem, SentFile } from '../../types/uploads.ts';
import { type HeldFiles, heldFiles } from './held-files.ts';
import { planPacking } from './plan-packing.ts';

/** Reads the uploads of a store. */
export interface UploadReader {
  uploads(): readonly Upload[];
  upload(id: number): Result<Upload>;
  /** How long an upload takes that waits for its hours, as before its start. Returns null without its profile. */
  waitingTime(id: UploadId, bandwidth: BandwidthPlan): Promise<TimeRange | null>;
  problems(id: UploadId): Iterable<ProblemItem>;
  /** The files that need review and match one of the globs. Fails with glob-invalid. */
  heldFiles(id: UploadId, globs: readonly string[]): Result<HeldFiles>;
  /** Files that were sent, or are to be, with something that a person has to look at. */
  foundFiles(id: UploadId): Iterable<FoundFile>;
  /** How many a watched folder has, and the newest of them. */
  foundInRule(ruleId: number, limit: number): FoundInRule;
  sentFiles(id: UploadId): Iterable<SentFile>;
  /** The files of a pack, by its number, once the platform accepted it. */
  filesOfPack(id: UploadId, pack: number): Iterable<SentFile>;
  /** What follows an event of the upload's log. */
  log(id: UploadId, afterSeq: number): Iterable<LogEvent>;
  /** The number of the log's last event. */
  logEnd(id: UploadId): number;
  /** The keys that signed receipts here, in the order of their first use. */
  signingKeys(): readonly UsedKey[];
  /** How many files of a watched folder's rule are in which state. Returns null without a store. */
  watchCounts(ruleId: number): WatchedFolderView['counts'] | null;
}

export function uploadNotFound(id: number): ReturnType<typeof failure> {
  return failure('upload-not-found', { uploadId: id });
}

export function createUploadReader(repositories: Repositories): UploadReader {
  const { uploads, items, sourceFiles, events, signingKeys, watchLedger, foundFiles } = repositories;
  return {
    uploads: () => uploads.all(),
    upload(id) {
      const found = uploads.getAny(id);
      return found === null ? uploadNotFound(id) : success(found);
    },
    waitingTime: (id, bandwidth) => waitingTime(repositories, id, bandwidth),
    *problems(id) {
      for (const item of items.problemItems(id)) {
        const found = item.reason?.code === 'skipped-by-person' ? foundFiles.ofItem(item.id) : null;
        for (const problem of problemOf(item)) yield found === null ? problem : { ...problem, found };
      }
    },
    heldFiles: (id, globs) => heldFiles(repositories, id, globs),
    foundFiles: (id) => foundFiles.ofUpload(id),
    foundInRule: (ruleId, limit) => foundFiles.ofRule(ruleId, limit),
    sentFiles: (id) => sourceFiles.sentFiles(id),
    filesOfPack: (id, pack) => sourceFiles.filesOfPack(id, pack),
    log: (id, afterSeq) => events.after(id, afterSeq),
    logEnd: (id) => events.lastSeq(id),
    signingKeys: () => signingKeys.all(),
    watchCounts: (ruleId) => watchLedger.counts(ruleId),
  };
}

async function waitingTime(
  repositories: Repositories,
  id: UploadId,
  bandwidth: BandwidthPlan,
): Promise<TimeRange | null> {
  const { uploads, lineSpeeds, packs } = repositories;
  const upload = uploads.getAny(id);
  const profile = await loadProfile(upload?.profilePath ?? undefined);
  if (upload === null || !profile.ok) return null;
  const { serverUrl, request, totals, acknowledgedBytes } = upload;
  const { limits } = profile.value;
  const bytes = Math.max(0, totals.queued.bytes + totals.uploading.bytes - acknowledgedBytes);
  const small = planPacking(repositories, id, limits);
  const saved = small.isPacked ? small.aloneRequests - small.packedRequests : 0;
  const work = {
    bytes,
    requests: requestsLeft(totals, countPacks(packs.open(id), Number.POSITIVE_INFINITY)) - saved,
    hashedBytes: request.sha1 === false ? 0 : bytes,
  };
  const timeLimits = { requestsPerSecond: limits.requestsPerSecond, bandwidth, hours: null };
  return asOneRange(forecastPlan(work, lineSpeeds.measurements(serverUrl), timeLimits, Date.now()));
}

/**
 * What was chosen for any upload of a data folder. An engine that upgrades its store may only be opened once it is known
 * what must not be written to. Fails as the store does that can't be read.
 */
export function readSources(stateDir: string): Result<readonly string[]> {
  const opened = openReadOnly(stateDir, checkUpgradable);
  if (!opened.ok) return opened;
  const db = opened.value;
  if (db === null) return success([]);
  try {
    return sqliteResult(db.name, () => allSources(db));
  } finally {
    db.close();
  }
}

/**
 * Reads the store as it was at the first question, also while an engine is sending. Close it soon: until then SQLite's
 * log only grows. Without a store there are no uploads.
 */
export function openReader(stateDir: string): Result<UploadReader & { close(): void }> {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) return opened;
  const db = opened.value;
  if (db === null)
    return success({
      uploads: () => [],
      upload: uploadNotFound,
      waitingTime: async () => null,
      problems: () => [],
      heldFiles: () => success({ items: [], packedWithOthers: 0 }),
      foundFiles: () => [],
      foundInRule: (ruleId) => ({ ruleId, issues: {}, files: [] }),
      sentFiles: () => [],
      filesOfPack: () => [],
      log: () => [],
      logEnd: () => 0,
      signingKeys: () => [],
      watchCounts: () => null,
      close: () => {},
    });
  db.exec('BEGIN');
  return success({ ...createUploadReader(createRepositories(db)), close: () => void db.close() });
}
