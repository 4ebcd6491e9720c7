/** Saved connections: names and addresses in a file, keys in the keychain, each of them opened in the engine. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { connectionRetryMs, isPassing } from '../../preload/contract/failures/passing-failure.ts';
import { connectionForm, type InterfaceForm } from '../../preload/contract/views/interface-form.ts';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import type { JsonStore } from '../app/json-store.ts';
import type { Keychain } from '../app/keychain.ts';
import type { ConnectedAccount, EngineConnection } from '../engine/index.ts';
import { sandboxConnectionName } from '../words.ts';
import type { Network } from './network.ts';

const connectionRecord = z.object({
  id: z.string(),
  name: z.string(),
  serverUrl: z.string(),
  /** The key's short identifier; the key itself is in the keychain. */
  keyId: z.string().nullable(),
  profile: z.object({ path: z.string(), name: z.string() }).nullable(),
  isSandbox: z.boolean(),
  directoryId: z.int().nullable().default(null),
  /** As it was chosen, or when Lading connected last. */
  form: connectionForm.nullable().default(null),
});
export type ConnectionRecord = z.infer<typeof connectionRecord>;
export const connectionListSchema = z.object({ connections: z.array(connectionRecord) });
type ConnectionList = z.infer<typeof connectionListSchema>;

/** `new`: uploads that stopped because the previous key was refused may resume too. */
export type KeyChange = 'same' | 'new';

export interface ConnectionsOptions {
  readonly store: JsonStore<ConnectionList>;
  readonly keychain: Keychain;
  readonly connect: (connection: EngineConnection) => Promise<Result<ConnectedAccount>>;
  readonly disconnect: (connectionId: string) => Promise<Result<undefined>>;
  readonly networkFor: (serverUrl: string) => Promise<Result<Network>>;
  readonly onChange: (views: ConnectionView[]) => void;
  /** Uploads over this connection may resume. */
  readonly onReady: (connectionId: string, key: KeyChange) => void;
  /** Delay before an unreachable platform is tried again. */
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
  /** The form of the interface that a person chose; null to find it. */
  setForm(connectionId: string, form: InterfaceForm | null): Promise<Result<ConnectionView>>;
  /** The legal hold directory that was synchronized last. */
  setDirectory(connectionId: string, directoryId: number): Promise<void>;
  /** The sandbox's key isn't secret, and is never saved. */
  openSandbox(serverUrl: string, apiKey: string): Promise<Result<ConnectionView>>;
  closeSandbox(): Promise<void>;
  /** For an engine that has just started. */
  connectAll(): Promise<void>;
  /** Reconnects where the proxy or the certificates changed, and where the connection failed. */
  refresh(): Promise<void>;
  stop(): void;
}

function chosenForm({ form }: Pick<ConnectionRecord, 'form'>): InterfaceForm | null {
  return form?.basis === 'chosen' ? form.form : null;
}

type State = ConnectionView['state'];
const unchecked: State = { kind: 'unchecked' };

