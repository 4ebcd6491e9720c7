import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { connection } from '../../test/fixtures/views.ts';
import type { TrustQuestion } from '../window/trust-questions.ts';
import { connectionHandlers } from './connections.ts';

function createHandlers(isConfirmed: boolean, profile: { chosen: string; folder: string } | null = null) {
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
      setForm: async () => success(saved),
    },
    engine: {
      call: async () =>
        profile === null ? failure('closing') : JSON.parse(JSON.stringify(success({ name: 'Deployment' }))),
    },
    sandbox: { view: { kind: 'stopped' }, stop: async () => success({ kind: 'stopped' }) },
    dialogs: {
      confirm: async (question) => {
        asked.push(question);
        return isConfirmed;
      },
    },
    keyStorage: 'keychain',
    profiles: profile?.folder ?? '/nowhere',
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

describe('an imported profile', () => {
  it.skipIf(process.platform === 'win32')('is copied without writing through a link', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-profiles-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const chosen = join(folder, 'chosen.txt');
    const evidence = join(folder, 'evidence.pst');
    const copy = join(folder, 'saved.json');
    writeFileSync(chosen, '{"name":"Deployment"}');
    writeFileSync(evidence, 'evidence');
    symlinkSync(evidence, copy);
    const { handlers } = createHandlers(true, { chosen, folder });
    expect(
      await handlers['connections.importProfile']({ connectionId: 'saved', path: chosen }),
    ).toMatchObject({
      ok: true,
    });
    expect(readFileSync(evidence, 'utf8')).toBe('evidence');
    expect(lstatSync(copy).isFile()).toBe(true);
    expect(readFileSync(copy, 'utf8')).toBe('{"name":"Deployment"}');
    expect(readdirSync(folder).sort()).toEqual(['chosen.txt', 'evidence.pst', 'saved.json']);
  });
});
