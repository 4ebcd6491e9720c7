import type { StalledRoot } from '../../sources/reader-pool.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { Repositories } from '../../store/repositories.ts';
import { LiveProgress, type RunTerms } from '../../transfer/index.ts';
import type { UploadId } from '../../types/ids.ts';
import type { Progress } from '../../types/progress.ts';
import { noTotals, type UploadState } from '../../types/uploads.ts';

/** The live progress of every running upload, and who listens to it. */
export class ProgressPublisher {
  readonly #repositories: Repositories;
  readonly #sources: SourceReader;
  readonly #live = new Map<UploadId, LiveProgress>();
  readonly #listeners = new Set<(progress: Progress) => void>();

  constructor(repositories: Repositories, sources: SourceReader) {
    this.#repositories = repositories;
    this.#sources = sources;
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `terms` of the time that sending takes; null for a scan. */
  start(id: UploadId, terms: RunTerms | null = null): LiveProgress {
    const live = new LiveProgress(terms);
    this.#live.set(id, live);
    return live;
  }

  end(id: UploadId): void {
    this.#live.delete(id);
  }

  /** Returns undefined while the upload isn't running. */
  live(id: UploadId): LiveProgress | undefined {
    return this.#live.get(id);
  }

  entries(): Iterable<readonly [UploadId, LiveProgress]> {
    return this.#live;
  }

  /** `stalled` are roots that don't answer a scan. */
  emit(
    uploadId: UploadId,
    state: UploadState,
    concurrency: number,
    stalled: readonly StalledRoot[] = this.#stalledRoots(uploadId),
    inspection: Progress['inspection'] = null,
  ): void {
    if (this.#listeners.size === 0) return;
    const { uploads } = this.#repositories;
    const totals = uploads.totals(uploadId);
    const ended = state === 'cancelled' ? uploads.getAny(uploadId) : null;
    const { cancelled } = ended ?? { cancelled: noTotals.skipped };
    const live = this.#live.get(uploadId) ?? new LiveProgress();
    const inactiveBytes = uploads.acknowledgedBytes(uploadId, live.activeIds);
    const progress = live.progress({ uploadId, state, totals, cancelled, inactiveBytes, concurrency });
    const unavailableSources = [...progress.unavailableSources];
    for (const { path, since } of stalled)
      if (unavailableSources.every((source) => source.path !== path))
        unavailableSources.push({ path, reason: { kind: 'not-answering' }, since: since.toISOString() });
    for (const listener of this.#listeners) listener({ ...progress, unavailableSources, inspection });
  }

  #stalledRoots(uploadId: UploadId): readonly StalledRoot[] {
    const stalled = this.#sources.stalled();
    if (stalled.length === 0) return stalled;
    const roots = this.#repositories.folders.roots(uploadId).map(({ rootPath }) => rootPath);
    return stalled.filter(({ path }) => roots.includes(path));
  }
}
