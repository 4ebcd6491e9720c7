import type { Account } from './api.ts';
import type { Connected } from './connect.ts';

/** The server, and the key by its short identifier: what an upload remembers of the connection it was begun with. */
export interface Place {
  readonly serverUrl: string;
  readonly keyId: string;
}

/** The platforms that are connected, by server and key; the last one connected stands last. */
export class Connections {
  readonly #open = new Map<string, Connected>();

  /** In place of an earlier one of the same key, which is closed; there is never none meanwhile. */
  async add(connected: Connected): Promise<Account> {
    const { account } = connected;
    const earlier = this.#open.get(nameOf(account));
    this.#open.delete(nameOf(account));
    this.#open.set(nameOf(account), connected);
    await earlier?.close();
    return account;
  }

  async remove(place: Place): Promise<void> {
    const connected = this.#open.get(nameOf(place));
    this.#open.delete(nameOf(place));
    await connected?.close();
  }

  latest(): Connected | null {
    return [...this.#open.values()].at(-1) ?? null;
  }

  /** With the key it was begun with; failing that, another key of the same server. */
  find(of: Place): Connected | null {
    const same = this.#open.get(nameOf(of));
    if (same !== undefined) return same;
    return (
      [...this.#open.values()].filter(({ account }) => account.serverUrl === of.serverUrl).at(-1) ?? null
    );
  }

  async close(): Promise<void> {
    for (const { account } of [...this.#open.values()]) await this.remove(account);
  }
}

function nameOf({ serverUrl, keyId }: Place): string {
  return `${serverUrl} ${keyId}`;
}
