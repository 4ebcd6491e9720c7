import type { Account } from '../types/connection.ts';
import type { Session } from './session.ts';

/** The server and the short identifier of the key: what an upload remembers of the connection it was created with. */
export interface SessionKey {
  readonly serverUrl: string;
  readonly keyId: string;
}

interface Entry {
  readonly session: Session;
  readonly settings: string;
  /** Aborted when the session is closed or replaced. */
  readonly closed: AbortController;
  /** The session is closed after these. */
  readonly uses: Set<Promise<unknown>>;
}

/** The open sessions by server and key. The last one added comes last. */
export class SessionPool {
  readonly #entries = new Map<string, Entry>();

  /**
   * Replaces an earlier session of the same key, without a gap. With the same `settings` the earlier one stays, so that
   * checking a connection doesn't interrupt what is being sent over it.
   */
  async add(session: Session, settings: string): Promise<Account> {
    const { account } = session;
    const name = nameOf(account);
    const earlier = this.#entries.get(name);
    const isSame = earlier?.settings === settings;
    const entry = { session, settings, closed: new AbortController(), uses: new Set<Promise<unknown>>() };
    this.#entries.delete(name);
    this.#entries.set(name, isSame ? earlier : entry);
    if (isSame) await session.close();
    else if (earlier !== undefined) await close(earlier);
    return account;
  }

  async remove(key: SessionKey): Promise<void> {
    const entry = this.#take(key);
    if (entry !== undefined) await close(entry);
  }

  /** No new work starts on the session. Work that uses it may finish first. */
  async closeWhenIdle(key: SessionKey): Promise<void> {
    const entry = this.#take(key);
    await Promise.allSettled(entry?.uses ?? []);
    await entry?.session.close();
  }

  /** The session stays open until the work has ended. The signal asks the work to end. */
  async use<T>(session: Session, work: (closed: AbortSignal) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(nameOf(session.account));
    if (entry?.session !== session) throw new Error('The session is closed');
    const working = work(entry.closed.signal);
    entry.uses.add(working);
    try {
      return await working;
    } finally {
      entry.uses.delete(working);
    }
  }

  latest(): Session | null {
    return [...this.#entries.values()].at(-1)?.session ?? null;
  }

  /** The session of the key, or else the latest one of another key of the same server. */
  find(key: SessionKey): Session | null {
    const same = this.#entries.get(nameOf(key));
    if (same !== undefined) return same.session;
    const others = [...this.#entries.values()].map(({ session }) => session);
    return others.filter(({ account }) => account.serverUrl === key.serverUrl).at(-1) ?? null;
  }

  async close(): Promise<void> {
    for (const { session } of [...this.#entries.values()]) await this.remove(session.account);
  }

  #take(key: SessionKey): Entry | undefined {
    const entry = this.#entries.get(nameOf(key));
    this.#entries.delete(nameOf(key));
    return entry;
  }
}

async function close({ session, closed, uses }: Entry): Promise<void> {
  closed.abort();
  await Promise.allSettled(uses);
  await session.close();
}

function nameOf({ serverUrl, keyId }: SessionKey): string {
  return `${serverUrl} ${keyId}`;
}
