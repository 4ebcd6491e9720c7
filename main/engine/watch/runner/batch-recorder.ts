import { isDiskFull } from '../../store/sqlite-failure.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { WatchRuleId } from '../../types/ids.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { moveAcceptedFiles } from './afterwards.ts';
import { releaseOpenBatches } from './close-batch.ts';
import { recordBatches } from './record-batches.ts';

export interface BatchRecorderOptions {
  readonly context: EngineContext;
  /** Ends what is being recorded; the next start continues. */
  readonly signal: AbortSignal;
  readonly isRunning: (id: WatchRuleId) => boolean;
  readonly onRecorded: (id: WatchRuleId) => void;
  readonly reportBug: (id: WatchRuleId, error: unknown) => void;
}

/** How often a full disk is tried again. */
const recordAgainMs = 5_000;

/** Records the outcome of uploads that a person resumed while their rule is paused, or that outlived it. */
export class BatchRecorder {
  readonly #options: BatchRecorderOptions;
  readonly #recording = new Map<WatchRuleId, Promise<unknown>>();

  constructor(options: BatchRecorderOptions) {
    this.#options = options;
  }

  /** Records the batches of a rule that isn't running. */
  record(id: WatchRuleId): void {
    const { signal, isRunning, onRecorded, reportBug } = this.#options;
    if (signal.aborted || isRunning(id)) return;
    // One after the other.
    const recording = this.ended(id)
      .then(() => this.#record(id))
      .catch((error: unknown) => {
        if (isDiskFull(error)) setTimeout(() => this.record(id), recordAgainMs).unref();
        else reportBug(id, error);
      })
      .finally(() => {
        if (this.#recording.get(id) === recording) this.#recording.delete(id);
        onRecorded(id);
      });
    this.#recording.set(id, recording);
  }

  async #record(id: WatchRuleId): Promise<void> {
    const { context, signal } = this.#options;
    const { watchRules } = context.repositories;
    const found = watchRules.getAny(id);
    if (found === null || found.damaged !== null) return;
    // A rule that was removed moves nothing.
    const isRemoved = watchRules.find(id) === null;
    const stored: StoredWatchRule = isRemoved
      ? { ...found, rule: { ...found.rule, afterwards: 'leave' } }
      : found;
    // A kill leaves batches open: another rule over the folder may send what is in no upload.
    await releaseOpenBatches(context, id);
    await recordBatches(context, stored, signal);
    // Nothing tells whether its folder is away. What can't be moved now is moved when the rule runs again.
    await moveAcceptedFiles(context, stored, { signal, isAway: () => Promise.resolve(true) });
  }

  /** Resolves when nothing of this rule is being recorded. */
  ended(id: WatchRuleId): Promise<unknown> {
    return this.#recording.get(id) ?? Promise.resolve();
  }

  /** Resolves once no rule's batches are being recorded. */
  async allEnded(): Promise<void> {
    await Promise.allSettled(this.#recording.values());
  }
}
