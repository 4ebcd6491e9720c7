import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { UploadId } from '../types/ids.ts';
import type { RunOptions } from '../types/run-options.ts';
import type { UploadSummary } from '../types/uploads.ts';
import type { Engine } from '../uploads/engine.ts';
import type { UploadPublisher } from './upload-publisher.ts';

interface Run {
  readonly stop: AbortController;
  readonly finish: AbortController;
  readonly ended: Promise<Result<UploadSummary>>;
  isPublished: boolean;
}

/** The uploads that the window started. Publishes when each is under way and how it ended. */
export class RunningUploads {
  readonly #engine: Engine;
  readonly #publisher: UploadPublisher;
  readonly #reportBug: (where: string, error: unknown) => void;
  readonly #runs = new Map<number, Run>();

  constructor(
    engine: Engine,
    publisher: UploadPublisher,
    reportBug: (where: string, error: unknown) => void,
  ) {
    this.#engine = engine;
    this.#publisher = publisher;
    this.#reportBug = reportBug;
    engine.onProgress(({ uploadId, state }) => {
      // The stored state changes shortly after the start, and is published then.
      const run = this.#runs.get(uploadId);
      if (state !== 'uploading' || run?.isPublished !== false) return;
      run.isPublished = true;
      publisher.changed(uploadId);
    });
  }

  /** Does nothing if the upload is running. */
  start(id: UploadId, options: Omit<RunOptions, 'signal' | 'finish'>): void {
    if (this.#runs.has(id)) return;
    void this.#begin(id, options);
  }

  /** For what waits for the end and may stop it too. Fails with upload-running. */
  async run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>> {
    return this.#runs.has(id) ? failure('upload-running', { uploadId: id }) : this.#begin(id, options);
  }

  #begin(
    id: UploadId,
    given: Partial<RunOptions> & Omit<RunOptions, 'signal' | 'finish'>,
  ): Promise<Result<UploadSummary>> {
    const stop = new AbortController();
    const finish = new AbortController();
    const options = {
      ...given,
      signal: AbortSignal.any([stop.signal, ...(given.signal === undefined ? [] : [given.signal])]),
      finish: AbortSignal.any([finish.signal, ...(given.finish === undefined ? [] : [given.finish])]),
    };
    const ended = this.#run(id, options);
    this.#runs.set(id, { stop, finish, ended, isPublished: false });
    return ended;
  }

  /** It stops once the parts under way have arrived. */
  finish(uploadId: number): void {
    this.#runs.get(uploadId)?.finish.abort();
  }

  async stop(uploadId: number): Promise<void> {
    const run = this.#runs.get(uploadId);
    run?.stop.abort();
    await run?.ended;
  }

  /** Returns the uploads that were running. */
  async stopAll(): Promise<number[]> {
    const uploadIds = [...this.#runs.keys()];
    await Promise.all(uploadIds.map((uploadId) => this.stop(uploadId)));
    return uploadIds;
  }

  /** Never rejects: nothing waits for it. */
  async #run(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>> {
    try {
      return await this.#runAndPublish(id, options);
    } catch (error) {
      this.#runs.delete(id);
      this.#reportBug('uploads.run', error);
      return failure('bug');
    }
  }

  async #runAndPublish(id: UploadId, options: RunOptions): Promise<Result<UploadSummary>> {
    const running = this.#engine.run(id, options).catch((error: unknown) => {
      this.#reportBug('uploads.run', error);
      return failure('bug');
    });
    this.#publisher.changed(id);
    const ran = await running;
    this.#runs.delete(id);
    const view = this.#publisher.changed(id);
    if (!view.ok || (!ran.ok && failureKind(ran.failure) === 'stopped')) return ran;
    const { failed, held } = view.value.totals;
    this.#publisher.ended(view.value, !ran.ok || failed.items + held.items > 0);
    return ran;
  }
}
