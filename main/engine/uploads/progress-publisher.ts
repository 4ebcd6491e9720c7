import type { SessionPool } from '../platform/session-pool.ts';
import type { StalledRoot } from '../sources/reader-pool.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { Repositories } from '../store/repositories.ts';
import { LiveProgress } from '../transfer/progress.ts';
import type { UploadId } from '../types/ids.ts';
import type { Progress } from '../types/progress.ts';
import type { UploadState } from '../types/uploads.ts';

/** The live progress of every running upload, and who listens to it. */
export class ProgressPublisher {
  readonly #repositories: Repositories;
  readonly #sessions: SessionPool;
  readonly #sources: SourceReader;
  readonly #live = new Map<UploadId, LiveProgress>();
  readonly #listeners = new Set<(progress: Progress) => void>();

  constructor(repositories: Repositories, sessions: SessionPool, sources: SourceReader) {
    this.#repositories = repositories;
    this.#sessions = sessions;
    this.#sources = sources;
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(id: UploadId): LiveProgress {
    const live = new LiveProgress();
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
    const key = uploads.sessionKey(uploadId);
    const session = key === null ? null : this.#sessions.find(key);
    const requestsPerSecond = session?.platform.profile.limits.requestsPerSecond ?? 1;
    const totals = uploads.totals(uploadId);
    const live = this.#live.get(uploadId) ?? new LiveProgress();
    const progress = live.progress({ uploadId, state, totals, concurrency, requestsPerSecond });
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
