/** The platforms this person works with: names and addresses in a file, keys in the keychain, the engine connected to each. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../preload/contract/failure.ts';
import type { ConnectionView } from '../../preload/contract/views.ts';
import type { JsonFile } from '../app/json-store.ts';
import type { Secrets } from '../app/keychain.ts';
import type { Account, DeskConnection } from '../engine/index.ts';

const connectionRecord = z.object({
  id: z.string(),
  name: z.string(),
  serverUrl: z.string(),
  /** The key's short identifier; the key itself is in the keychain. */
  keyId: z.string().nullable(),
  profile: z.object({ path: z.string(), name: z.string() }).nullable(),
  isSandbox: z.boolean(),
});
export type ConnectionRecord = z.infer<typeof connectionRecord>;
export const connectionsSchema = z.object({ connections: z.array(connectionRecord) });
type List = z.infer<typeof connectionsSchema>;

export interface Network {
  readonly proxyUrl: string | null;
  readonly caPem: string | null;
}

export interface ConnectionsOptions {
  readonly file: JsonFile<List>;
  readonly secrets: Secrets;
  readonly connect: (connection: DeskConnection) => Promise<Result<Account>>;
  readonly disconnect: (connectionId: string) => Promise<Result<undefined>>;
  readonly networkTo: (serverUrl: string) => Promise<Result<Network>>;
  readonly onChange: (views: ConnectionView[]) => void;
  /** Uploads over this connection may go on; with another key also those that the key before was refused to. */
  readonly onReady: (connectionId: string, key: 'same' | 'new') => void;
  /** A platform that cannot be reached is tried again after this. */
  readonly retryMs?: number;
}

export interface NewConnection {
  readonly name: string;
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly acceptPlaintext: boolean;
}

export interface Connections {
  views(): ConnectionView[];
  add(wanted: NewConnection): Promise<Result<ConnectionView>>;
  setKey(connectionId: string, apiKey: string, acceptPlaintext: boolean): Promise<Result<ConnectionView>>;
  check(connectionId: string): Promise<Result<ConnectionView>>;
  remove(connectionId: string): Promise<Result<undefined>>;
  setProfile(connectionId: string, profile: ConnectionRecord['profile']): Promise<Result<ConnectionView>>;
  /** The sandbox runs at this address with this key, which is no secret and is never kept. */
  practise(serverUrl: string, apiKey: string): Promise<Result<ConnectionView>>;
  practiceEnded(): Promise<void>;
  /** The engine has started: it knows of none. */
  connectAll(): Promise<void>;
  /** Proxy, certificates or the network may have changed: those that it concerns connect again. */
  refresh(): Promise<void>;
  stop(): void;
}

type State = ConnectionView['state'];
const unchecked: State = { kind: 'unchecked' };

