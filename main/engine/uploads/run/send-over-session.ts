import { hostname } from 'node:os';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { pathSecrets } from '../../../../preload/contract/texts/secret-links.ts';
import { parallelPartsOf } from '../../../../preload/contract/views/parallel-parts.ts';
import { matchLinks } from '../../intake/links.ts';
import { linkStoreOf } from '../../intake/mask-link.ts';
import { readPasswords } from '../../intake/passwords/read-passwords.ts';
import { findDatabase } from '../../platform/find-database.ts';
import type { Session } from '../../platform/session.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import { progressEveryMs } from '../../threads/throttle.ts';
import {
  createPartDispatcher,
  EtagMd5Detector,
  ensureDataset,
  LineSpeed,
  type LiveProgress,
  PartSlots,
  type RunTerms,
  sendUpload,
} from '../../transfer/index.ts';
import { lineRange } from '../../transfer/rates/forecast.ts';
import type { UploadId } from '../../types/ids.ts';
import { hasOpenItems } from '../../types/item-states.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import type { RunSignals } from '../context/upload-runs.ts';
import { addPasswords, tryUploadPasswords } from '../prepare/locked-files.ts';
import { assignPacks } from './assign-packs.ts';
import { appendEnd, hasEndedCleanly } from './record-end.ts';
import { resolveHeldItems } from './requeue-items.ts';
import { watchSourceRoots } from './watch-source-roots.ts';

const keptEveryMs = 10_000;

/** Sends what is still to be sent of a scanned upload, over one session. */
export async function sendOverSession(
  context: EngineContext,
  session: Session,
  upload: Upload,
  options: RunOptions & RunSignals,
): Promise<Result<void>> {
  const passwords = await readPasswords(upload.request.passwordFile, context.sources, options.signal);
  if (!passwords.ok) return passwords;
  const limits = { ...upload.limits, ...options.limits };
  const ceiling = parallelPartsOf(limits, context.usualLimits);
  const bandwidth = context.bandwidth.ofUpload(limits);
  const { finish } = options;
  const stop = AbortSignal.any([options.signal, finish]);
  if (stop.aborted) return failure('stopped');
  if (session.account.keyId !== upload.keyId) {
    // A key that can't use the database fails the run here, not every file of it.
    const database = await findDatabase(session.platform, upload.databaseId, { signal: stop });
    if (!database.ok) return database;
  }
  if (!recordStart(context, session, upload, options)) return success(undefined);
  const { store, repositories } = context;
  // No dataset is created for what was all skipped, failed, or is kept for a person.
  const { datasetRequestedAt, totals } = repositories.uploads.get(upload.id) ?? upload;
  if (datasetRequestedAt === null && !hasOpenItems(totals)) return success(undefined);
  const given = context.secretLinks.of(upload.id);
  const bounds = { floor: 1, ceiling };
  const partSlots = new PartSlots(bounds.floor, ceiling);
  const end = new AbortController();
  const signal = AbortSignal.any([options.signal, end.signal]);
  const live = context.progress.start(
    upload.id,
    runTerms(context, session, upload, { ...options, bandwidth }),
  );
  const stopTicking = tick(context, upload, live, partSlots);
  const roots = watchSourceRoots(context, upload, live, { ...options, signal });
  const releaseRoots = context.runs.setRoots(upload.id, roots);
  const dispatcher = createPartDispatcher({
    ...session.route,
    platformUrl: session.account.serverUrl,
    connections: ceiling,
  });
  try {
    const { platform } = session;
    const sending = AbortSignal.any([signal, finish]);
    const creation = { platform, live, signal: sending, finish, bandwidth, random: Math.random };
    const dataset = await ensureDataset(creation, store.writes, repositories, upload);
    if (!dataset.ok) return dataset;
    const profileLimits = context.rateLimiters.allowed(platform.profile.limits);
    await assignPacks(store.writes, repositories, upload, profileLimits, stop);
    const trial = tryPasswordsAgain(context, upload, passwords.value, sending);
    const sent = await sendUpload(
      {
        ...repositories,
        upload,
        datasetId: dataset.value,
        platform,
        writes: store.writes,
        partSlots,
        bandwidth,
        lineSpeed: lineSpeedOf(context, session),
        stallMs: limits.stallMs,
        dispatcher,
        sources: context.sources,
        hashes: context.hashes,
        roots,
        blocks: context.blocks,
        etagMd5: new EtagMd5Detector(),
        live,
        passwords: context.uploadPasswords.forSending(upload.id),
        linkSecrets: upload.request.maskLinks === true ? given.flatMap(pathSecrets) : [],
        links: matchLinks(repositories.items.links(upload.id), given, linkStoreOf(upload)),
        signal,
        finish,
        now: () => new Date(),
        random: Math.random,
      },
      bounds,
      end,
    );
    // The receipt says which files are open.
    await trial;
    return sent;
  } finally {
    stopTicking();
    await keepSendingTime(context, upload.id, live);
    keepMeasurement(context, session, live.measureLine());
    releaseRoots();
    context.progress.end(upload.id);
    await dispatcher.destroy();
  }
}

