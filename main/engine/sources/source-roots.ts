import type { Failure } from '../../../preload/contract/failures/failure.ts';
import type {
  UnavailableReason,
  UnavailableSource,
} from '../../../preload/contract/views/unavailable-source.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { RootIdentity } from '../store/items/folder-repository.ts';
import type { Item } from '../store/items/item-repository.ts';
import type { ItemId } from '../types/ids.ts';
import { type ExaminedFile, fileFactOf, probeRoot, type RootProbe } from './probe-root.ts';
import {
  compareRoots,
  firstPollMs,
  nextPollMs,
  type RootComparison,
  rootRetryDelayMs,
} from './root-availability.ts';
import type { SourceOptions } from './source-handle.ts';
import type { SourceReader } from './source-reader.ts';

/** What to do with a file that could not be read. */
export type SourceStep =
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: WaitReason }
  /** Once its root is back. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'fail'; readonly failure: Failure };

export interface SourceRootsOptions {
  readonly sources: SourceReader;
  /** Whether the run's upload has this root. */
  readonly isOwnRoot: (path: string) => boolean;
  readonly scanned: (item: Item) => RootProbe['scanned'];
  /** A root when its files got their numbers. */
  readonly scannedRoot: (path: string) => RootIdentity | null;
  readonly neighbors: (item: Item) => readonly ExaminedFile[];
  readonly links: SourceOptions;
  /** This process scanned the upload. */
  readonly wasScannedHere: boolean;
  /** Whether to fail the files of a root that is away instead of waiting for it. */
  readonly failUnavailable: boolean;
  readonly signal: AbortSignal;
}

interface Wait {
  readonly source: UnavailableSource;
  readonly timer: { stop: () => void };
}

/** The roots of one run: which are away, since when, and when each is back. */
export class SourceRoots {
  readonly #options: SourceRootsOptions;
  readonly #waits = new Map<string, Wait>();
  readonly #givenUp = new Map<string, UnavailableReason>();
  readonly #returned = new Set<string>();
  readonly #areNumbersKept = new Map<string, Promise<boolean>>();
  readonly #attempts = new Map<ItemId, number>();
  readonly #listeners = new Set<(sources: readonly UnavailableSource[]) => void>();

  constructor(options: SourceRootsOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#stopAll(), { once: true });
  }