export function createConnections(options: ConnectionsOptions): Connections {
  const { file, secrets, retryMs = 15_000 } = options;
  const states = new Map<string, State>();
  /** How each was connected last, to tell whether that has changed. */
  const networks = new Map<string, string>();
  const retries = new Map<string, NodeJS.Timeout>();
  let practiceKey: string | null = null;

  const records = (): readonly ConnectionRecord[] => file.value.connections;
  const find = (id: string): ConnectionRecord | undefined => records().find((record) => record.id === id);

  function viewOf(record: ConnectionRecord): ConnectionView {
    const hasKey = record.isSandbox ? practiceKey !== null : secrets.has(record.id);
    return {
      id: record.id,
      name: record.name,
      serverUrl: record.serverUrl,
      keyId: hasKey ? record.keyId : null,
      profileName: record.profile?.name ?? null,
      isSandbox: record.isSandbox,
      state: states.get(record.id) ?? unchecked,
    };
  }

  const views = (): ConnectionView[] => records().map(viewOf);
  const tell = (): void => options.onChange(views());

  async function save(record: ConnectionRecord): Promise<Result<undefined>> {
    const isKnown = find(record.id) !== undefined;
    return file.set({
      connections: isKnown
        ? records().map((other) => (other.id === record.id ? record : other))
        : [...records(), record],
    });
  }

  function setState(id: string, state: State): void {
    states.set(id, state);
    tell();
  }

  async function keyOf(record: ConnectionRecord): Promise<Result<string>> {
    if (!record.isSandbox) return secrets.get(record.id);
    if (practiceKey !== null) return success(practiceKey);
    return failure('unreachable', 'The practice platform is not running. Start it to go on.');
  }

  async function reach(record: ConnectionRecord, apiKey: string): Promise<Result<Account>> {
    const network = await options.networkTo(record.serverUrl);
    if (!network.ok) return network;
    networks.set(record.id, JSON.stringify(network.value));
    return options.connect({
      connectionId: record.id,
      serverUrl: record.serverUrl,
      apiKey,
      profilePath: record.profile?.path ?? null,
      isSandbox: record.isSandbox,
      ...network.value,
    });
  }

  /** Connects with the kept key; the outcome is the connection's state. */
  async function connect(id: string): Promise<void> {
    clearTimeout(retries.get(id));
    const record = find(id);
    if (record === undefined) return;
    const key = await keyOf(record);
    const reached = key.ok ? await reach(record, key.value) : key;
    if (find(id) === undefined) return;
    if (!reached.ok) {
      setState(id, { kind: 'failed', failure: reached.failure });
      if (key.ok) retryLater(id, reached.failure);
      return;
    }
    await arrived(record, reached.value, 'same');
  }

  async function arrived(
    record: ConnectionRecord,
    account: Account,
    key: 'same' | 'new',
  ): Promise<ConnectionRecord> {
    const known = { ...record, serverUrl: account.serverUrl, keyId: account.keyId };
    await save(known);
    setState(record.id, { kind: 'ready', userName: account.userName });
    options.onReady(record.id, key);
    return known;
  }

  function retryLater(id: string, why: Failure): void {
    if (why.code !== 'unreachable') return;
    retries.set(
      id,
      setTimeout(() => void connect(id), retryMs),
    );
  }

  function forget(id: string): void {
    clearTimeout(retries.get(id));
    retries.delete(id);
    states.delete(id);
    networks.delete(id);
  }

  /** `connect`, told as a view. */
  async function again(id: string): Promise<Result<ConnectionView>> {
    await connect(id);
    const record = find(id);
    return record === undefined ? unknown() : success(viewOf(record));
  }

  return {
    views,
    async add({ name, serverUrl, apiKey, acceptPlaintext }) {
      if (serverUrl.trim() === '') return failure('bad-input', 'Enter the address of the platform.');
      if (apiKey.trim() === '') return noKey();
      const may = secrets.mayKeep(acceptPlaintext);
      if (!may.ok) return may;
      const draft: ConnectionRecord = {
        id: randomUUID(),
        name,
        serverUrl: serverUrl.trim(),
        keyId: null,
        profile: null,
        isSandbox: false,
      };
      // Nothing is kept of a connection that does not work: the form still has what was typed.
      const reached = await reach(draft, apiKey.trim());
      if (!reached.ok) {
        forget(draft.id);
        return reached;
      }
      const twin = records().find(
        (other) => other.serverUrl === reached.value.serverUrl && other.keyId === reached.value.keyId,
      );
      if (twin !== undefined) {
        await options.disconnect(draft.id);
        return failure('bad-input', `“${twin.name}” already connects to this platform with this key.`);
      }
      const kept = await secrets.set(draft.id, apiKey.trim(), acceptPlaintext);
      if (!kept.ok) {
        await options.disconnect(draft.id);
        return kept;
      }
      return success(viewOf(await arrived(draft, reached.value, 'same')));
    },
    async setKey(connectionId, apiKey, acceptPlaintext) {
      const record = find(connectionId);
      if (record === undefined) return unknown();
      if (record.isSandbox) return failure('bad-input', 'The practice platform brings its own key.');
      if (apiKey.trim() === '') return noKey();
      const may = secrets.mayKeep(acceptPlaintext);
      if (!may.ok) return may;
      const reached = await reach(record, apiKey.trim());
      if (!reached.ok) {
        // The old key may still serve.
        if (secrets.has(connectionId)) await connect(connectionId);
        return reached;
      }
      const kept = await secrets.set(connectionId, apiKey.trim(), acceptPlaintext);
      if (!kept.ok) return kept;
      clearTimeout(retries.get(connectionId));
      return success(viewOf(await arrived(record, reached.value, 'new')));
    },
    check: again,
    async remove(connectionId) {
      if (find(connectionId) === undefined) return unknown();
      const left = await options.disconnect(connectionId);
      if (!left.ok) return left;
      forget(connectionId);
      const removed = await secrets.remove(connectionId);
      if (!removed.ok) return removed;
      const saved = await file.set({ connections: records().filter(({ id }) => id !== connectionId) });
      tell();
      return saved;
    },
    async setProfile(connectionId, profile) {
      const record = find(connectionId);
      if (record === undefined) return unknown();
      const saved = await save({ ...record, profile });
      if (!saved.ok) return saved;
      return again(connectionId);
    },
    async practise(serverUrl, apiKey) {
      practiceKey = apiKey;
      const known = records().find(({ isSandbox }) => isSandbox);
      const record: ConnectionRecord = known ?? {
        id: randomUUID(),
        name: 'Practice on this computer',
        serverUrl,
        keyId: null,
        profile: null,
        isSandbox: true,
      };
      const saved = await save({ ...record, serverUrl });
      return saved.ok ? again(record.id) : saved;
    },
    async practiceEnded() {
      practiceKey = null;
      const record = records().find(({ isSandbox }) => isSandbox);
      if (record === undefined) return;
      await options.disconnect(record.id);
      clearTimeout(retries.get(record.id));
      setState(record.id, unchecked);
    },
    async connectAll() {
      const reachable = records().filter(({ isSandbox }) => !isSandbox || practiceKey !== null);
      await Promise.all(reachable.map(({ id }) => connect(id)));
    },
    async refresh() {
      const concerned = await Promise.all(
        records().map(async ({ id, serverUrl, isSandbox }) => {
          if (isSandbox) return false;
          const network = await options.networkTo(serverUrl);
          const isOther = !network.ok || networks.get(id) !== JSON.stringify(network.value);
          return isOther || states.get(id)?.kind !== 'ready';
        }),
      );
      await Promise.all(
        records().map(({ id }, index) => (concerned[index] === true ? connect(id) : undefined)),
      );
    },
    stop() {
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}

function unknown(): { readonly ok: false; readonly failure: Failure } {
  return failure('not-known', 'This connection was removed.');
}

function noKey(): { readonly ok: false; readonly failure: Failure } {
  return failure('key-missing', 'Enter the API key.');
}
