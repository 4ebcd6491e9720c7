import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { currentWait } from '../../../../preload/contract/views/upload-wait.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import type { WatchWait } from '../../../../preload/contract/watch/watched-folder.ts';
import type { Session } from '../../platform/session.ts';
import type { Progress } from '../../types/progress.ts';
import { type RunOutcome, retryDelayMs } from './run-outcome.ts';

/** Everything is looked at again at least this often. */
export const idleMs = 60_000;

type Retry = RunOutcome & { readonly kind: 'retry' };

interface Waiting {
  readonly wait: WatchWait;
  /** Monotonic; null if something else has to happen. */
  readonly retryAtMs: number | null;
  /** The one whose key was refused: another session may work. */
  readonly session: Session | null;
}

/** Keeps what a rule waits for, as `runOutcome` decided, and for how long. */
export class RuleWait {
  readonly #onChange: () => void;
  #waiting: Waiting | null = null;
  #attempts = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): WatchWait | null {
    return this.#waiting?.wait ?? null;
  }

  get isAfterBug(): boolean {
    return this.current?.kind === 'store' && this.current.failure.code === 'bug';
  }

  /**
   * How long nothing may be sent; null if nothing stands in the way. `session`: the one that would send. `opensAt`: when the
   * rule's hours begin, unless they last.
   */
  blockedMs(session: Session | null, opensAt: Date | null): number | null {
    if (this.#waiting?.wait.kind === 'key' && session === this.#waiting.session) return idleMs;
    if (this.#waiting?.wait.kind === 'upload') return idleMs;
    const retryInMs = (this.#waiting?.retryAtMs ?? 0) - performance.now();
    if (retryInMs > 0) return retryInMs;
    if (opensAt === null) return null;
    this.#set({ kind: 'schedule', until: opensAt.toISOString() });
    // In steps: the clock may be changed meanwhile.
    return Math.min(idleMs, Math.max(0, opensAt.getTime() - Date.now()));
  }

  forConnection(): number {
    this.#set({ kind: 'connection' });
    return idleMs;
  }

  /** Until a person resumes the upload. */
  forUpload(wait: WatchWait & { readonly kind: 'upload' }): number {
    this.#set(wait);
    return idleMs;
  }

  forKey(session: Session | null): number {
    this.#set({ kind: 'key', since: this.#since() }, null, session);
    return idleMs;
  }

  /** Until the CSV of custodians stops changing. */
  forMap(path: string): void {
    this.#set({ kind: 'custodian-map', path, since: this.#since() });
  }

  /** The request that comes before the next batch is being repeated. */
  forAnswer(reason: WaitReason): void {
    this.#set({ kind: 'platform', reason, since: this.#since() });
  }

  /** Returns for how long. */
  forRetry(waitingFor: Retry['waitingFor'], reason: Failure | null): number {
    return this.#retryAfter(retryWait(waitingFor, pathOf(reason), this.#since()));
  }

  /** The store refused to write. Returns for how long. */
  forStore(refusal: Failure): number {
    return this.#retryAfter(storeWait(refusal, this.#since()));
  }

  /** Longer after each attempt. */
  #retryAfter(wait: WatchWait): number {
    this.#attempts += 1;
    const retryMs = retryDelayMs(this.#attempts);
    this.#set(wait, performance.now() + retryMs);
    return retryMs;
  }

  /** What was tried worked: the next failure is the first one. */
  forgetAttempts(): void {
    this.#attempts = 0;
  }

  /** Something is being sent. */
  end(): void {
    this.#waiting = null;
  }

  /** Nothing is to be sent, so no retry is waited for. A refused key and an upload still need a person. */
  endRetry(): void {
    const kind = this.current?.kind;
    if (kind === undefined || kind === 'key' || kind === 'upload') return;
    this.#waiting = null;
    this.#attempts = 0;
    this.#onChange();
  }

  /** A person decided about the upload, and it ended. An earlier one may be unfinished since. */
  endUpload(isUnfinished: (uploadId: number) => boolean): void {
    if (this.current?.kind !== 'upload' || isUnfinished(this.current.uploadId)) return;
    this.#waiting = null;
    this.#onChange();
  }

  #since(): string {
    const wait = this.current;
    return wait !== null && 'since' in wait ? wait.since : new Date().toISOString();
  }

  #set(wait: WatchWait, retryAtMs: number | null = null, session: Session | null = null): void {
    const isSame = JSON.stringify(this.current) === JSON.stringify(wait);
    this.#waiting = { wait, retryAtMs, session };
    if (!isSame) this.#onChange();
  }
}

function retryWait(waitingFor: Retry['waitingFor'], path: string, since: string): WatchWait {
  switch (waitingFor) {
    case 'platform':
      return { kind: 'platform', reason: null, since };
    case 'connection':
      return { kind: 'connection' };
    case 'custodian-map':
    case 'password-file':
      return { kind: waitingFor, path, since };
  }
}

/** What waits for the store to write again, which refused to. */
export function storeWait(refusal: Failure, since: string): WatchWait {
  return refusal.code === 'disk-full'
    ? { kind: 'disk-full', since }
    : { kind: 'store', failure: refusal, since };
}

function pathOf(reason: Failure | null): string {
  return reason !== null && 'path' in reason && typeof reason.path === 'string' ? reason.path : '';
}

/** What a running upload waits for as a whole. Null while it sends, or waits for single files only. */
export function runWait({
  unavailableSources: [source],
  ...progress
}: Pick<Progress, 'waiting' | 'unavailableSources' | 'bytesPerSecond'>): WatchWait | null {
  if (source !== undefined) return { kind: 'folder', reason: source.reason, since: source.since };
  const waiting = currentWait(progress);
  if (waiting === null || waiting.path !== null) return null;
  // The hours of the bandwidth schedule: those of the rule end a run.
  if (waiting.reason.kind === 'hours')
    return { kind: 'schedule', until: new Date(waiting.retryAtMs).toISOString() };
  return { kind: 'platform', reason: waiting.reason, since: new Date().toISOString() };
}

/** Whether both wait for the same, whatever they have been waiting since. */
export function isSameWait(one: WatchWait | null, other: WatchWait | null): boolean {
  return one?.kind === other?.kind && reasonOf(one) === reasonOf(other);
}

function reasonOf(wait: WatchWait | null): string | null {
  if (wait?.kind === 'schedule') return wait.until;
  return wait !== null && 'reason' in wait ? (wait.reason?.kind ?? null) : null;
}
