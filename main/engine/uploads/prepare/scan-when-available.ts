import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, Result } from '../../../../preload/contract/failures/failure.ts';
import type { UnavailableSource } from '../../../../preload/contract/views/unavailable-source.ts';
import { firstPollMs, nextPollMs } from '../../sources/root-availability.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { EngineContext } from '../context/engine-context.ts';
import type { RunSignals } from '../context/upload-runs.ts';
import { scanUpload } from './scan-upload.ts';

/**
 * Scans an upload whose scan was interrupted. Waits for a source that is away, which a new upload's scan reports instead:
 * its path may be misspelled.
 */
export async function scanWhenAvailable(
  context: EngineContext,
  id: UploadId,
  { signal, unavailableSources }: Pick<RunSignals, 'signal'> & Pick<RunOptions, 'unavailableSources'>,
): Promise<Result<void>> {
  const { progress, runs, repositories, store } = context;
  const giveUp = new AbortController();
  const stop = AbortSignal.any([signal, giveUp.signal]);
  const since = new Date().toISOString();
  const live = progress.start(id);
  const show = (sources: readonly UnavailableSource[]): void => {
    live.unavailableSources = sources;
    store.writes.transaction(() => repositories.uploads.setUnavailableSources(id, sources));
    progress.emit(id, 'scanning', 0);
  };
  const releaseRoots = runs.setRoots(id, { failUnavailable: () => giveUp.abort() });
  try {
    for (let delayMs = firstPollMs; ; delayMs = nextPollMs(delayMs)) {
      const scanned = await scanUpload(context, id, signal);
      const source = scanned.ok ? null : unavailableSource(scanned.failure, since);
      if (source === null || unavailableSources === 'fail') return scanned;
      show([source]);
      await delay(delayMs, undefined, { signal: stop }).catch(() => undefined);
      show([]);
      if (stop.aborted) return scanned;
    }
  } finally {
    releaseRoots();
    progress.end(id);
  }
}

/** Returns null if the scan failed for another reason. */
function unavailableSource(failure: Failure, since: string): UnavailableSource | null {
  switch (failure.code) {
    case 'source-missing':
      return { path: failure.path, reason: { kind: 'missing' }, since };
    case 'source-unavailable':
      return { path: failure.root, reason: failure.reason, since };
    case 'path-unreadable':
      return failure.path === undefined
        ? null
        : { path: failure.path, reason: { kind: 'unreadable', errno: failure.errno }, since };
    default:
      return null;
  }
}
