import { rmSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDataFolder } from '../store/files/data-folder.ts';
import { createPrivateFile } from '../store/files/private-folder.ts';
import { openRequestSlots, type RequestSlots, type WantedSlot } from './request-slots.ts';

/** Where slots can't be shared, each process takes this share of the rate, so that several of them stay within it. */
export const unsharedShare = 0.2;

/**
 * The folder of this person on this computer, whatever the environment and `--state` say: two processes must agree on it.
 * Pure.
 */
export function sharedFolder(platform: NodeJS.Platform, home: string): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Lading');
    case 'win32':
      return join(home, 'AppData', 'Local', 'Lading');
    default:
      return join(home, '.local', 'state', 'lading');
  }
}

/** The home that the system has on record. A user without a record, as in some containers, has the environment's. */
function personalHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

/**
 * The slots that all processes of this person share. A damaged file is replaced. Where it can't be written, now or later,
 * this process continues with slots of its own, and uses a fifth of the rate.
 */
export class SharedRequestSlots implements RequestSlots {
  readonly path: string;
  #slots: RequestSlots;
  #isShared = true;

  constructor(folder = sharedFolder(process.platform, personalHome()), host = hostname()) {
    // A home on a network is shared by computers whose clocks started at different times.
    this.path = join(folder, `rate-limit-${host.replace(/[^\w.-]/g, '_')}.db`);
    try {
      const made = openDataFolder(folder);
      this.#slots = made.ok ? openOrReplace(this.path) : this.#ownSlots();
    } catch {
      this.#slots = this.#ownSlots();
    }
  }

  get isShared(): boolean {
    return this.#isShared;
  }

  get share(): number {
    return this.#slots.share;
  }

  take(wanted: readonly WantedSlot[]): ReturnType<RequestSlots['take']> {
    return this.#try((slots) => slots.take(wanted));
  }

  occupy(account: string, answeredAtMs: number): void {
    this.#try((slots) => slots.occupy(account, answeredAtMs));
  }

  pauseUntil(account: string, atMs: number): void {
    this.#try((slots) => slots.pauseUntil(account, atMs));
  }

  accountsLike(prefix: string): readonly string[] {
    return this.#try((slots) => slots.accountsLike(prefix));
  }

  accountOf(fingerprint: string): string | null {
    return this.#try((slots) => slots.accountOf(fingerprint));
  }

  rememberAccount(fingerprint: string, account: string | null): void {
    this.#try((slots) => slots.rememberAccount(fingerprint, account));
  }

  close(): void {
    this.#try((slots) => slots.close());
  }

  #ownSlots(): RequestSlots {
    this.#isShared = false;
    return openRequestSlots(':memory:', { share: unsharedShare });
  }

  #try<T>(call: (slots: RequestSlots) => T): T {
    try {
      return call(this.#slots);
    } catch (error) {
      if (!this.#isShared || !(error instanceof Sqlite.SqliteError)) throw error;
      this.#slots = this.#ownSlots();
      return call(this.#slots);
    }
  }
}

function openOrReplace(path: string): RequestSlots {
  createPrivateFile(path);
  try {
    return openRequestSlots(path);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code))
      throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return openRequestSlots(path);
  }
}
