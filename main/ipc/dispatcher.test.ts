import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { success } from '../../preload/contract/failure.ts';
import { type CallName, calls } from '../../preload/contract/index.ts';
import { createHandle, type Handlers } from './dispatcher.ts';
import type { Sender } from './sender.ts';

const ours: Sender = { isOurWindow: true, frame: { url: 'app://lading/index.html', isMain: true } };

/** Notes what arrived; answers nothing true. */
function recorder() {
  const done: { readonly name: string; readonly argument: unknown }[] = [];
  const refused: string[] = [];
  const bugs: unknown[] = [];
  const mainNames = Object.entries(calls).flatMap(([name, call]) => (call.at === 'main' ? [name] : []));
  const note = (name: string) => async (argument: unknown) => {
    done.push({ name, argument });
    if (name === 'sandbox.stop') throw new Error('token abc.def.secret in a stack');
    return success(undefined);
  };
  const handlers: Handlers = Object.assign(
    Object.create(null),
    Object.fromEntries(mainNames.map((name) => [name, note(name)])),
  );
  const handle = createHandle({
    handlers,
    ask: async (name, argument) => {
      done.push({ name, argument });
      return { ok: false, failure: { code: 'not-known', message: 'no engine here' } };
    },
    takeDrop: async (paths) => {
      done.push({ name: 'drop', argument: paths });
      return success([]);
    },
    onBug: (_, error) => bugs.push(error),
    onRefused: (message) => refused.push(message),
  });
  return { handle, done, refused, bugs };
}

describe('a call of the window', () => {
  it('reaches the process that answers it, with its argument parsed', async () => {
    const { handle, done } = recorder();
    await handle.call(ours, 'connections.check', { connectionId: 'a', extra: 1 });
    await handle.call(ours, 'uploads.pause', { uploadId: 7 });
    expect(done).toEqual([
      { name: 'connections.check', argument: { connectionId: 'a' } },
      { name: 'uploads.pause', argument: { uploadId: 7 } },
    ]);
  });

  it.each<[string, Sender]>([
    ['another window', { ...ours, isOurWindow: false }],
    [
      'a frame inside the window',
      { isOurWindow: true, frame: { url: 'app://lading/x.html', isMain: false } },
    ],
    ['a frame that is gone', { isOurWindow: true, frame: null }],
    ['a foreign page', { isOurWindow: true, frame: { url: 'https://lading/index.html', isMain: true } }],
    ['a foreign host', { isOurWindow: true, frame: { url: 'app://evil/index.html', isMain: true } }],
    ['a host with a user', { isOurWindow: true, frame: { url: 'app://x@lading/', isMain: true } }],
    ['a look-alike scheme', { isOurWindow: true, frame: { url: 'app2://lading/', isMain: true } }],
    ['nowhere', { isOurWindow: true, frame: { url: '', isMain: true } }],
  ])('is refused when it comes from %s', async (_, sender) => {
    const { handle, done, refused } = recorder();
    const answers = [
      await handle.call(sender, 'uploads.pause', { uploadId: 7 }),
      await handle.drop(sender, ['/etc/passwd']),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, failure: { code: 'forbidden' } });
    expect(done).toEqual([]);
    expect(refused).toHaveLength(2);
  });

  it.each([
    ['toString', undefined],
    ['__proto__', {}],
    ['constructor', {}],
    ['connections.open', { connectionId: 'a', serverUrl: 'https://x', apiKey: 'k' }],
    ['engine.drain', undefined],
    ['', undefined],
    [7, undefined],
    [{ toString: () => 'snapshot' }, undefined],
    [undefined, undefined],
  ])('is refused when it asks for %s, which the contract does not have', async (name, argument) => {
    const { handle, done } = recorder();
    expect(await handle.call(ours, name, argument)).toMatchObject({
      ok: false,
      failure: { code: 'bad-input' },
    });
    expect(done).toEqual([]);
  });

  it.each<[CallName, unknown]>([
    ['uploads.pause', undefined],
    ['uploads.pause', { uploadId: '7' }],
    ['uploads.pause', { uploadId: 7.5 }],
    ['uploads.items', { uploadId: 1, offset: -1, limit: 10, sort: null, states: [], search: '' }],
    ['uploads.items', { uploadId: 1, offset: 0, limit: 1_000_000, sort: null, states: [], search: '' }],
    [
      'uploads.items',
      { uploadId: 1, offset: 0, limit: 10, sort: { column: 'id; DROP' }, states: [], search: '' },
    ],
    ['app.open', { thing: '/etc/passwd' }],
    ['sources.choose', { kind: '/etc' }],
    ['snapshot', {}],
    [
      'drafts.create',
      {
        connectionId: 'a',
        databaseId: 1,
        dataset: { id: 1 },
        sources: ['/etc'],
        links: [],
        followSymlinks: false,
      },
    ],
    ['preferences.set', { theme: 'system' }],
  ])('%s is refused with a payload that does not fit', async (name, argument) => {
    const { handle, done } = recorder();
    expect(await handle.call(ours, name, argument)).toMatchObject({
      ok: false,
      failure: { code: 'bad-input' },
    });
    expect(done).toEqual([]);
  });

  it('is answered with a value whatever its name and payload are', async () => {
    const { handle } = recorder();
    const name = fc.oneof(fc.constantFrom(...Object.keys(calls)), fc.anything());
    await fc.assert(
      fc.asyncProperty(name, fc.anything(), async (asked, argument) => {
        const answer = await handle.call(ours, asked, argument);
        expect(typeof answer.ok).toBe('boolean');
      }),
    );
  });

  it('that meets a bug is answered with a sentence, and the bug goes to the log alone', async () => {
    const { handle, bugs } = recorder();
    const answer = await handle.call(ours, 'sandbox.stop', undefined);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    expect(JSON.stringify(answer)).not.toMatch(/token|stack| at /);
    expect(bugs).toHaveLength(1);
  });

  it('never tells the window what it was refused for in more than a place and a reason', async () => {
    const { handle, refused } = recorder();
    const apiKey = `prod.ab12cd.${'s'.repeat(5000)}`;
    const answer = await handle.call(ours, 'connections.add', {
      name: 'A',
      serverUrl: 'https://x/',
      apiKey,
      acceptPlaintext: false,
    });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer) + refused.join()).not.toContain('sss');
  });
});

describe('a drop', () => {
  it('takes a list of paths and nothing else', async () => {
    const { handle, done } = recorder();
    for (const paths of ['/etc', [''], [7], null, Array.from({ length: 1001 }, () => '/a')])
      expect(await handle.drop(ours, paths)).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    await handle.drop(ours, ['/a/b']);
    expect(done).toEqual([{ name: 'drop', argument: ['/a/b'] }]);
  });
});
