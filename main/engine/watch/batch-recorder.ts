import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { WatchRuleId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { moveAcceptedFiles } from './afterwards.ts';
import { leaveUnsentFiles } from './leave-to-others.ts';
import { recordBatches } from './record-batches.ts';

export interface BatchRecorderOptions {
  readonly context: EngineContext;
  /** Ends what is being recorded; the next start continues. */
  readonly signal: AbortSignal;
  readonly onRecorded: (id: WatchRuleId) => void;
  readonly reportBug: (where: string, error: unknown) => void;
}

/** Records the outcome of uploads that a person resumed while their rule is paused, or that outlived it. */
export class BatchRecorder {
  readonly #options: BatchRecorderOptions;
  readonly #recording = new Map<WatchRuleId, Promise<unknown>>();

  constructor(options: BatchRecorderOptions) {
    this.#options = options;
  }

  /** Of a rule that isn't running. Calls of one rule are made one after the other. */
  record(id: WatchRuleId): void {
    const { context, signal, onRecorded, reportBug } = this.#options;
    const { watchRules } = context.repositories;
    const found = watchRules.getAny(id);
    if (found === null || signal.aborted) return;
    // A rule that was removed moves nothing.
    const isRemoved = watchRules.get(id) === null;
    const stored: StoredWatchRule = isRemoved
      ? { ...found, rule: { ...found.rule, afterwards: 'leave' } }
      : found;
    const recording = this.ended(id)
      .then(async () => {
        await recordBatches(context, stored, signal);
        // A kill may have come between removing it and this.
        if (isRemoved) await leaveUnsentFiles(context, id);
        // Nothing tells whether its folder is away. What can't be moved now is moved when the rule runs again.
        await moveAcceptedFiles(context, stored, { signal, isAway: () => Promise.resolve(true) });
      })
      .catch((error: unknown) => reportBug(`watched folder ${id}`, error))
      .finally(() => {
        if (this.#recording.get(id) === recording) this.#recording.delete(id);
        onRecorded(id);
      });
    this.#recording.set(id, recording);
  }

  /** Resolves when nothing of this rule is being recorded. */
  ended(id: WatchRuleId): Promise<unknown> {
    return this.#recording.get(id) ?? Promise.resolve();
  }

  /** Of every rule. */
  async allEnded(): Promise<void> {
    await Promise.allSettled(this.#recording.values());
  }
}
