import type { Account } from '../types/connection.ts';
import type { Session } from './session.ts';

/** The server, and the key by its short identifier: what an upload remembers of the connection it was begun with. */
export interface SessionKey {
  readonly serverUrl: string;
  readonly keyId: string;
}

interface Open {
  readonly connected: Session;
  readonly settings: string;
  /** Given when it is closed, or another took its place. */
  readonly gone: AbortController;
  /** It is closed after these. */
  readonly uses: Set<Promise<unknown>>;
}

/** The platforms that are connected, by server and key; the last one connected stands last. */
export class SessionPool {
  readonly #open = new Map<string, Open>();

  /**
   * In place of an earlier one of the same key; there is never none meanwhile. Where their `settings` are the same, the
   * earlier one stays, so that looking whether a connection still works costs nothing of what is being sent.
   */
  async add(connected: Session, settings: string): Promise<Account> {
    const { account } = connected;
    const earlier = this.#open.get(nameOf(account));
    const isSame = earlier?.settings === settings;
    this.#open.delete(nameOf(account));
    const open = { connected, settings, gone: new AbortController(), uses: new Set<Promise<unknown>>() };
    this.#open.set(nameOf(account), isSame ? earlier : open);
    if (isSame) await connected.close();
    else if (earlier !== undefined) await close(earlier);
    return account;
  }

  async remove(place: SessionKey): Promise<void> {
    const open = this.#open.get(nameOf(place));
    this.#open.delete(nameOf(place));
    if (open !== undefined) await close(open);
  }

  /** Nothing more begins over it; what is under way may end first. */
  async closeWhenIdle(key: SessionKey): Promise<void> {
    const open = this.#open.get(nameOf(key));
    this.#open.delete(nameOf(key));
    await Promise.allSettled(open?.uses ?? []);
    await open?.connected.close();
  }

  /** It stays open until the work has ended, which is told when it should. */
  async use<T>(connected: Session, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
    const open = this.#open.get(nameOf(connected.account));
    if (open?.connected !== connected) throw new Error('The connection is closed');
    const working = work(open.gone.signal);
    open.uses.add(working);
    try {
      return await working;
    } finally {
      open.uses.delete(working);
    }
  }

  latest(): Session | null {
    return [...this.#open.values()].at(-1)?.connected ?? null;
  }

  /** With the key it was begun with; failing that, another key of the same server. */
  find(of: SessionKey): Session | null {
    const same = this.#open.get(nameOf(of));
    if (same !== undefined) return same.connected;
    const others = [...this.#open.values()].map(({ connected }) => connected);
    return others.filter(({ account }) => account.serverUrl === of.serverUrl).at(-1) ?? null;
  }

  async close(): Promise<void> {
    for (const { connected } of [...this.#open.values()]) await this.remove(connected.account);
  }
}

async function close({ connected, gone, uses }: Open): Promise<void> {
  gone.abort();
  await Promise.allSettled(uses);
  await connected.close();
}

function nameOf({ serverUrl, keyId }: SessionKey): string {
  return `${serverUrl} ${keyId}`;
}
