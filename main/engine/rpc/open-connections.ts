import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { Account } from '../types/connection.ts';
import type { EngineConnection } from './protocol.ts';

export interface OpenConnection extends EngineConnection {
  readonly keyId: string;
  readonly account: Account;
}

/** The connections that main has opened. */
export class OpenConnections {
  readonly #connections = new Map<string, OpenConnection>();

  /** Returns the account that the connection used before. */
  open(connection: EngineConnection, account: Account): Account | null {
    const earlier = this.#connections.get(connection.connectionId)?.account ?? null;
    const { serverUrl, keyId } = account;
    this.#connections.set(connection.connectionId, { ...connection, serverUrl, keyId, account });
    return earlier;
  }

  close(connectionId: string): OpenConnection | null {
    const closed = this.#connections.get(connectionId) ?? null;
    this.#connections.delete(connectionId);
    return closed;
  }

  find(connectionId: string): Result<OpenConnection> {
    const found = this.#connections.get(connectionId);
    return found === undefined ? failure('connection-not-ready') : success(found);
  }

  /** Two connections may have the same server and key until one of them is refused. */
  isUsed({ serverUrl, keyId }: Account): boolean {
    return [...this.#connections.values()].some((one) => one.serverUrl === serverUrl && one.keyId === keyId);
  }

  /** The connection an upload is shown with: the one with its key, else another one to its server. */
  idFor({ serverUrl, keyId }: { readonly serverUrl: string; readonly keyId: string }): string | null {
    const sameServer = [...this.#connections.values()].filter((one) => one.serverUrl === serverUrl);
    const found = sameServer.find((one) => one.keyId === keyId) ?? sameServer.at(-1);
    return found?.connectionId ?? null;
  }
}
