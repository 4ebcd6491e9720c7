import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import { connection } from '../../test/fixtures/views.ts';
import type { TrustQuestion } from '../window/trust-questions.ts';
import { connectionHandlers } from './connections.ts';

function createHandlers(isConfirmed: boolean) {
  const asked: TrustQuestion[] = [];
  const done: unknown[] = [];
  const saved = connection({ id: 'saved', serverUrl: 'https://review.example/' });
  const handlers = connectionHandlers({
    connections: {
      views: () => [saved],
      add: async (wanted) => {
        done.push(wanted);
        return success(saved);
      },
      setKey: async (...given) => {
        done.push(given);
        return success(saved);
      },
      check: async () => success(saved),
      remove: async () => success(undefined),
      setProfile: async () => success(saved),
    },
    engine: { call: async () => failure('closing') },
    sandbox: { view: { kind: 'stopped' }, stop: async () => success({ kind: 'stopped' }) },
    dialogs: {
      chooseFile: async () => null,
      confirm: async (question) => {
        asked.push(question);
        return isConfirmed;
      },
    },
    keyStorage: 'keychain',
    profiles: '/nowhere',
  });
  return { handlers, asked, done, saved };
}

const wanted = { name: 'Review', apiKey: 'key', acceptPlaintext: false };

describe('a new server', () => {
  it('gets nothing, not even the key, unless a person confirms it', async () => {
    const { handlers, asked, done } = createHandlers(false);
    const serverUrl = 'https://evil.example/review.example';
    expect(await handlers['connections.add']({ ...wanted, serverUrl })).toEqual(success(null));
    expect(asked.map(({ message }) => message)).toEqual(['Connect to evil.example?']);
    expect(done).toEqual([]);
  });

  it('is the one that the question named, in the form that the engine uses', async () => {
    const { handlers, done, saved } = createHandlers(true);
    const serverUrl = ' HTTPS://Review.EXAMPLE:443/api// ';
    expect(await handlers['connections.add']({ ...wanted, serverUrl })).toEqual(success(saved));
    expect(done).toEqual([{ ...wanted, serverUrl: 'https://review.example/api' }]);
  });

  it('is asked about again where a connection to it exists: another key may be for another account', async () => {
    const { handlers, asked } = createHandlers(true);
    await handlers['connections.add']({ ...wanted, serverUrl: 'https://review.example' });
    expect(asked).toHaveLength(1);
  });

  it.each(['', 'review.example', 'http://review.example', 'https://a@b.example', 'file:///etc/passwd'])(
    'is refused without a question if its address is %j',
    async (serverUrl) => {
      const { handlers, asked, done } = createHandlers(true);
      expect((await handlers['connections.add']({ ...wanted, serverUrl })).ok).toBe(false);
      expect([asked, done]).toEqual([[], []]);
    },
  );
});

describe('another key', () => {
  const key = { connectionId: 'saved', apiKey: 'other', acceptPlaintext: false };

  it('replaces the one before only if a person confirms it', async () => {
    const refused = createHandlers(false);
    expect(await refused.handlers['connections.setKey'](key)).toEqual(success(null));
    expect(refused.asked.map(({ message }) => message)).toEqual(['Replace the API key for review.example?']);
    expect(refused.done).toEqual([]);
    const accepted = createHandlers(true);
    expect(await accepted.handlers['connections.setKey'](key)).toMatchObject({ ok: true });
    expect(accepted.done).toEqual([['saved', 'other', false]]);
  });

  it('for a connection that does not exist is refused without a question', async () => {
    const { handlers, asked } = createHandlers(true);
    expect(await handlers['connections.setKey']({ ...key, connectionId: 'other' })).toEqual(
      failure('connection-not-found'),
    );
    expect(asked).toEqual([]);
  });
});
