import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { CustodianMatch } from '../../../preload/contract/views/custodian-match.ts';
import type { LockedFilesSummary, LockedFileView } from '../../../preload/contract/views/locked-file.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import { directoryRules } from '../directories/sync-directory.ts';
import { checkLinkHosts } from '../intake/check-links.ts';
import { checkRules } from '../intake/custodians/check-rules.ts';
import { nameInnerFolders } from '../intake/custodians/name-inner-folders.ts';
import { rulesOf } from '../intake/custodians/upload-rules.ts';
import { addLinks, checkLinks } from '../intake/links.ts';
import { linkStoreOf } from '../intake/mask-link.ts';
import { readPasswords } from '../intake/passwords/read-passwords.ts';
import { scanIntoStore } from '../intake/scan-into-store.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import { loadProfile } from '../platform/profile-file.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { SourceReader } from '../sources/source-reader.ts';
import { openReadOnly, openStore } from '../store/open.ts';
import { createRepositories } from '../store/repositories.ts';
import { storeResult } from '../store/sqlite-failure.ts';
import { type StoredRequest, storedRequest } from '../store/stored-request.ts';
import { writeFailure } from '../store/write-failure.ts';
import { bandwidthPlan } from '../transfer/bandwidth-limiter.ts';
import { HashPool } from '../transfer/hash-pool.ts';
import { createBlockPool } from '../transfer/part-body.ts';
import type { Connection } from '../types/connection.ts';
import type { UploadId } from '../types/ids.ts';
import type { TransferLimits } from '../types/run-options.ts';
import type { ProblemItem, UploadPlan, UploadRequest } from '../types/uploads.ts';
import { type DatabaseRef, findUploadDatabase } from './databases.ts';
import { inspectFiles } from './inspect-upload.ts';
import { lockedFileViews, saveLockedList, tryPasswordFile } from './locked-files.ts';
import { matchScannedCustodians } from './match-custodians.ts';
import { planInventory } from './plan-inventory.ts';
import { type Findings, readFindings, writeFindingsCsv } from './read-findings.ts';
import { saveFile } from './save-file.ts';
import { checkSelection, selectScannedFiles } from './select-files.ts';
import { UploadPasswords } from './upload-passwords.ts';
import { withSession } from './with-session.ts';

/** What an upload would send, and what it would not. */
export interface DryRun {
  readonly plan: UploadPlan;
  /** The database's size now, null where the key can't read it. Null without a connection. */
  readonly database: { readonly nowGb: number | null } | null;
  problems(): Iterable<ProblemItem>;
  readonly findings: Findings;
  /** Writes all findings as CSV. Fails with output-in-source, and as writing a file does. */
  saveFindings(path: string): Promise<Result<undefined>>;
  readonly locked: {
    readonly summary: LockedFilesSummary;
    files(): Iterable<LockedFileView>;
    saveList(path: string): Promise<Result<undefined>>;
  };
  /** Custodians against the directory; empty without one. */
  readonly matches: readonly CustodianMatch[];
}

export interface DryRunOptions {
  /** Null to check nothing at the platform. */
  readonly connection: Connection | null;
  readonly profilePath: string | null;
  readonly database: DatabaseRef;
  readonly request: Omit<UploadRequest, 'databaseId'>;
  readonly version: string;
  readonly signal: AbortSignal;
  /** What the upload would keep. None without it. */
  readonly kept?: TransferLimits;
  /** Where earlier uploads are, to tell what they sent and what they measured. Null to compare with none. */
  readonly stateDir?: string | null;
}

const dryRunId = 'dry-run';

type Report = (found: DryRun) => Promise<void>;

/** Scans into a temporary store, which is deleted after `report`. Sends and keeps nothing. */
export async function dryRun(options: DryRunOptions, report: Report): Promise<Result<void>> {
  const readers = new ReaderPool();
  const hashes = new HashPool();
  try {
    return await planWithoutSending(new SourceReader(readers), hashes, options, report);
  } finally {
    await hashes.close();
    await readers.close();
  }
}

