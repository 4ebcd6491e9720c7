import { describe, expect, it } from 'vitest';
import type { ReadPurpose } from '../../preload/contract/calls/paths.ts';
import { type Failed, failure, success } from '../../preload/contract/failures/failure.ts';
import { type CallName, calls } from '../../preload/contract/index.ts';
import fc from '../../test/fixtures/property.ts';
import { createCallDispatcher, type MainHandlers } from './dispatcher.ts';
import { createPathGrants } from './path-grants.ts';
import type { Sender } from './sender.ts';

const ours: Sender = { isOurWindow: true, frame: { url: 'app://lading/index.html', isMain: true } };

/** Records what arrives. */
function createRecorder(nowMs = () => 0, answerOf: (name: string) => Failed = () => failure('closing')) {
  const received: { readonly name: string; readonly argument: unknown }[] = [];
  const refused: string[] = [];
  const errors: unknown[] = [];
  const keysRefused: unknown[] = [];
  const pathGrants = createPathGrants(async (paths) => success(paths.map(() => 'file' as const)));
  const mainNames = Object.entries(calls).flatMap(([name, call]) => (call.at === 'main' ? [name] : []));
  const record = (name: string) => async (argument: unknown) => {
    received.push({ name, argument });
    if (name === 'sandbox.stop') throw new Error('token abc.def.secret in a stack');
    return success(undefined);
  };
  const handlers: MainHandlers = Object.assign(
    Object.create(null),
    Object.fromEntries(mainNames.map((name) => [name, record(name)])),
  );
  const dispatcher = createCallDispatcher({
    handlers,
    forwardToEngine: async (name, argument) => {
      received.push({ name, argument });
      return answerOf(name);
    },
    pathGrants: {
      grant: async (_, paths) => {
        received.push({ name: 'drop', argument: paths });
        return success([]);
      },
      withPaths: pathGrants.withPaths,
    },
    onKeyRefused: (where) => keysRefused.push(where),
    onError: (_, error) => errors.push(error),
    onRefused: (message) => refused.push(message),
    nowMs,
  });
  return { dispatcher, received, refused, errors, keysRefused, pathGrants };
}