  /** A root went away, came back, or is not waited for any longer. Returns the function that unsubscribes. */
  onChange(listener: (sources: readonly UnavailableSource[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The paths of the roots that are away. */
  get waiting(): readonly string[] {
    return [...this.#waits.keys()];
  }

  /**
   * Whether the files of a root still have the numbers of the scan: this process scanned them, and it was there ever since, or
   * it has its own numbers and birth of then.
   */
  hasScannedNumbers(root: string): Promise<boolean> {
    const kept =
      this.#areNumbersKept.get(root) ??
      (this.#options.wasScannedHere && !this.#returned.has(root)
        ? Promise.resolve(true)
        : this.#isAsScanned(root));
    this.#areNumbersKept.set(root, kept);
    return kept;
  }

  async #isAsScanned(root: string): Promise<boolean> {
    const compared = await this.#compare(root);
    return compared !== null && !compared.isRenumbered && compared.isSameBirth;
  }

  /** With the root of the scan. Null if that isn't known, and if it can't be examined: its files say why. */
  async #compare(root: string): Promise<RootComparison | null> {
    const { sources, scannedRoot, signal } = this.#options;
    const scanned = scannedRoot(root);
    if (scanned === null) return null;
    const found = await sources.stat({ root, path: root }, signal).catch(() => null);
    return found === null ? null : compareRoots(scanned, found);
  }

  /** Why a file of this root fails without being read; null where it may be read. */
  givenUp(root: string): Failure | null {
    const reason = this.#givenUp.get(root);
    return reason === undefined ? null : unavailable(root, reason);
  }

  /** Call after each failure of a file; `succeeded` after anything else. */
  async afterFailure(item: Item, failure: Failure): Promise<SourceStep> {
    const file = fileFactOf(failure);
    if (file === null || item.link !== null) return this.#fail(item, failure);
    if (this.#waits.has(item.root)) return { kind: 'wait' };
    const givenUp = this.givenUp(item.root);
    if (givenUp !== null) return this.#fail(item, givenUp);
    const { scanned, neighbors, links, sources, signal, failUnavailable } = this.#options;
    const probe = { item, file, scanned: scanned(item), neighbors: () => neighbors(item), links };
    const verdict = await probeRoot(probe, sources, signal);
    if (signal.aborted || this.#waits.has(item.root)) return { kind: 'wait' };
    const givenUpMeanwhile = this.givenUp(item.root);
    if (givenUpMeanwhile !== null) return this.#fail(item, givenUpMeanwhile);
    if (verdict.kind === 'away') {
      if (failUnavailable) {
        this.#givenUp.set(item.root, verdict.reason);
        return this.#fail(item, unavailable(item.root, verdict.reason));
      }
      this.#attempts.delete(item.id);
      this.#wait(probe, verdict.reason);
      return { kind: 'wait' };
    }
    // Another folder in its place is no volume that was mounted again.
    if (verdict.isRemounted && (await this.#compare(item.root))?.isSame !== false)
      this.#mayHaveOtherNumbers(item.root);
    const attempts = (this.#attempts.get(item.id) ?? 0) + 1;
    const afterMs = rootRetryDelayMs(file, attempts);
    if (afterMs === null) return this.#fail(item, failure);
    this.#attempts.set(item.id, attempts);
    return { kind: 'retry', afterMs, reason: { kind: 'source-error', errno: file.errno ?? 'ENOENT' } };
  }

  succeeded(item: Item): void {
    this.#attempts.delete(item.id);
  }

  /** A person doesn't want to wait any longer. The files of the roots that are away fail. */
  failUnavailable(): void {
    const { sources, isOwnRoot } = this.#options;
    // Their calls are still being waited for, so they are not among the waits yet.
    for (const { path } of sources.stalled().filter((stalled) => isOwnRoot(stalled.path))) {
      this.#givenUp.set(path, { kind: 'not-answering' });
      sources.giveUp(path);
    }
    for (const [root, { source, timer }] of this.#waits) {
      timer.stop();
      this.#givenUp.set(root, source.reason);
    }
    this.#waits.clear();
    this.#changed();
  }

  #fail(item: Item, failure: Failure): SourceStep {
    this.#attempts.delete(item.id);
    return { kind: 'fail', failure };
  }

  #wait(probe: RootProbe, reason: UnavailableReason): void {
    const path = probe.item.root;
    const source = { path, reason, since: new Date().toISOString() };
    this.#waits.set(path, { source, timer: this.#poll(path, probe) });
    this.#changed();
  }

  /** Until the root is back. */
  #poll(path: string, probe: RootProbe): Wait['timer'] {
    const { sources, signal } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    let isStopped = false;
    const next = (delayMs: number): void => {
      timer = setTimeout(() => void look(delayMs), delayMs);
    };
    const look = async (delayMs: number): Promise<void> => {
      const verdict = await probeRoot(probe, sources, signal);
      if (isStopped) return;
      if (verdict.kind === 'available') this.#end(path);
      else {
        this.#update(path, verdict.reason);
        next(nextPollMs(delayMs));
      }
    };
    next(firstPollMs);
    return {
      stop: () => {
        isStopped = true;
        clearTimeout(timer);
      },
    };
  }

  #end(path: string): void {
    this.#waits.delete(path);
    this.#mayHaveOtherNumbers(path);
    this.#changed();
  }

  #mayHaveOtherNumbers(root: string): void {
    this.#returned.add(root);
    this.#areNumbersKept.delete(root);
  }

  #update(path: string, reason: UnavailableReason): void {
    const wait = this.#waits.get(path);
    if (wait === undefined || wait.source.reason.kind === reason.kind) return;
    this.#waits.set(path, { ...wait, source: { ...wait.source, reason } });
    this.#changed();
  }

  #stopAll(): void {
    for (const { timer } of this.#waits.values()) timer.stop();
  }

  #changed(): void {
    const sources = [...this.#waits.values()].map(({ source }) => source);
    for (const listener of this.#listeners) listener(sources);
  }
}

function unavailable(path: string, reason: UnavailableReason): Failure {
  return { code: 'source-unavailable', root: path, reason };
}