export function createConnections(options: ConnectionsOptions): Connections {
  const { store, keychain, retryMs = connectionRetryMs } = options;
  const states = new Map<string, State>();
  /** The network each was last opened with, to see whether it changed. */
  const networks = new Map<string, string>();
  const retries = new Map<string, NodeJS.Timeout>();
  let sandboxKey: string | null = null;

  const records = (): readonly ConnectionRecord[] => store.value.connections;
  const find = (id: string): ConnectionRecord | undefined => records().find((record) => record.id === id);
  const findSandbox = (): ConnectionRecord | undefined => records().find(({ isSandbox }) => isSandbox);

  function viewOf(record: ConnectionRecord): ConnectionView {
    const hasKey = record.isSandbox ? sandboxKey !== null : keychain.has(record.id);
    return {
      id: record.id,
      name: record.name,
      serverUrl: record.serverUrl,
      keyId: hasKey ? record.keyId : null,
      profileName: record.profile?.name ?? null,
      isSandbox: record.isSandbox,
      directoryId: record.directoryId,
      form: record.form,
      state: states.get(record.id) ?? unchecked,
    };
  }

  const views = (): ConnectionView[] => records().map(viewOf);
  const publish = (): void => options.onChange(views());

  async function save(record: ConnectionRecord): Promise<Result<undefined>> {
    const exists = find(record.id) !== undefined;
    return store.set({
      connections: exists
        ? records().map((other) => (other.id === record.id ? record : other))
        : [...records(), record],
    });
  }

  function setState(id: string, state: State): void {
    states.set(id, state);
    publish();
  }

  async function keyOf(record: ConnectionRecord): Promise<Result<string>> {
    if (!record.isSandbox) return keychain.get(record.id);
    return sandboxKey === null ? failure('sandbox-not-running') : success(sandboxKey);
  }

  async function open(record: ConnectionRecord, apiKey: string): Promise<Result<ConnectedAccount>> {
    const network = await options.networkFor(record.serverUrl);
    if (!network.ok) return network;
    networks.set(record.id, JSON.stringify(network.value));
    return options.connect({
      connectionId: record.id,
      serverUrl: record.serverUrl,
      apiKey,
      profilePath: record.profile?.path ?? null,
      form: chosenForm(record),
      ...network.value,
    });
  }

  /** Connects with the saved key; the outcome becomes the connection's state. */
  async function connect(id: string): Promise<void> {
    clearTimeout(retries.get(id));
    const record = find(id);
    if (record === undefined) return;
    const key = await keyOf(record);
    const account = key.ok ? await open(record, key.value) : key;
    const keyNow = await keyOf(record);
    const now = find(id);
    // It may have been removed meanwhile.
    if (now === undefined) return;
    // It may have got another key, profile or form, and the engine may use the earlier one.
    const isSame = isDeepStrictEqual(
      [now.profile, chosenForm(now), keyNow],
      [record.profile, chosenForm(record), key],
    );
    if (!isSame) return connect(id);
    if (!account.ok) {
      setState(id, { kind: 'failed', failure: account.failure });
      if (key.ok) retryLater(id, account.failure);
      return;
    }
    await markReady(record, account.value, 'same');
  }

  async function markReady(
    record: ConnectionRecord,
    account: ConnectedAccount,
    key: KeyChange,
  ): Promise<ConnectionRecord> {
    const updated = {
      ...(find(record.id) ?? record),
      serverUrl: account.serverUrl,
      keyId: account.keyId,
      form: account.form,
    };
    await save(updated);
    // It may have been removed meanwhile.
    if (find(record.id) === undefined) return updated;
    setState(record.id, { kind: 'ready', userName: account.userName });
    options.onReady(record.id, key);
    return updated;
  }

  function retryLater(id: string, reason: Failure): void {
    if (!isPassing(reason)) return;
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

  async function check(id: string): Promise<Result<ConnectionView>> {
    await connect(id);
    const record = find(id);
    return record === undefined ? failure('connection-not-found') : success(viewOf(record));
  }

  return {
    views,
    async add({ name, serverUrl, apiKey, acceptPlaintext }) {
      if (serverUrl.trim() === '') return failure('server-url-missing');
      if (apiKey.trim() === '') return failure('key-missing');
      const allowed = keychain.checkStorage(acceptPlaintext);
      if (!allowed.ok) return allowed;
      const draft: ConnectionRecord = {
        id: randomUUID(),
        name,
        serverUrl: serverUrl.trim(),
        keyId: null,
        profile: null,
        isSandbox: false,
        directoryId: null,
        form: null,
      };
      // A connection that doesn't work is not saved: the form still has what was typed.
      const account = await open(draft, apiKey.trim());
      if (!account.ok) {
        forget(draft.id);
        return account;
      }
      const existing = records().find(
        (other) => other.serverUrl === account.value.serverUrl && other.keyId === account.value.keyId,
      );
      if (existing !== undefined) {
        await options.disconnect(draft.id);
        return failure('connection-exists', { name: existing.name });
      }
      const saved = await keychain.set(draft.id, apiKey.trim(), acceptPlaintext);
      if (!saved.ok) {
        await options.disconnect(draft.id);
        return saved;
      }
      return success(viewOf(await markReady(draft, account.value, 'same')));
    },
    async setKey(connectionId, apiKey, acceptPlaintext) {
      const record = find(connectionId);
      if (record === undefined) return failure('connection-not-found');
      if (record.isSandbox) return failure('sandbox-key-fixed');
      if (apiKey.trim() === '') return failure('key-missing');
      const allowed = keychain.checkStorage(acceptPlaintext);
      if (!allowed.ok) return allowed;
      const account = await open(record, apiKey.trim());
      if (!account.ok) {
        // The previous key may still work.
        if (keychain.has(connectionId)) await connect(connectionId);
        return account;
      }
      const saved = await keychain.set(connectionId, apiKey.trim(), acceptPlaintext);
      if (!saved.ok) return saved;
      // It may have been removed meanwhile: neither it nor a key of it comes back.
      if (find(connectionId) === undefined) {
        await options.disconnect(connectionId);
        await keychain.remove(connectionId);
        return failure('connection-not-found');
      }
      clearTimeout(retries.get(connectionId));
      return success(viewOf(await markReady(record, account.value, 'new')));
    },
    check,
    async remove(connectionId) {
      if (find(connectionId) === undefined) return failure('connection-not-found');
      const disconnected = await options.disconnect(connectionId);
      if (!disconnected.ok) return disconnected;
      forget(connectionId);
      const record = find(connectionId);
      // In one turn: setting a key meanwhile fails with connection-not-found.
      const [removed, saved] = await Promise.all([
        keychain.remove(connectionId),
        store.set({ connections: records().filter(({ id }) => id !== connectionId) }),
      ]);
      // So that a person can remove the key that is still on the disk.
      if (!removed.ok && record !== undefined) await save(record);
      publish();
      return removed.ok ? saved : removed;
    },
    async setProfile(connectionId, profile) {
      const record = find(connectionId);
      if (record === undefined) return failure('connection-not-found');
      const saved = await save({ ...record, profile });
      return saved.ok ? check(connectionId) : saved;
    },
    async setForm(connectionId, form) {
      const record = find(connectionId);
      if (record === undefined) return failure('connection-not-found');
      const saved = await save({ ...record, form: form === null ? null : { form, basis: 'chosen' } });
      return saved.ok ? check(connectionId) : saved;
    },
    async setDirectory(connectionId, directoryId) {
      const record = find(connectionId);
      // It is remembered for convenience: a disk that is full costs a person an ID to type.
      if (record === undefined || !(await save({ ...record, directoryId })).ok) return;
      publish();
    },
    async openSandbox(serverUrl, apiKey) {
      sandboxKey = apiKey;
      const record: ConnectionRecord = findSandbox() ?? {
        id: randomUUID(),
        name: sandboxConnectionName,
        serverUrl,
        keyId: null,
        profile: null,
        isSandbox: true,
        directoryId: null,
        form: null,
      };
      const saved = await save({ ...record, serverUrl });
      return saved.ok ? check(record.id) : saved;
    },
    async closeSandbox() {
      sandboxKey = null;
      const record = findSandbox();
      if (record === undefined) return;
      await options.disconnect(record.id);
      clearTimeout(retries.get(record.id));
      setState(record.id, unchecked);
    },
    async connectAll() {
      const available = records().filter(({ isSandbox }) => !isSandbox || sandboxKey !== null);
      await Promise.all(available.map(({ id }) => connect(id)));
    },
    async refresh() {
      await Promise.all(
        records().map(async ({ id, serverUrl, isSandbox }) => {
          if (isSandbox) return;
          const network = await options.networkFor(serverUrl);
          const hasChanged = !network.ok || networks.get(id) !== JSON.stringify(network.value);
          if (hasChanged || states.get(id)?.kind !== 'ready') await connect(id);
        }),
      );
    },
    stop() {
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}
