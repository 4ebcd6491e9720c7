import { beforeEach, describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { memoryFile } from '../../test/fakes/main-state.ts';
import type { Secrets } from '../app/keychain.ts';
import type { Account, DeskConnection } from '../engine/index.ts';
import { type ConnectionRecord, createConnections } from './connections.ts';

const apiKey = 'prod.ab12cd.secret';
const ours: Account = { serverUrl: 'https://platform.example/', userName: 'Ana', keyId: 'ab12cd' };
const refused = failure('key-refused', 'The key was refused.');
const unreachable = failure('unreachable', 'No network.');

function inMemory(): Secrets & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    storage: 'plaintext',
    has: (id) => kept.has(id),
    get: async (id) => {
      const key = kept.get(id);
      return key === undefined ? failure('key-missing', 'No key.') : success(key);
    },
    mayKeep: (accept) => (accept ? success(undefined) : failure('bad-input', 'Readable for others.')),
    set: async (id, key) => {
      kept.set(id, key);
      return success(undefined);
    },
    remove: async (id) => {
      kept.delete(id);
      return success(undefined);
    },
  };
}

let answer: (connection: DeskConnection) => Result<Account> = () => success(ours);
let proxyUrl: string | null = null;
beforeEach(() => {
  answer = () => success(ours);
  proxyUrl = null;
});

function stage(records: ConnectionRecord[] = []) {
  const file = memoryFile({ connections: records });
  const secrets = inMemory();
  const connected: DeskConnection[] = [];
  const disconnected: string[] = [];
  const ready: string[] = [];
  const retried = Promise.withResolvers<void>();
  const connections = createConnections({
    file,
    secrets,
    connect: async (connection) => {
      connected.push(connection);
      if (connected.length === 2) retried.resolve();
      return answer(connection);
    },
    disconnect: async (id) => {
      disconnected.push(id);
      return success(undefined);
    },
    networkTo: async () => success({ proxyUrl, caPem: 'PEM' }),
    onChange: () => undefined,
    onReady: (id, key) => ready.push(`${id} ${key}`),
    retryMs: 5,
  });
  return { connections, file, secrets, connected, disconnected, ready, retried: retried.promise };
}

const wanted = { name: 'Firm', serverUrl: ' https://platform.example ', apiKey, acceptPlaintext: true };
const record: ConnectionRecord = {
  id: 'a',
  name: 'Firm',
  serverUrl: 'https://platform.example/',
  keyId: 'ab12cd',
  profile: null,
  isSandbox: false,
};

describe('a connection', () => {
  it('is kept once the platform has said whose key it is: name and address here, the key in the keychain', async () => {
    const { connections, file, secrets, connected, ready } = stage();
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
    expect(JSON.stringify(file.value)).not.toContain('secret');
    expect(JSON.stringify(connections.views())).not.toContain('secret');
    expect([...secrets.kept.values()]).toEqual([apiKey]);
    expect(ready).toHaveLength(1);
  });

  it('that does not work leaves nothing behind', async () => {
    answer = () => refused;
    const { connections, file, secrets } = stage();
    expect(await connections.add(wanted)).toEqual(refused);
    expect(file.value.connections).toEqual([]);
    expect(secrets.kept.size).toBe(0);
  });

  it('asks nothing of the platform while its key may not be kept', async () => {
    const { connections, connected } = stage();
    expect((await connections.add({ ...wanted, acceptPlaintext: false })).ok).toBe(false);
    expect(connected).toEqual([]);
  });

  it('is asked for in words of the window where address or key is missing', async () => {
    const { connections, connected } = stage([record]);
    const answers = [
      await connections.add({ ...wanted, serverUrl: '  ' }),
      await connections.add({ ...wanted, apiKey: ' ' }),
      await connections.setKey('a', '', true),
    ];
    for (const given of answers) expect(JSON.stringify(given)).toMatch(/"ok":false.*Enter the/);
    expect(connected).toEqual([]);
  });

  it('is there once: the same key at the same platform is named, not added again', async () => {
    const { connections, disconnected } = stage();
    await connections.add(wanted);
    const again = await connections.add({ ...wanted, name: 'Other' });
    expect(again).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(connections.views()).toHaveLength(1);
    expect(disconnected).toHaveLength(1);
  });

  it('without its key asks for it, and is ready with a new one', async () => {
    const { connections, secrets } = stage([record]);
    await connections.connectAll();
    expect(connections.views()).toMatchObject([
      { keyId: null, state: { kind: 'failed', failure: { code: 'key-missing' } } },
    ]);
    expect(await connections.setKey('a', apiKey, true)).toMatchObject({ ok: true });
    expect(secrets.kept.get('a')).toBe(apiKey);
    expect(connections.views()).toMatchObject([{ keyId: 'ab12cd', state: { kind: 'ready' } }]);
  });

  it('keeps the key that works when a new one is refused', async () => {
    const { connections, secrets } = stage([record]);
    secrets.kept.set('a', apiKey);
    answer = ({ apiKey: given }) => (given === apiKey ? success(ours) : refused);
    expect(await connections.setKey('a', 'prod.ab12cd.wrong', true)).toEqual(refused);
    expect(secrets.kept.get('a')).toBe(apiKey);
    expect(connections.views()).toMatchObject([{ state: { kind: 'ready' } }]);
  });

  it('out of reach is tried again by itself', async () => {
    const { connections, secrets, retried, ready } = stage([record]);
    secrets.kept.set('a', apiKey);
    answer = () => unreachable;
    await connections.connectAll();
    expect(connections.views()).toMatchObject([{ state: { kind: 'failed' } }]);
    answer = () => success(ours);
    await retried;
    await new Promise((done) => setImmediate(done));
    expect(ready).toEqual(['a same']);
    connections.stop();
  });

  it('connects again when its proxy has changed, and stays where nothing has', async () => {
    const { connections, secrets, connected } = stage([record]);
    secrets.kept.set('a', apiKey);
    await connections.connectAll();
    await connections.refresh();
    expect(connected).toHaveLength(1);
    proxyUrl = 'http://proxy:3128';
    await connections.refresh();
    expect(connected.at(-1)).toMatchObject({ proxyUrl: 'http://proxy:3128' });
    expect(connected).toHaveLength(2);
  });

  it('is removed with its key', async () => {
    const { connections, secrets, disconnected } = stage([record]);
    secrets.kept.set('a', apiKey);
    expect(await connections.remove('a')).toMatchObject({ ok: true });
    expect(secrets.kept.size).toBe(0);
    expect(disconnected).toEqual(['a']);
    expect(await connections.check('a')).toMatchObject({ ok: false, failure: { code: 'not-known' } });
  });
});

describe('the practice connection', () => {
  it('is one, whatever its address, and its key is kept nowhere', async () => {
    const { connections, file, secrets, connected } = stage();
    answer = ({ serverUrl }) => success({ ...ours, serverUrl });
    await connections.practise('http://127.0.0.1:4010/', 'sandbox.k1.secret');
    await connections.practise('http://127.0.0.1:4011/', 'sandbox.k1.secret');
    expect(connections.views()).toMatchObject([
      { isSandbox: true, serverUrl: 'http://127.0.0.1:4011/', state: { kind: 'ready' } },
    ]);
    expect(secrets.kept.size).toBe(0);
    expect(JSON.stringify(file.value)).not.toContain('secret');
    expect(connected.every(({ isSandbox }) => isSandbox)).toBe(true);
    await connections.practiceEnded();
    expect(connections.views()).toMatchObject([{ keyId: null, state: { kind: 'unchecked' } }]);
  });
});