/**
 * The passwords that a process before this one had are gone, and the password file may have been edited since: what it has
 * now is sent and tried, while files are sent.
 */
async function tryPasswordsAgain(
  context: EngineContext,
  { id, request }: Upload,
  passwords: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const answer = addPasswords(context, id, passwords);
  if (!answer.ok || answer.value.added === 0) return;
  const { trySlowFiles = false } = request;
  await context.tasks.run((closing) =>
    tryUploadPasswords(context, id, AbortSignal.any([signal, closing]), { trySlowFiles }),
  );
}

function runTerms(
  { repositories: { lineSpeeds }, rateLimiters }: EngineContext,
  { account, platform }: Session,
  { request: { sha1 } }: Upload,
  { bandwidth, forecastHours: hours = null }: Pick<RunOptions, 'forecastHours'> & Pick<RunTerms, 'bandwidth'>,
): RunTerms {
  const { requestsPerSecond } = rateLimiters.allowed(platform.profile.limits);
  const measured = lineSpeeds.measurements(account.serverUrl);
  return { requestsPerSecond, bandwidth, hours, measured, isHashed: sha1 };
}

function keepMeasurement(
  { repositories, store }: EngineContext,
  { account }: Session,
  measured: LineMeasurement | null,
): void {
  if (measured === null) return;
  const at = new Date().toISOString();
  const saving = store.writes.enqueue(() =>
    repositories.lineSpeeds.addMeasurement(account.serverUrl, at, measured),
  );
  // For forecasts, so it may be lost.
  saving.catch(() => undefined);
}

/** For the average speed, so it may be lost. */
async function keepSendingTime(
  { repositories, store }: EngineContext,
  id: UploadId,
  live: LiveProgress,
): Promise<void> {
  const ms = live.takeSendingTime();
  if (ms < 1) return;
  await store.writes.enqueue(() => repositories.uploads.addSendingTime(id, ms)).catch(() => undefined);
}

/** Two uploads to one platform learn from each other. */
function lineSpeedOf({ lineSpeeds, repositories, store }: EngineContext, { account }: Session): LineSpeed {
  const { serverUrl } = account;
  const known = lineSpeeds.get(serverUrl);
  if (known !== undefined) return known;
  const one = repositories.lineSpeeds.get(serverUrl);
  const all = lineRange(repositories.lineSpeeds.measurements(serverUrl))?.low ?? null;
  const speed = new LineSpeed({ one, all }, (bytesPerSecond) => {
    const saving = store.writes.enqueue(() => repositories.lineSpeeds.save(serverUrl, bytesPerSecond));
    // A hint, so it may be lost. What refuses this write refuses the next part's as well.
    saving.catch(() => undefined);
  });
  lineSpeeds.set(serverUrl, speed);
  return speed;
}

/** Returns false where a person's decision left nothing to send in a finished upload, which then isn't started again. */
function recordStart(
  { store, repositories, version }: EngineContext,
  { account, platform, profileSha256 }: Session,
  upload: Upload,
  decision: RunOptions,
): boolean {
  const { uploads, events } = repositories;
  const at = new Date().toISOString();
  const unrecordedEnd = uploads.unrecordedEnds().get(upload.id);
  return store.writes.transaction(() => {
    if (unrecordedEnd !== undefined) appendEnd(repositories, upload.id, unrecordedEnd);
    if (account.keyId !== upload.keyId)
      events.append(upload.id, at, 'key-changed', {
        keyId: account.keyId,
        userName: account.userName,
        createdWithKeyId: upload.keyId,
      });
    resolveHeldItems(repositories, upload.id, decision, at);
    if (!hasOpenItems(uploads.totals(upload.id)) && unrecordedEnd === undefined && hasEndedCleanly(upload))
      return false;
    uploads.setState(upload.id, 'uploading');
    events.append(upload.id, at, 'upload-started', {
      version,
      machine: hostname(),
      profile: platform.profile.name.toWellFormed(),
      profileSha256,
    });
    return true;
  });
}

/** Publishes progress some ten times a second. Returns the function that stops it. */
function tick(context: EngineContext, { id }: Upload, live: LiveProgress, partSlots: PartSlots): () => void {
  const ticking = setInterval(() => {
    live.tick();
    context.progress.emit(id, 'uploading', partSlots.large.limit);
  }, progressEveryMs);
  // A kill loses ten seconds of it.
  const keeping = setInterval(() => void keepSendingTime(context, id, live), keptEveryMs);
  return () => {
    clearInterval(ticking);
    clearInterval(keeping);
  };
}
