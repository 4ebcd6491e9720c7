import type { Failure, Result } from '../../../preload/contract/failure.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import type { UploadId } from '../types/ids.ts';
import type { RunOptions } from '../types/run-options.ts';
import type { Engine } from '../uploads/engine.ts';
import type { EngineEvent } from './protocol.ts';

/** Tells the window of an upload as it is now. */
type Changed = (uploadId: number) => Result<UploadView>;

/** The uploads that the window set going: that each has begun is told, and how it ended. */
export class RunningUploads {
  readonly #engine: Engine;
  readonly #changed: Changed;
  readonly #tell: (event: EngineEvent) => void;
  readonly #running = new Map<
    number,
    { readonly stop: AbortController; readonly ended: Promise<void>; told: boolean }
  >();

  constructor(engine: Engine, changed: Changed, tell: (event: EngineEvent) => void) {
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

  start(id: UploadId, options: Omit<RunOptions, 'signal'>): void {
    if (this.#running.has(id)) return;
    const stop = new AbortController();
    const ended = this.#run(id, { ...options, signal: stop.signal });
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