describe('a call of the window', () => {
  it('reaches the process that answers it, with its argument parsed', async () => {
    const { dispatcher, received } = createRecorder();
    await dispatcher.handleCall(ours, 'connections.check', { connectionId: 'a', extra: 1 });
    await dispatcher.handleCall(ours, 'uploads.pause', { uploadId: 7 });
    expect(received).toEqual([
      { name: 'connections.check', argument: { connectionId: 'a' } },
      { name: 'uploads.pause', argument: { uploadId: 7, finishParts: false } },
    ]);
  });

  it('that is refused with a key says of which connection or upload the key is', async () => {
    const refusal = failure('key-refused', { operation: 'GetDatabases', status: 401 });
    const { dispatcher, keysRefused } = createRecorder(undefined, (name) =>
      name === 'uploads.pause' ? failure('closing') : refusal,
    );
    await dispatcher.handleCall(ours, 'databases.list', { connectionId: 'a' });
    await dispatcher.handleCall(ours, 'drafts.startCheck', { uploadId: 7 });
    await dispatcher.handleCall(ours, 'uploads.pause', { uploadId: 7 });
    expect(keysRefused).toEqual([{ connectionId: 'a' }, { uploadId: 7 }]);
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
    const { dispatcher, received, refused } = createRecorder();
    const answers = [
      await dispatcher.handleCall(sender, 'uploads.pause', { uploadId: 7 }),
      await dispatcher.handleDrop(sender, ['/etc/passwd']),
    ];
    for (const answer of answers) expect(answer).toEqual(failure('call-refused'));
    expect(received).toEqual([]);
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
  ])('is refused when its name is %s, which is not in the contract', async (name, argument) => {
    const { dispatcher, received } = createRecorder();
    expect(await dispatcher.handleCall(ours, name, argument)).toMatchObject({
      ok: false,
      failure: { code: 'call-unknown' },
    });
    expect(received).toEqual([]);
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
    ['app.open', { target: '/etc/passwd' }],
    ['paths.choose', { purpose: '/etc' }],
    ['snapshot', {}],
    [
      'drafts.create',
      {
        connectionId: 'a',
        databaseId: 1,
        dataset: { id: 1 },
        sources: '/etc',
        links: [],
        followSymlinks: false,
      },
    ],
    ['preferences.set', { theme: 'system' }],
    ['drafts.previewCustodians', { uploadId: 1, rules: Uint8ClampedArray.of(1), custodian: null }],
  ])('%s is refused with a payload that does not fit', async (name, argument) => {
    const { dispatcher, received } = createRecorder();
    expect(await dispatcher.handleCall(ours, name, argument)).toMatchObject({
      ok: false,
      failure: { code: 'call-malformed' },
    });
    expect(received).toEqual([]);
  });

  it('gets an answer whatever its name and payload are', async () => {
    const { dispatcher } = createRecorder();
    const name = fc.oneof(fc.constantFrom(...Object.keys(calls)), fc.anything());
    await fc.assert(
      fc.asyncProperty(name, fc.anything(), async (requested, argument) => {
        const answer = await dispatcher.handleCall(ours, requested, argument);
        expect(typeof answer.ok).toBe('boolean');
      }),
    );
  });

  it('that throws fails with code bug, and only the log gets the error', async () => {
    const { dispatcher, errors } = createRecorder();
    const answer = await dispatcher.handleCall(ours, 'sandbox.stop', undefined);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bug' } });
    expect(JSON.stringify(answer)).not.toMatch(/token|stack| at /);
    expect(errors).toHaveLength(1);
  });

  it('that is refused names the field, and never repeats its content', async () => {
    const { dispatcher, refused } = createRecorder();
    const apiKey = `prod.ab12cd.${'s'.repeat(5000)}`;
    const answer = await dispatcher.handleCall(ours, 'connections.add', {
      name: 'A',
      serverUrl: 'https://x/',
      apiKey,
      acceptPlaintext: false,
    });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer) + refused.join()).not.toContain('sss');
  });
});

it('names of a record are the window’s own text: a refusal repeats little of one, on one line', async () => {
  const { dispatcher, refused } = createRecorder();
  const name = `field\n2026-11-21 Lading starts${'x'.repeat(100_000)}`;
  const answer = await dispatcher.handleCall(ours, 'templates.save', { name: 'A', settings: { [name]: 1 } });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'call-malformed' } });
  for (const text of [JSON.stringify(answer), ...refused]) {
    expect(text.length).toBeLessThan(300);
    expect(text).not.toMatch(/\n|\\n/);
  }
});

describe('a path that a person chose', () => {
  const draft = {
    connectionId: 'a',
    databaseId: 1,
    dataset: { id: 1 },
    links: [],
    followSymlinks: false,
  };

  it('reaches what handles the call, wherever its schema has a place for it', async () => {
    const { dispatcher, received, pathGrants } = createRecorder();
    const grant = async (purpose: ReadPurpose, path: string) => {
      const granted = await pathGrants.grant(purpose, [path]);
      return granted.ok ? granted.value[0]?.sourceId : '';
    };
    const folder = await grant('source-folders', '/evidence');
    await dispatcher.handleCall(ours, 'drafts.create', { ...draft, sources: [folder, folder] });
    const path = await grant('receipt', '/receipt.json');
    const verify = { path, against: null, key: null, head: null };
    await dispatcher.handleCall(ours, 'receipts.verify', verify);
    expect(received).toEqual([
      {
        name: 'drafts.create',
        argument: { ...draft, sources: ['/evidence', '/evidence'], maskLinks: false, replaces: null },
      },
      { name: 'receipts.verify', argument: { ...verify, path: '/receipt.json' } },
    ]);
  });

  it('can’t be named by the window, and one that was chosen for something else is refused', async () => {
    const { dispatcher, received, pathGrants } = createRecorder();
    const chosen = await pathGrants.grant('source-files', ['/evidence/a.pst']);
    const [id] = chosen.ok ? chosen.value.map(({ sourceId }) => sourceId) : [];
    for (const [name, argument] of [
      ['drafts.create', { ...draft, sources: ['/etc/passwd'] }],
      ['drafts.create', { ...draft, sources: [id, '/etc/passwd'] }],
      ['passwords.addFrom', { uploadId: 1, path: '/etc/passwd' }],
      ['passwords.addFrom', { uploadId: 1, path: id }],
      ['app.trustCertificates', { path: id }],
    ] as const)
      expect(await dispatcher.handleCall(ours, name, argument)).toEqual(failure('source-not-granted'));
    expect(received).toEqual([]);
  });
});

