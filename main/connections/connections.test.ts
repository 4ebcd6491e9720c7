import { beforeEach, describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import type { Keychain } from '../app/keychain.ts';
import type { ConnectedAccount, EngineConnection } from '../engine/index.ts';
import { type ConnectionRecord, createConnections } from './connections.ts';

const apiKey = 'prod.ab12cd.secret';
const account: ConnectedAccount = {
  serverUrl: 'https://platform.example/',
  userName: 'Ana',
  keyId: 'ab12cd',
  form: { form: 'base', basis: 'assumed' },
};
const refused = failure('key-refused', { operation: 'GetCurrentUser', status: 401 });
const unreachable = failure('unreachable', {
  host: 'platform.example',
  operation: 'GetCurrentUser',
  reason: { kind: 'network', fault: 'connection-refused', code: 'ECONNREFUSED' },
});

function memoryKeychain(): Keychain & { readonly keys: Map<string, string> } {
  const keys = new Map<string, string>();
  return {
    keys,
    storage: 'plaintext',
    has: (id) => keys.has(id),
    get: async (id) => {
      const key = keys.get(id);
      return key === undefined ? failure('key-missing') : success(key);
    },
    checkStorage: (accept) => (accept ? success(undefined) : failure('keychain-plaintext')),
    set: async (id, key) => {
      keys.set(id, key);
      return success(undefined);
    },
    remove: async (id) => {
      keys.delete(id);
      return success(undefined);
    },
  };
}

let answer: (connection: EngineConnection) => Result<ConnectedAccount> | Promise<Result<ConnectedAccount>> =
  () => success(account);
let proxyUrl: string | null = null;
beforeEach(() => {
  answer = () => success(account);
  proxyUrl = null;
});

function createFrom(records: ConnectionRecord[] = []) {
  const store = memoryStore({ connections: records });
  const keychain = memoryKeychain();
  const connected: EngineConnection[] = [];
  const disconnected: string[] = [];
  const ready: string[] = [];
  const retried = Promise.withResolvers<void>();
  const connections = createConnections({
    store,
    keychain,
    connect: async (connection) => {
      connected.push(connection);
      if (connected.length === 2) retried.resolve();
      return answer(connection);
    },
    disconnect: async (id) => {
      disconnected.push(id);
      return success(undefined);
    },
    networkFor: async () => success({ proxyUrl, caPem: 'PEM' }),
    onChange: () => undefined,
    onReady: (id, key) => ready.push(`${id} ${key}`),
    retryMs: 5,
  });
  return { connections, store, keychain, connected, disconnected, ready, retried: retried.promise };
}

const wanted = { name: 'Firm', serverUrl: ' https://platform.example ', apiKey, acceptPlaintext: true };
const record: ConnectionRecord = {
  id: 'a',
  name: 'Firm',
  serverUrl: 'https://platform.example/',
  keyId: 'ab12cd',
  profile: null,
  isSandbox: false,
  directoryId: null,
  form: null,
};

describe('a connection', () => {
  it('is saved once the platform accepts the key: name and address in a file, the key in the keychain', async () => {
    const { connections, store, keychain, connected, ready } = createFrom();
    const added = await connections.add(wanted);
    expect(added).toMatchObject({
      ok: true,
      value: {
        name: 'Firm',
        serverUrl: 'https://platform.example/',
        keyId: 'ab12cd',
        isSandbox: false,
        state: { kind: 'ready', userName: 'Ana' },
      },
    });
    expect(connected[0]).toMatchObject({ apiKey, proxyUrl: null, caPem: 'PEM', profilePath: null });
    expect(JSON.stringify(store.value)).not.toContain('secret');
    expect(JSON.stringify(connections.views())).not.toContain('secret');
    expect([...keychain.keys.values()]).toEqual([apiKey]);
    expect(ready).toHaveLength(1);
  });

  it('that does not work is not saved', async () => {
    answer = () => refused;
    const { connections, store, keychain } = createFrom();
    expect(await connections.add(wanted)).toEqual(refused);
    expect(store.value.connections).toEqual([]);
    expect(keychain.keys.size).toBe(0);
  });

  it('sends nothing to the platform while its key may not be saved', async () => {
    const { connections, connected } = createFrom();
    expect((await connections.add({ ...wanted, acceptPlaintext: false })).ok).toBe(false);
    expect(connected).toEqual([]);
  });

  it('needs an address and a key', async () => {
    const { connections, connected } = createFrom([record]);
    expect(await connections.add({ ...wanted, serverUrl: '  ' })).toEqual(failure('server-url-missing'));
    expect(await connections.add({ ...wanted, apiKey: ' ' })).toEqual(failure('key-missing'));
    expect(await connections.setKey('a', '', true)).toEqual(failure('key-missing'));
    expect(connected).toEqual([]);
  });

  it('is not added twice: the existing one with the same key and platform is named', async () => {
    const { connections, disconnected } = createFrom();
    await connections.add(wanted);
    const again = await connections.add({ ...wanted, name: 'Other' });
    expect(again).toEqual(failure('connection-exists', { name: 'Firm' }));
    expect(connections.views()).toHaveLength(1);
    expect(disconnected).toHaveLength(1);
  });

  it('without a key asks for one, and is ready with it', async () => {
    const { connections, keychain } = createFrom([record]);
    await connections.connectAll();
    expect(connections.views()).toMatchObject([
      { keyId: null, state: { kind: 'failed', failure: { code: 'key-missing' } } },
    ]);
    expect(await connections.setKey('a', apiKey, true)).toMatchObject({ ok: true });
    expect(keychain.keys.get('a')).toBe(apiKey);
    expect(connections.views()).toMatchObject([{ keyId: 'ab12cd', state: { kind: 'ready' } }]);
  });

  it('stays removed, with its keys, although it is given another one meanwhile', async () => {
    const { connections, store, keychain, disconnected, ready } = createFrom([record]);
    keychain.keys.set('a', 'prod.ef34.secret');
    const late = Promise.withResolvers<Result<ConnectedAccount>>();
    answer = () => late.promise;
    const changed = connections.setKey('a', apiKey, true);
    expect(await connections.remove('a')).toMatchObject({ ok: true });
    late.resolve(success(account));
    expect(await changed).toEqual(failure('connection-not-found'));
    expect(store.value.connections).toEqual([]);
    expect(keychain.keys.size).toBe(0);
    expect(ready).toEqual([]);
    // Once more, for the session of the new key.
    expect(disconnected).toEqual(['a', 'a']);
  });

  it('stays removed, with its keys, although another one is saved while its key is removed', async () => {
    const { connections, store, keychain, ready } = createFrom([record]);
    keychain.keys.set('a', 'prod.ef34.secret');
    const [removing, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { remove } = keychain;
    keychain.remove = async (id) => {
      keychain.remove = remove;
      const removed = await remove(id);
      removing.resolve();
      await late.promise;
      return removed;
    };
    const removed = connections.remove('a');
    await removing.promise;
    const changed = connections.setKey('a', apiKey, true);
    expect(await changed).toEqual(failure('connection-not-found'));
    late.resolve();
    expect(await removed).toEqual(success(undefined));
    expect(store.value.connections).toEqual([]);
    expect([keychain.keys.size, ready]).toEqual([0, []]);
  });

  it('stays removed although its key is read while it is checked', async () => {
    const { connections, store, keychain, ready } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    const { get } = keychain;
    let reads = 0;
    keychain.get = async (id) => {
      const key = await get(id);
      reads += 1;
      if (reads === 2) await connections.remove('a');
      return key;
    };
    expect(await connections.check('a')).toEqual(failure('connection-not-found'));
    expect([store.value.connections, ready]).toEqual([[], []]);
  });

  it('is still there to be removed where its key could not be', async () => {
    const { connections, store, keychain } = createFrom([record]);
    const refusal = failure('store-read-only', { path: 'keys.json', errno: 'ENOSPC' });
    keychain.remove = async () => refusal;
    expect(await connections.remove('a')).toEqual(refusal);
    expect(store.value.connections).toEqual([record]);
  });

  it('keeps the working key when a new one is refused', async () => {
    const { connections, keychain } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    answer = ({ apiKey: given }) => (given === apiKey ? success(account) : refused);
    expect(await connections.setKey('a', 'prod.ab12cd.wrong', true)).toEqual(refused);
    expect(keychain.keys.get('a')).toBe(apiKey);
    expect(connections.views()).toMatchObject([{ state: { kind: 'ready' } }]);
  });

  it('is ready with a new key, although the earlier one is refused afterwards', async () => {
    const { connections, keychain } = createFrom([record]);
    keychain.keys.set('a', 'prod.ef34.secret');
    const late = Promise.withResolvers<Result<ConnectedAccount>>();
    answer = (connection) => (connection.apiKey === apiKey ? success(account) : late.promise);
    const checked = connections.check('a');
    await connections.setKey('a', apiKey, true);
    late.resolve(refused);
    expect(await checked).toMatchObject({ ok: true, value: { state: { kind: 'ready' } } });
  });

  it('keeps and uses a profile that it gets while it is checked', async () => {
    const { connections, store, keychain, connected } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    const late = Promise.withResolvers<Result<ConnectedAccount>>();
    answer = ({ profilePath }) => (profilePath === null ? late.promise : success(account));
    const checked = connections.check('a');
    const profile = { path: '/profile.json', name: 'Deployment' };
    await connections.setProfile('a', profile);
    late.resolve(success(account));
    await checked;
    expect(store.value.connections).toMatchObject([{ profile }]);
    expect(connected.at(-1)).toMatchObject({ profilePath: profile.path });
  });

  it('has the form of the interface that was found, until a person chooses one, and may find it again', async () => {
    const { connections, keychain, connected } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    answer = ({ form }) =>
      success({
        ...account,
        form: form == null ? { form: 'extended', basis: 'found' } : { form, basis: 'chosen' },
      });
    const formOf = () => connections.views()[0]?.form;
    expect(formOf()).toBeNull();
    await connections.check('a');
    expect(formOf()).toEqual({ form: 'extended', basis: 'found' });
    await connections.setForm('a', 'base');
    await connections.check('a');
    expect(formOf()).toEqual({ form: 'base', basis: 'chosen' });
    await connections.setForm('a', null);
    expect(formOf()).toEqual({ form: 'extended', basis: 'found' });
    expect(connected.map(({ form }) => form)).toEqual([null, 'base', 'base', null]);
  });

  it('that is unreachable is retried', async () => {
    const { connections, keychain, retried, ready } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    answer = () => unreachable;
    await connections.connectAll();
    expect(connections.views()).toMatchObject([{ state: { kind: 'failed' } }]);
    answer = () => success(account);
    await retried;
    await new Promise((done) => setImmediate(done));
    expect(ready).toEqual(['a same']);
    connections.stop();
  });

  it('reconnects when its proxy has changed, and only then', async () => {
    const { connections, keychain, connected } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    await connections.connectAll();
    await connections.refresh();
    expect(connected).toHaveLength(1);
    proxyUrl = 'http://proxy:3128';
    await connections.refresh();
    expect(connected.at(-1)).toMatchObject({ proxyUrl: 'http://proxy:3128' });
    expect(connected).toHaveLength(2);
  });

  it('is removed with its key', async () => {
    const { connections, keychain, disconnected } = createFrom([record]);
    keychain.keys.set('a', apiKey);
    expect(await connections.remove('a')).toMatchObject({ ok: true });
    expect(keychain.keys.size).toBe(0);
    expect(disconnected).toEqual(['a']);
    expect(await connections.check('a')).toMatchObject({
      ok: false,
      failure: { code: 'connection-not-found' },
    });
  });
});

describe('the sandbox connection', () => {
  it('exists once, whatever its address, and its key is never saved', async () => {
    const { connections, store, keychain, connected } = createFrom();
    answer = ({ serverUrl }) => success({ ...account, serverUrl });
    await connections.openSandbox('http://127.0.0.1:4010/', 'sandbox.k1.secret');
    await connections.openSandbox('http://127.0.0.1:4011/', 'sandbox.k1.secret');
    expect(connections.views()).toMatchObject([
      { isSandbox: true, serverUrl: 'http://127.0.0.1:4011/', state: { kind: 'ready' } },
    ]);
    expect(keychain.keys.size).toBe(0);
    expect(JSON.stringify(store.value)).not.toContain('secret');
    expect(connected.every(({ apiKey }) => apiKey === 'sandbox.k1.secret')).toBe(true);
    await connections.closeSandbox();
    expect(connections.views()).toMatchObject([{ keyId: null, state: { kind: 'unchecked' } }]);
  });
});
