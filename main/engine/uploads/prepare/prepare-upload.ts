import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import {
  type Failed,
  type Failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../../preload/contract/failures/failure-table.ts';
import { parseServerUrl } from '../../../../preload/contract/server-url.ts';
import { knownSecrets } from '../../../../preload/contract/texts/known-secrets.ts';
import { isSameName } from '../../../../preload/contract/texts/same-name.ts';
import { type StoredLink, secretsOfLinks } from '../../../../preload/contract/texts/secret-links.ts';
import { unnamedDataset } from '../../../../preload/contract/views/known-datasets.ts';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { createdFacts } from '../../custody/receipt-rows.ts';
import { hashDirectory } from '../../directories/match-directory.ts';
import { directoryRules } from '../../directories/sync-directory.ts';
import { checkRules } from '../../intake/custodians/check-rules.ts';
import { checkLinks } from '../../intake/links.ts';
import { linkStoreOf } from '../../intake/mask-link.ts';
import { readPasswords } from '../../intake/passwords/read-passwords.ts';
import { checkSettings, type FindForm } from '../../platform/processing-settings.ts';
import type { Profile } from '../../platform/profile.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import type { Session } from '../../platform/session.ts';
import { storedRequest } from '../../store/uploads/stored-request.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { JsonObject } from '../../types/canonical-json.ts';
import type { Account } from '../../types/connection.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest, UploadSummary } from '../../types/uploads.ts';
import { closeUnsentItems } from '../context/close-items.ts';
import { deleteDraft } from '../context/draft-state.ts';
import { type EngineContext, requireSession } from '../context/engine-context.ts';
import { refuseOwnFiles } from './check-folders.ts';
import { checkLimits } from './check-limits.ts';
import { checkRequestDatabase, passDatabaseCheck, recordDatabaseCheck, refusal } from './confirm-database.ts';
import { type DatabaseRef, findUploadDatabase } from './databases.ts';
import { scanUpload } from './scan-upload.ts';
import { checkSelection } from './select-files.ts';

/** What a person asks for: the database by its ID or by its name. */
export type NewUploadRequest = Omit<UploadRequest, 'databaseId'> & { readonly databaseId: DatabaseRef };

/** For a dry run without a key: nothing is asked at the platform. Earlier uploads to the server are compared. */
export interface Unconnected {
  readonly serverUrl: string | null;
  readonly profilePath: string | null;
}

export interface PrepareOptions {
  /** A draft is sent only after `start`. Any other upload counts as started, so a resume continues it from its scan on. */
  readonly isDraft?: boolean;
  /** The name of the database as a person typed it, for an upload that is no draft. */
  readonly confirmDatabase?: string | undefined;
  /** For a dry run, which prints everything before it is refused. */
  readonly onDatabaseRefused?: (reason: Failure) => void;
  /** The connection that was opened last, without it. */
  readonly account?: Account;
  readonly unconnected?: Unconnected | undefined;
  /** The upload exists and is about to be scanned. */
  readonly onCreated?: (id: UploadId) => void;
}

/**
 * Creates an upload and scans its sources. An upload whose scan fails is deleted, unless it was started and can be
 * resumed: after a stop, or once the disk has space again. So is one that is no draft and whose database must be
 * confirmed: it fails with database-unconfirmed, before the scan if possible.
 */
export function prepareUpload(
  context: EngineContext,
  request: NewUploadRequest,
  signal: AbortSignal,
  options: PrepareOptions = {},
): Promise<Result<UploadId>> {
  const { sessions, repositories, secretLinks, tasks, runs } = context;
  const { account, unconnected, onCreated, isDraft = false } = options;
  const { onDatabaseRefused: onRefused } = options;
  const confirmed = isDraft ? null : { typed: options.confirmDatabase ?? null, onRefused };
  const forgetLinks = knownSecrets.add(secretsOfLinks(request.links, request.maskLinks === true));
  const prepared = tasks.run(async (closing) => {
    const stop = AbortSignal.any([signal, closing]);
    const find = () => requireSession(account === undefined ? sessions.latest() : sessions.find(account));
    const session = unconnected === undefined ? find() : null;
    const created =
      session === null
        ? await createUnconnected(context, unconnected, request, stop)
        : await sessions.use(session, (closed) =>
            createConnected(context, session, request, confirmed, AbortSignal.any([stop, closed])),
          );
    if (!created.ok) return created;
    const id = created.value;
    const remove = (failed: Failed): Failed => {
      deleteDraft(context, id);
      return failed;
    };
    onCreated?.(id);
    secretLinks.keep(id, request.links, request.maskLinks);
    // A pause or a cancellation stops the scan too.
    const scanned = await runs.run(id, 'scan', { signal: stop }, (run) =>
      scanUpload(context, id, run.signal),
    );
    if (repositories.uploads.get(id)?.state === 'cancelled')
      await closeUnsentItems(context, id, null, closing);
    if (!scanned.ok) {
      const isKept = !isDraft && ['stopped', 'disk-full'].includes(failureKind(scanned.failure));
      return isKept ? scanned : remove(scanned);
    }
    if (confirmed === null || session === null) return success(id);
    // The scan found the custodians of its folders.
    const passed = await passDatabaseCheck(context, session, id, confirmed.typed, stop);
    if (passed.ok) return success(id);
    if (onRefused === undefined || !isDatabaseRefusal(passed.failure)) return remove(passed);
    onRefused(passed.failure);
    return success(id);
  });
  return prepared.finally(forgetLinks);
}

interface Confirmed {
  readonly typed: string | null;
  readonly onRefused: PrepareOptions['onDatabaseRefused'];
}

function isDatabaseRefusal({ code }: Failure): boolean {
  return code === 'database-unconfirmed' || code === 'database-name-differs';
}

/** Checks the request and its database, and stores the new upload, not yet scanned. A draft isn't confirmed yet. */
async function createConnected(
  context: EngineContext,
  session: Session,
  request: NewUploadRequest,
  confirmed: Confirmed | null,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const { platform, account, isSandbox } = session;
  const checked = await checkRequest(context, request, platform.profile, platform.form, signal);
  if (!checked.ok) return checked;
  const database = await findUploadDatabase(platform, request.databaseId, request, signal);
  if (!database.ok) return database;
  const { id: databaseId, name: databaseName } = database.value;
  const target = { serverUrl: account.serverUrl, isSandbox, databaseId, databaseName };
  const check = checkRequestDatabase(context, target, request);
  const refused = confirmed === null ? null : refusal(check, confirmed.typed);
  if (refused !== null && confirmed?.onRefused === undefined) return refused;
  if (refused !== null) confirmed?.onRefused?.(refused.failure);
  const at = new Date().toISOString();
  const startedAt = confirmed === null ? null : at;
  const { repositories, store } = context;
  const id = store.writes.transaction(() => {
    const created = { ...checked.value, at, startedAt, databaseName };
    const inserted = insertUpload(context, { ...request, databaseId }, session, created);
    // Otherwise it is checked again after the scan.
    if (confirmed !== null && refused === null && check.reason !== null)
      recordDatabaseCheck(repositories, account, inserted, check, at);
    return inserted;
  });
  return success(id);
}

async function createUnconnected(
  context: EngineContext,
  { serverUrl: given = null, profilePath = null }: Partial<Unconnected> = {},
  request: NewUploadRequest,
  signal: AbortSignal,
): Promise<Result<UploadId>> {
  const profile = await loadProfile(profilePath ?? undefined);
  if (!profile.ok) return profile;
  const url = given === null ? null : parseServerUrl(given);
  if (url?.ok === false) return url;
  const checked = await checkRequest(context, request, profile.value, null, signal);
  if (!checked.ok) return checked;
  const serverUrl = url?.value.href ?? '';
  const { databaseId: ref } = request;
  const isNamed = (one: UploadSummary) =>
    one.serverUrl === serverUrl && isSameName(one.databaseName, `${ref}`);
  const known = typeof ref === 'number' ? null : context.earlier.uploads.all().findLast(isNamed);
  const databaseId = typeof ref === 'number' ? ref : (known?.databaseId ?? 0);
  const nobody = { account: { serverUrl, userName: '', keyId: '' }, isSandbox: false, profilePath };
  const created = { ...checked.value, at: new Date().toISOString(), startedAt: null, databaseName: '' };
  const insert = () => insertUpload(context, { ...request, databaseId }, nobody, created);
  return success(context.store.writes.transaction(insert));
}

interface CheckedRequest {
  readonly uuid: string;
  readonly links: readonly StoredLink[];
  /** Of the CSV of a legal hold directory, if there is one: its names count as they are now. */
  readonly directorySha256: string | null;
}

/** What can be told without the platform, but for `form`, which is null without a connection. */
async function checkRequest(
  { dataFolder, sources }: EngineContext,
  request: NewUploadRequest,
  profile: Profile,
  form: FindForm | null,
  signal: AbortSignal,
): Promise<Result<CheckedRequest>> {
  const limits = checkLimits(request);
  if (!limits.ok) return limits;
  const settings = await checkSettings(request.settings, profile, form);
  if (!settings.ok) return settings;
  const uuid = randomUUID();
  const links = checkLinks(request.links, linkStoreOf({ uuid, request }));
  if (!links.ok) return links;
  const selected = checkSelection(request.selection ?? everything);
  if (!selected.ok) return selected;
  const rules = checkRules(request.custodianRules);
  if (!rules.ok) return rules;
  const own = await refuseOwnFiles(dataFolder, request.sources, sources);
  if (!own.ok) return own;
  const { custodianDirectory = null } = request;
  const directory =
    custodianDirectory === null
      ? success(null)
      : await hashDirectory(custodianDirectory, directoryRules(profile), signal);
  if (!directory.ok) return directory;
  const passwords = await readPasswords(request.passwordFile, sources, signal);
  return passwords.ok ? success({ uuid, links: links.value, directorySha256: directory.value }) : passwords;
}

interface CreatedUpload extends CheckedRequest {
  readonly at: string;
  /** It is null for a draft. */
  readonly startedAt: string | null;
  readonly databaseName: string;
  /** By default, the name that the request gives its dataset. */
  readonly datasetName?: string;
  /** For the log. */
  readonly facts?: JsonObject;
}

/** Stores an upload, not yet scanned. Call in a transaction. */
function insertUpload(
  { repositories, earlier, version }: Pick<EngineContext, 'repositories' | 'earlier' | 'version'>,
  request: UploadRequest,
  { account, isSandbox, profilePath }: Pick<Session, 'account' | 'isSandbox' | 'profilePath'>,
  { uuid, links, directorySha256, at, startedAt, databaseName, facts, ...created }: CreatedUpload,
): UploadId {
  const { uploads, events, custodians } = repositories;
  const { dataset, databaseId } = request;
  const { serverUrl, keyId, userName } = account;
  const datasetId = 'id' in dataset ? dataset.id : null;
  const knownName = () =>
    'id' in dataset
      ? (earlier.uploads.datasetName(serverUrl, databaseId, dataset.id) ?? unnamedDataset(dataset.id))
      : dataset.name;
  const id = uploads.insert({
    uuid,
    createdAt: at,
    startedAt,
    serverUrl,
    isSandbox,
    profilePath,
    keyId,
    databaseId,
    databaseName,
    datasetId,
    datasetName: created.datasetName ?? knownName(),
    request: storedRequest(request, links, directorySha256),
    osUser: userInfo().username,
    machine: hostname(),
    version,
  });
  if (request.custodianMap !== undefined) custodians.addMap(id, request.custodianMap);
  events.append(id, at, 'upload-created', {
    upload: createdFacts(uploads.get(id)),
    serverUrl,
    databaseId,
    databaseName,
    ...(datasetId === null ? {} : { datasetId }),
    sources: request.sources,
    userName,
    keyId,
    ...facts,
  });
  return id;
}

export interface WatchUpload {
  readonly rule: StoredWatchRule;
  readonly request: UploadRequest & Required<Pick<UploadRequest, 'watch'>>;
  readonly databaseName: string;
  readonly datasetName: string;
  /** The account of the connection that it will be sent over. */
  readonly account: Account;
  readonly at: string;
}

/**
 * Stores the upload of a watched folder's batch, started and not yet scanned. Call in the transaction that closes the
 * batch. A person confirmed the database when they activated the rule.
 */
export function createWatchUpload(
  context: Pick<EngineContext, 'repositories' | 'earlier' | 'version'>,
  { rule, request, account, at, ...names }: WatchUpload,
): UploadId {
  const { serverUrl, isSandbox, profilePath } = rule;
  const session = { account: { ...account, serverUrl }, isSandbox, profilePath };
  const facts = { watchedFolder: rule.rule.name, databaseConfirmedAt: rule.databaseCheckedAt };
  const created = {
    uuid: randomUUID(),
    links: [],
    directorySha256: null,
    at,
    startedAt: at,
    ...names,
    facts,
  };
  const id = insertUpload(context, request, session, created);
  context.repositories.uploads.setDatabaseChecked(id, at);
  return id;
}
