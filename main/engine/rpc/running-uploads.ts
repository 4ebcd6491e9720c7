import type { Failure, Result } from '../../../preload/contract/failure.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import type { UploadId } from '../types/ids.ts';
import type { StoreEngine } from '../uploads/engine.ts';
import type { RunOptions } from '../uploads/run-upload.ts';
import { SecretLinks } from '../uploads/secret-links.ts';
import type { DeskEvent } from './protocol.ts';

/** Tells the window of an upload as it is now. */
type Changed = (uploadId: number) => Result<UploadView>;

/** The uploads that the window set going: that each has begun is told, and how it ended. */
export class Runs {
  readonly #engine: StoreEngine;
  readonly #changed: Changed;
  readonly #tell: (event: DeskEvent) => void;
  readonly #running = new Map<
    number,
    { readonly stop: AbortController; readonly ended: Promise<void>; told: boolean }
  >();
  readonly #links = new SecretLinks();

  constructor(engine: StoreEngine, changed: Changed, tell: (event: DeskEvent) => void) {
    this.#engine = engine;
    this.#changed = changed;
    this.#tell = tell;
    engine.onProgress(({ uploadId, state }) => {
      // The store says so a moment after the start: the window is told once it does.
      const running = this.#running.get(uploadId);
      if (state !== 'uploading' || running?.told !== false) return;
      running.told = true;
      changed(uploadId);
    });
  }

  keepLinks(id: UploadId, links: readonly string[]): void {
    this.#links.keep(id, links);
  }

  start(id: UploadId, options: Omit<RunOptions, 'signal'>): void {
    if (this.#running.has(id)) return;
    const stop = new AbortController();
    this.#links.keep(id, options.links);
    const ended = this.#run(id, { ...options, links: this.#links.of(id), signal: stop.signal });
    this.#running.set(id, { stop, ended, told: false });
  }

  async stop(uploadId: number): Promise<void> {
    const running = this.#running.get(uploadId);
    running?.stop.abort();
    await running?.ended;
  }

  /** Answers those that were being sent. */
  async stopAll(): Promise<number[]> {
    const uploadIds = [...this.#running.keys()];
    await Promise.all(uploadIds.map((uploadId) => this.stop(uploadId)));
    return uploadIds;
  }

  async #run(id: UploadId, options: RunOptions): Promise<void> {
    const running = this.#engine.run(id, options);
    this.#changed(id);
    let bug: Failure | null = null;
    const ran = await running.catch((error: unknown) => {
      bug = {
        code: 'stopped',
        message: `Lading made a mistake: ${error instanceof Error ? error.message : String(error)}`,
      };
      return { ok: false, failure: bug } as const;
    });
    this.#running.delete(id);
    const view = this.#changed(id);
    if (!view.ok) return;
    const stopped = !ran.ok && ran.failure.code === 'stopped' && bug === null;
    const { totals } = view.value;
    if (!stopped)
      this.#tell({
        event: 'upload.ended',
        data: { upload: view.value, needsPerson: !ran.ok || totals.failed.items + totals.held.items > 0 },
      });
  }
}