async function planWithoutSending(
  sources: SourceReader,
  hashes: HashPool,
  { connection, profilePath, database, request, version, signal, kept = {}, stateDir = null }: DryRunOptions,
  report: Report,
): Promise<Result<void>> {
  const profile = await loadProfile(profilePath ?? undefined);
  if (!profile.ok) return profile;
  const settings = await checkSettings(request.settings, profile.value, null);
  if (!settings.ok) return settings;
  const selected = checkSelection(request.selection ?? everything);
  if (!selected.ok) return selected;
  const rules = checkRules(request.custodianRules);
  if (!rules.ok) return rules;
  const stored = linkStoreOf({ uuid: dryRunId, request });
  const links = checkLinks(request.links, stored);
  if (!links.ok) return links;
  const passwords = await readPasswords(request.passwordFile, sources, signal);
  if (!passwords.ok) return passwords;
  const temporary = await makeTemporaryFolder();
  if (!temporary.ok) return temporary;
  const dir = temporary.value;
  try {
    let target = { serverUrl: '', databaseId: 0 };
    let nowGb: number | null = null;
    if (connection !== null) {
      const checked = await withSession(connection, version, signal, async ({ platform, account }) => {
        const offered = await checkSettings(request.settings, platform.profile, platform.form);
        if (!offered.ok) return offered;
        const found = await findUploadDatabase(platform, database, request, signal);
        if (!found.ok) return found;
        target = { serverUrl: account.serverUrl, databaseId: found.value.id };
        nowGb = found.value.billableGb;
        return found;
      });
      if (!checked.ok) return checked;
    }
    return await storeResult(async () => {
      const store = openStore(dir, 'lading upload --dry-run');
      if (!store.ok) return store;
      try {
        const repositories = createRepositories(store.value.db);
        const uploadId = insertUpload(
          repositories,
          storedRequest({ ...request, databaseId: target.databaseId }, links.value),
          version,
          target.serverUrl,
        );
        if (request.custodianMap !== undefined)
          repositories.custodians.addMap(uploadId, request.custodianMap);
        addLinks(repositories.items, uploadId, links.value);
        const custodianRules = rulesOf(repositories, uploadId, request);
        const scanned = await scanIntoStore(store.value.writes, repositories, sources, {
          uploadId,
          sources: request.sources,
          followSymlinks: request.followSymlinks,
          stateDir,
          rules: custodianRules,
          signal,
          onBatch: () => {},
          onStalled: () => {},
        });
        if (!scanned.ok) return scanned;
        const { proxyUrl, caPem } = connection ?? {};
        const route = { proxyUrl, caPem };
        await checkLinkHosts(
          store.value.writes,
          repositories,
          uploadId,
          { given: request.links, stored, hosts: 'any' },
          route,
          signal,
        );
        const inspected = await inspectFiles(
          store.value.writes,
          repositories,
          sources,
          { uploadId, request, limits: profile.value.limits, version, signal },
          { skip: new AbortController().signal, onProgress: () => {}, onStalled: () => {} },
        );
        if (!inspected.ok) return inspected;
        const { containerFolders } = repositories;
        if (!(await nameInnerFolders(store.value.writes, containerFolders, uploadId, custodianRules, signal)))
          return failure('stopped');
        const matched = await matchScannedCustodians(store.value, repositories, uploadId, request, {
          rules: directoryRules(profile.value),
          signal,
        });
        if (!matched.ok) return matched;
        // A store of another version, or none, has nothing to compare with.
        const opened = stateDir === null ? success(null) : openReadOnly(stateDir);
        const earlier = opened.ok ? opened.value : null;
        const before = earlier === null ? undefined : createRepositories(earlier);
        const measured = before?.lineSpeeds.measurements(target.serverUrl) ?? [];
        let plan: UploadPlan;
        try {
          const selected = await selectScannedFiles(
            { writes: store.value.writes, repositories, sources, hashes, blocks: createBlockPool() },
            uploadId,
            signal,
            before,
          );
          if (!selected.ok) return selected;
          const conditions = {
            limits: profile.value.limits,
            bandwidth: bandwidthPlan(kept),
            measured,
          };
          plan = planInventory(repositories, uploadId, conditions, before);
        } finally {
          earlier?.close();
        }
        const findings = readFindings(repositories, uploadId);
        const context = { store: store.value, repositories, sources, uploadPasswords: new UploadPasswords() };
        const tried = await tryPasswordFile(context, uploadId, request, signal, () => {});
        if (!tried.ok) return tried;
        await report({
          locked: {
            summary: tried.value,
            files: () => lockedFileViews(context, uploadId),
            saveList: (path) => saveLockedList(context, uploadId, path),
          },
          plan,
          database: connection === null ? null : { nowGb },
          findings,
          saveFindings: (path) =>
            saveFile({ repositories, sources }, path, (file) => writeFindingsCsv(findings.all(), file)),
          problems: () => repositories.items.problems(uploadId),
          matches: [...repositories.custodianMatches.all(uploadId).values()],
        });
        return success(undefined);
      } finally {
        store.value.close();
      }
    });
  } finally {
    // What is left is empty or the system's to delete.
    await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function makeTemporaryFolder(): Promise<Result<string>> {
  try {
    return success(await mkdtemp(join(tmpdir(), 'lading-dry-run-')));
  } catch (error) {
    return writeFailure(error, tmpdir());
  }
}

function insertUpload(
  { uploads }: ReturnType<typeof createRepositories>,
  request: StoredRequest,
  version: string,
  serverUrl: string,
): UploadId {
  return uploads.insert({
    uuid: dryRunId,
    createdAt: new Date().toISOString(),
    startedAt: null,
    serverUrl,
    isSandbox: false,
    profilePath: null,
    keyId: '',
    databaseId: request.databaseId,
    databaseName: '',
    datasetId: null,
    datasetName: '',
    request,
    osUser: '',
    machine: '',
    version,
  });
}
