import { knownSecrets } from '../../../../preload/contract/texts/known-secrets.ts';
import type { PasswordsOfUpload } from '../../transfer/index.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';

/** A trial that is running. */
export interface RunningTrial {
  readonly files: number;
  done: number;
  /** Passwords, over all files. */
  tried: number;
  readonly stop: AbortController;
}

interface Entry {
  readonly passwords: Set<string>;
  readonly opening: Map<ItemId, string>;
  /** What the platform was given by this process. */
  readonly sent: Set<string>;
  /** Ends the uses of each password as a known secret. */
  readonly releases: (() => void)[];
}

/** The passwords of uploads, in this process's memory only. They are gone when the upload or the process ends. */
export class UploadPasswords {
  readonly #entries = new Map<UploadId, Entry>();
  readonly #trials = new Map<UploadId, RunningTrial>();
  /** What a trial opened isn't locked any more. */
  onTrialEnd: (id: UploadId) => void = () => undefined;

  /** Returns how many were new. */
  add(id: UploadId, passwords: Iterable<string>): number {
    const entry: Entry = this.#entries.get(id) ?? {
      passwords: new Set(),
      opening: new Map(),
      sent: new Set(),
      releases: [],
    };
    this.#entries.set(id, entry);
    const before = entry.passwords.size;
    for (const password of passwords) {
      if (password === '' || entry.passwords.has(password)) continue;
      entry.passwords.add(password);
      // Known before anything can fail with it in a message.
      entry.releases.push(knownSecrets.add([password]));
    }
    return entry.passwords.size - before;
  }

  of(id: UploadId): readonly string[] {
    return [...(this.#entries.get(id)?.passwords ?? [])];
  }

  count(id: UploadId): number {
    return this.#entries.get(id)?.passwords.size ?? 0;
  }

  /** Returns whether the platform has that password. */
  setOpening(id: UploadId, item: ItemId, password: string): boolean {
    const entry = this.#entries.get(id);
    entry?.opening.set(item, password);
    return entry?.sent.has(password) === true;
  }

  /** For sending, with those that a person adds meanwhile. */
  forSending(id: UploadId): PasswordsOfUpload {
    let count = -1;
    let all: readonly string[] = [];
    return {
      all: () => {
        if (count !== this.count(id)) {
          count = this.count(id);
          all = this.of(id);
        }
        return all;
      },
      opening: (itemId) => this.#entries.get(id)?.opening.get(itemId) ?? null,
      recordSent: (passwords) => {
        const { opening = new Map<ItemId, string>(), sent = new Set() } = this.#entries.get(id) ?? {};
        const added = new Set(passwords.filter((password) => !sent.has(password)));
        for (const password of added) sent.add(password);
        return [...opening].flatMap(([item, password]) => (added.has(password) ? [item] : []));
      },
    };
  }

  /** Also stops a trial. */
  forget(id: UploadId): void {
    this.#trials.get(id)?.stop.abort();
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    for (const release of entry?.releases ?? []) release();
  }

  trial(id: UploadId): RunningTrial | null {
    return this.#trials.get(id) ?? null;
  }

  /** Stops the trial before it, if there is one. */
  startTrial(id: UploadId, files: number): RunningTrial {
    this.#trials.get(id)?.stop.abort();
    const trial = { files, done: 0, tried: 0, stop: new AbortController() };
    this.#trials.set(id, trial);
    return trial;
  }

  endTrial(id: UploadId, trial: RunningTrial): void {
    if (this.#trials.get(id) === trial) this.#trials.delete(id);
    this.onTrialEnd(id);
  }
}
