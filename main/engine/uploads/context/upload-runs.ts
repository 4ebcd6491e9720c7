import { AsyncLocalStorage } from 'node:async_hooks';
import { failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import type { UploadId } from '../../types/ids.ts';
import type { RequeueResult } from '../../types/uploads.ts';
import type { TaskGroup } from './task-group.ts';

/** The scan of a new upload or a draft, or sending one, which scans it first if it has to. */
export type RunKind = 'scan' | 'send';

/** How a run is asked to end. */
export interface RunSignals {
  /** At once. */
  readonly signal: AbortSignal;
  /** Once the parts under way have arrived. */
  readonly finish: AbortSignal;
  /** With the engine. */
  readonly closing: AbortSignal;
}

/** Called with null when an upload begins to be sent, and with the result when that ended. */
export type RunListener = (id: UploadId, ended: Result<unknown> | null) => void;

interface Run {
  readonly kind: RunKind;
  readonly stop: AbortController;
  readonly finish: AbortController;
  readonly ended: Promise<void>;
}

interface Roots {
  failUnavailable(): void;
}

interface Requeue {
  readonly result: Promise<Result<RequeueResult>>;
  readonly stop: AbortController;
}

/** What is being done with an upload. */
interface Activity {
  run?: Run;
  /** Its files are being checked: aborting skips the rest. */
  inspection?: AbortController;
  /** The sources that its run may wait for. */
  roots?: Roots;
  requeue?: Requeue;
  /** A person starts the draft. */
  start?: Promise<Result<undefined>>;
  /** The last change to a draft's selection, until it is applied. */
  selection?: Promise<unknown>;
  /** A person has the files of a draft read and compared. */
  check?: { readonly stop: AbortController; readonly ended: Promise<unknown> };
  /** A draft's custodian rules are being applied. */
  rules?: AbortController;
}

/** Why the scan of a draft was stopped. */
export class DraftDiscarded extends Error {}

/** Why an upload was stopped: something that sending it started and did not wait for rejected. */
export class UnhandledRejection extends Error {}

/** Everything that sending an upload starts belongs to it, also what nobody waits for. */
const sending = new AsyncLocalStorage<UploadId>();

/** What this process does with each upload. All that stops, skips, or waits for it goes through here. */
export class UploadRuns {
  readonly #tasks: TaskGroup;
  readonly #activities = new Map<UploadId, Activity>();
  readonly #scanned = new Set<UploadId>();
  readonly #listeners: RunListener[] = [];

  constructor(tasks: TaskGroup) {
    this.#tasks = tasks;
  }

  /** Listeners are called in the order in which they came. */
  subscribe(listener: RunListener): void {
    this.#listeners.push(listener);
  }

  /** The only run of the upload until `work` has ended. Fails with upload-running, and as `work` does. */
  async run<T>(
    id: UploadId,
    kind: RunKind,
    given: { readonly signal?: AbortSignal | undefined; readonly finish?: AbortSignal | undefined },
    work: (signals: RunSignals) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (this.isRunning(id)) return failure('upload-running', { uploadId: id });
    const [stop, finish] = [new AbortController(), new AbortController()];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const signals = (closing: AbortSignal): RunSignals => ({
      signal: anyOf(stop.signal, closing, given.signal),
      finish: anyOf(finish.signal, given.finish),
      closing,
    });
    const release = this.#hold(id, 'run', { kind, stop, finish, ended });
    const tell = (state: Result<T> | null): void => {
      if (kind === 'send') for (const listener of this.#listeners) listener(id, state);
    };
    const start = () => this.#tasks.run((closing) => work(signals(closing)));
    let result: Result<T> = failure('bug');
    try {
      tell(null);
      result = await (kind === 'send' ? sending.run(id, start) : start());
      return result;
    } finally {
      release();
      try {
        tell(result);
      } finally {
        end();
      }
    }
  }

  isRunning(id: UploadId): boolean {
    return this.#activities.get(id)?.run !== undefined;
  }

  /** Resolves when the run has ended. `reason`: why it was stopped. */
  async stop(id: UploadId, reason?: Error): Promise<void> {
    const run = this.#activities.get(id)?.run;
    run?.stop.abort(reason);
    await run?.ended;
  }

  /**
   * Call it for a rejection that nobody handled, where it is reported. It may have left something of an upload waiting for
   * ever, so that one stops, and can be resumed. Others are not affected.
   */
  stopAfterRejection(): void {
    const id = sending.getStore();
    if (id !== undefined) void this.stop(id, new UnhandledRejection());
  }

  /** A person pauses the upload: a scan that isn't part of sending it goes on. */
  async stopSending(id: UploadId): Promise<void> {
    if (this.#activities.get(id)?.run?.kind === 'send') await this.stop(id);
  }

  /** Returns the uploads that were being sent. */
  async stopAll(): Promise<UploadId[]> {
    const sent = [...this.#activities].flatMap(([id, { run }]) => (run?.kind === 'send' ? [id] : []));
    await Promise.all(sent.map((id) => this.stop(id)));
    return sent;
  }

  /** It stops once the parts under way have arrived. */
  finish(id: UploadId): void {
    this.#activities.get(id)?.run?.finish.abort();
  }

  /** Whether a draft was being scanned. Whatever scans it deletes it. */
  discardScan(id: UploadId): boolean {
    const run = this.#activities.get(id)?.run;
    if (run?.kind !== 'scan') return false;
    run.stop.abort(new DraftDiscarded());
    return true;
  }

  /** `work` gets a signal to skip what is left of the check of the files. */
  inspect<T>(id: UploadId, work: (skip: AbortSignal) => Promise<T>): Promise<T> {
    const skip = new AbortController();
    const release = this.#hold(id, 'inspection', skip);
    return work(skip.signal).finally(release);
  }

  skipChecks(id: UploadId): void {
    this.#activities.get(id)?.inspection?.abort();
  }

  /** Its run may wait for sources that are away, until it calls the returned function. */
  setRoots(id: UploadId, roots: Roots): () => void {
    return this.#hold(id, 'roots', roots);
  }

  /** A person doesn't want to wait for the sources that are away. */
  failUnavailable(id: UploadId): void {
    this.#activities.get(id)?.roots?.failUnavailable();
  }

  /** A second one at the same time would add the same files twice, so it gets the result of the first. */
  async requeue(
    id: UploadId,
    work: (stop: AbortSignal) => Promise<Result<RequeueResult>>,
  ): Promise<Result<RequeueResult>> {
    const before = this.#activities.get(id)?.requeue;
    if (before !== undefined) return before.result;
    if (this.isRunning(id)) return failure('upload-running', { uploadId: id });
    const stop = new AbortController();
    const result = work(stop.signal);
    return result.finally(this.#hold(id, 'requeue', { result, stop }));
  }

  /** Resolves when nothing is being queued again. A failure is reported to its own caller. */
  async requeued(id: UploadId): Promise<void> {
    await this.#activities.get(id)?.requeue?.result.catch(() => undefined);
  }

  /** What is being queued again is left as it is then. Resolves as `requeued`. */
  stopRequeue(id: UploadId): Promise<void> {
    this.#activities.get(id)?.requeue?.stop.abort();
    return this.requeued(id);
  }

  /** A second one at the same time would record the start twice, so it gets the result of the first. */
  start(id: UploadId, work: () => Promise<Result<undefined>>): Promise<Result<undefined>> {
    const before = this.#activities.get(id)?.start;
    if (before !== undefined) return before;
    const start = work();
    return start.finally(this.#hold(id, 'start', start));
  }

  /** Drafts that a person is starting no longer change. */
  isStarting(id: UploadId): boolean {
    return this.#activities.get(id)?.start !== undefined;
  }

  /** One change after the other. */
  changeSelection<T>(id: UploadId, work: () => Promise<T>): Promise<T> {
    const change = this.selected(id).then(work);
    return change.finally(this.#hold(id, 'selection', change));
  }

  /** Resolves when the changes to the selection so far are applied. */
  async selected(id: UploadId): Promise<void> {
    await this.#activities.get(id)?.selection?.catch(() => undefined);
  }

  /** One check after the other: it stops the one before. */
  check<T>(id: UploadId, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const ended = this.stopCheck(id).then(() => work(stop.signal));
    return ended.finally(this.#hold(id, 'check', { stop, ended }));
  }

  /** Resolves when the check has ended. */
  async stopCheck(id: UploadId): Promise<void> {
    const check = this.#activities.get(id)?.check;
    check?.stop.abort();
    await check?.ended.catch(() => undefined);
  }

  /** The last of several calls at once has the newest rules: it aborts the signals of the others. */
  applyRules<T>(id: UploadId, work: (replaced: AbortSignal) => Promise<T>): Promise<T> {
    this.#activities.get(id)?.rules?.abort();
    const replaced = new AbortController();
    const release = this.#hold(id, 'rules', replaced);
    return work(replaced.signal).finally(release);
  }

  /** This process saw its files as the inventory has them. */
  setScanned(id: UploadId): void {
    this.#scanned.add(id);
  }

  wasScanned(id: UploadId): boolean {
    return this.#scanned.has(id);
  }

  /** Keeps `value` until the returned function is called, unless another takes its place. */
  #hold<Key extends keyof Activity>(id: UploadId, key: Key, value: NonNullable<Activity[Key]>): () => void {
    const activity = this.#activities.get(id) ?? {};
    this.#activities.set(id, activity);
    activity[key] = value;
    return () => {
      if (activity[key] !== value) return;
      Reflect.deleteProperty(activity, key);
      if (Object.keys(activity).length === 0) this.#activities.delete(id);
    };
  }
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