describe('a place to save', () => {
  it('reaches the engine as the path that a person chose, once', async () => {
    const { dispatcher, received, pathGrants } = createRecorder();
    const { id } = pathGrants.grantPlace('save-uploads', '/reports/uploads.csv');
    const write = () => dispatcher.handleCall(ours, 'exports.uploads', { path: id });
    await write();
    expect(await write()).toEqual(failure('source-not-granted'));
    expect(received).toEqual([{ name: 'exports.uploads', argument: { path: '/reports/uploads.csv' } }]);
  });

  it('serves what it was chosen for and nothing else, and no path stands for one', async () => {
    const { dispatcher, received, pathGrants } = createRecorder();
    const { id, path } = pathGrants.grantPlace('save-uploads', '/reports/uploads.csv');
    for (const [name, argument] of [
      ['exports.table', { path: id, columns: ['a'], rows: [] }],
      ['uploads.saveReceipt', { uploadId: 7, format: 'csv', path: id }],
      ['exports.uploads', { path }],
      ['exports.uploads', { path: '/etc/passwd' }],
    ] as const)
      expect(await dispatcher.handleCall(ours, name, argument)).toEqual(failure('source-not-granted'));
    expect(received).toEqual([]);
  });

  it('is left if the call is refused for another reason', async () => {
    const { dispatcher, received, pathGrants } = createRecorder();
    const { id } = pathGrants.grantPlace('save-receipt', '/reports/receipt.json');
    const save = (format: string) =>
      dispatcher.handleCall(ours, 'uploads.saveReceipt', { uploadId: 7, format, path: id });
    expect(await save('pdf')).toMatchObject({ failure: { code: 'call-malformed' } });
    expect((await save('json')).ok).toBe(true);
    expect(received).toHaveLength(1);
  });
});

describe('a drop', () => {
  it('accepts a list of paths and nothing else', async () => {
    const { dispatcher, received } = createRecorder();
    const bad = [
      '/etc',
      [''],
      [7],
      ['a/b'],
      ['../a'],
      ['/a\0b'],
      null,
      Array.from({ length: 1001 }, () => '/a'),
    ];
    for (const paths of bad)
      expect(await dispatcher.handleDrop(ours, paths)).toMatchObject({
        ok: false,
        failure: { code: 'call-malformed' },
      });
    await dispatcher.handleDrop(ours, ['/a/b']);
    expect(received).toEqual([{ name: 'drop', argument: ['/a/b'] }]);
  });

  it('without a path is refused: what was dropped is no file on this computer', async () => {
    const { dispatcher, received } = createRecorder();
    expect(await dispatcher.handleDrop(ours, [])).toEqual(failure('drop-unreadable'));
    expect(received).toEqual([]);
  });

  it('is refused when there are more in a minute than hands can do', async () => {
    let now = 0;
    const { dispatcher, received } = createRecorder(() => now);
    const outcomes: boolean[] = [];
    for (let attempt = 0; attempt < 100; attempt += 1) {
      outcomes.push((await dispatcher.handleDrop(ours, [`/guess/${attempt}`])).ok);
    }
    expect(outcomes.filter((ok) => ok)).toHaveLength(20);
    now = 60_000;
    expect((await dispatcher.handleDrop(ours, ['/a/b'])).ok).toBe(true);
    expect(received).toHaveLength(21);
  });
});
