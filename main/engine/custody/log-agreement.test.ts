import { describe, expect, test } from 'vitest';
import {
  completionOf,
  firstEvents,
  item,
  sha1,
  sourceFileOf,
  upload,
} from '../../../test/fixtures/receipt.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../types/canonical-json.ts';
import { PackMembersDigest } from '../types/pack-members-digest.ts';
import { createLogAgreement } from './log-agreement.ts';
import type { ReceiptItem, ReceiptSourceFile } from './receipt.ts';

type Event = readonly [type: string, data: JsonObject];
const at = '2024-05-02T08:02:00.000Z';

function check(
  events: readonly Event[],
  items: readonly ReceiptItem[],
  files: readonly ReceiptSourceFile[],
  of = { ...upload, state: 'uploading', finished: null },
) {
  const agreement = createLogAgreement(items.length, events.length);
  for (const [index, [type, data]] of events.entries())
    agreement.addEvent({
      seq: index + 1,
      at: type === 'upload-finished' ? (of.finished ?? at) : at,
      type,
      data,
    });
  for (const each of items) agreement.addItem(each);
  for (const file of files) agreement.addSourceFile(file);
  return { codes: agreement.problems(of).map(({ code }) => code), coverage: agreement.coverage() };
}

const packName = 'Lading pack 0123abcd-0001.zip';
const members = [1, 2, 3].map((id) =>
  item(id, { pack: packName, sourceFileId: 77, partCount: null, md5: 'ab'.repeat(16) }),
);
const packFile: ReceiptSourceFile = {
  ...sourceFileOf(item(1)),
  id: 77,
  kind: 'pack',
  filename: packName,
  files: 3,
  sizeBytes: 500,
  sha1: sha1('pack'),
  custodian: null,
};
const packEvent = ((): Event => {
  const digest = new PackMembersDigest();
  for (const { id, path, sizeBytes, sha1: hash, sha256, md5 } of members)
    digest.add({ item: id, path, sizeBytes, sha1: hash, sha256, md5 });
  return [
    'pack-completed',
    {
      pack: 1,
      path: packName,
      firstItem: 1,
      files: 3,
      membersSha256: digest.hex(),
      sourceFileId: 77,
      sizeBytes: 500,
      parts: 1,
      sha1: packFile.sha1,
      sha256: null,
      custodian: null,
      startedAt: packFile.created,
      state: packFile.state,
    },
  ];
})();

describe('packs', () => {
  const begun = [...firstEvents(upload, members)];
  test('agree with their event', () => {
    expect(check([...begun, packEvent], members, [packFile]).codes).toEqual([]);
  });

  const changed = (changes: Partial<ReceiptItem>) =>
    members.map((one) => (one.id === 2 ? { ...one, ...changes } : one));
  test.each<[string, readonly Event[], readonly ReceiptItem[], readonly ReceiptSourceFile[], string]>([
    ['without an event', begun, members, [packFile], 'packs-not-logged'],
    ['without an event and a source file', begun, members, [], 'items-not-logged'],
    ['without a source file', [...begun, packEvent], members, [], 'packs-not-logged'],
    ['listed twice', [...begun, packEvent], members, [packFile, packFile], 'packs-not-logged'],
    ['logged twice', [...begun, packEvent, packEvent], members, [packFile], 'packs-not-logged'],
    ['with a member less', [...begun, packEvent], members.slice(1), [packFile], 'items-not-logged'],
    ['without members', [...begun, packEvent], [], [packFile], 'items-not-logged'],
    [
      'with another hash of a member',
      [...begun, packEvent],
      changed({ md5: 'cd'.repeat(16) }),
      [packFile],
      'items-not-logged',
    ],
    [
      'with another source file of a member',
      [...begun, packEvent],
      changed({ sourceFileId: 78 }),
      [packFile],
      'items-not-logged',
    ],
    [
      'with another end of a member',
      [...begun, packEvent],
      changed({ finishedAt: '2024-05-02T08:03:00.000Z' }),
      [packFile],
      'items-not-logged',
    ],
  ])('%s do not agree', (_, events, items, files, code) => {
    expect(check(events, items, files).codes).toContain(code);
  });
});

describe('what was created before it was complete', () => {
  const sent = item(1);
  const codesOf = (...before: readonly JsonObject[]) =>
    check(
      [
        ...firstEvents(upload, [sent]),
        ...before.map((data): Event => ['source-file-created', data]),
        ['source-file-completed', completionOf(sent)],
      ],
      [sent],
      [sourceFileOf(sent)],
    ).codes;
  const created = { item: 1, path: sent.path, sourceFileId: sent.sourceFileId };

  test('is the same source file, and the last one, with the same custodian', () => {
    expect(codesOf(created)).toEqual([]);
    expect(codesOf({ ...created, custodian: sent.custodian })).toEqual([]);
    expect(codesOf({ ...created, sourceFileId: 5 }, created, { ...created, item: 2 })).toEqual([]);
    expect(codesOf(created, { ...created, sourceFileId: 5 })).toEqual(['items-not-logged']);
    expect(codesOf({ ...created, custodian: 'Eve' })).toEqual(['items-not-logged']);
  });

  test('is a pack with the custodians of its files', () => {
    const codesOfPack = (data: JsonObject) =>
      check(
        [
          ...firstEvents(upload, members),
          ['source-file-created', { pack: 1, path: packName, sourceFileId: 77, ...data }],
          packEvent,
        ],
        members,
        [packFile],
      ).codes;
    expect(codesOfPack({})).toEqual([]);
    const [custodian, childCustodians] = [null, { 'Ng, Ana/': 'Ng, Ana' }];
    expect(codesOfPack({ custodian, childCustodians })).toEqual([]);
    expect(codesOfPack({ custodian })).toEqual(['items-not-logged']);
    expect(codesOfPack({ custodian, childCustodians: { 'Ng, Ana/': 'Eve' } })).toEqual(['items-not-logged']);
    expect(codesOfPack({ custodian: 'Eve', childCustodians })).toEqual(['packs-not-logged']);
    expect(codesOfPack({ sourceFileId: 78 })).toEqual(['packs-not-logged']);
  });

  test('is a pack with the members that its completion was requested for last', () => {
    const { membersSha256 = null } = packEvent[1];
    const codesOfPack = (...recorded: readonly JsonValue[]) =>
      check(
        [
          ...firstEvents(upload, members),
          ['source-file-created', { pack: 1, path: packName, sourceFileId: 77, custodian: 'Eve' }],
          ['source-file-created', { pack: 1, path: packName, sourceFileId: 77 }],
          ...recorded.map((sha256): Event => ['pack-members-recorded', { pack: 1, membersSha256: sha256 }]),
          ['pack-members-recorded', { pack: 2, membersSha256: 'cd'.repeat(32) }],
          packEvent,
        ],
        members,
        [packFile],
      ).codes;
    expect(codesOfPack()).toEqual([]);
    expect(codesOfPack('cd'.repeat(32), membersSha256)).toEqual([]);
    expect(codesOfPack(membersSha256, 'cd'.repeat(32))).toEqual(['packs-not-logged']);
  });
});

describe('a log without something that it must have', () => {
  const file = item(1);
  const link = item(2, { outcome: 'handedOver', partCount: null, sha1: null });
  const without = (data: JsonObject, name: string): JsonObject =>
    Object.fromEntries(Object.entries(data).filter(([each]) => each !== name));
  const { parts: _, sha1: __, sha256: ___, md5: ____, ...handedOver } = completionOf(link);
  const whole: readonly Event[] = [
    ...firstEvents(upload, [file, link]),
    ['source-file-completed', completionOf(file)],
    ['link-handed-over', handedOver],
  ];
  const codesOf = (events: readonly Event[]) =>
    check(events, [file, link], [file, link].map(sourceFileOf)).codes;

  test('does not agree, whatever the receipt says instead', () => {
    expect(codesOf(whole)).toEqual([]);
    const edits = whole.flatMap(([type, data], at) => {
      const names = type.endsWith('-completed') || type === 'link-handed-over' ? Object.keys(data) : [];
      const ofUpload = type === 'upload-created' || type === 'upload-recorded' ? data['upload'] : undefined;
      const facts = isJsonObject(ofUpload) ? ofUpload : {};
      return [
        ...names.map((name) => [name, whole.with(at, [type, without(data, name)])] as const),
        ...Object.keys(facts).map(
          (name) => [name, whole.with(at, [type, { ...data, upload: without(facts, name) }])] as const,
        ),
      ];
    });
    expect(edits.length).toBeGreaterThan(45);
    for (const [name, events] of edits) expect(codesOf(events), name).not.toEqual([]);
    for (const name of ['serverUrl', 'databaseId', 'upload'])
      expect(
        codesOf(whole.map(([type, data]) => [type, type === 'upload-created' ? without(data, name) : data])),
        name,
      ).toEqual(['upload-not-logged']);
    expect(codesOf(whole.slice(1))).toEqual(['upload-not-logged']);
  });

  test('does not agree in a pack either', () => {
    const [type, data] = packEvent;
    for (const name of Object.keys(data)) {
      if (name === 'pack') continue;
      const log: readonly Event[] = [...firstEvents(upload, members), [type, without(data, name)]];
      expect(check(log, members, [packFile]).codes, name).not.toEqual([]);
    }
  });

  test('does not agree in the state of a draft', () => {
    const created = whole.slice(0, 1);
    const draft = { ...upload, finished: null };
    expect(check(created, [], [], { ...draft, state: 'scanning' }).codes).toEqual([]);
    expect(check(created, [], [], { ...draft, state: 'ready' }).codes).toEqual(['upload-not-logged']);
  });
});

describe('outcomes', () => {
  const reason = { code: 'path-missing' };
  const failed = item(2, { outcome: 'failed', reason });
  const items = [item(1, { outcome: 'pending' }), failed, item(3, { outcome: 'pending' })];
  const now = { outcome: 'failed', reason };
  const failedEvent: Event = ['item-failed', { changes: [{ items: [[2, 2]], now }] }];
  const queuedEvent: Event = ['item-queued', { changes: [{ items: [[2, 2]], now: null, was: now }] }];
  const begun = [...firstEvents(upload, items)];

  test('are those of the last event about an item, however often it was retried', () => {
    const log = [...begun, failedEvent, queuedEvent, failedEvent];
    expect(check(log, items, []).codes).toEqual([]);
    expect(check([...log, queuedEvent], items, []).codes).toEqual(['outcomes-not-logged']);
    expect(check([...begun, failedEvent, queuedEvent], items, []).codes).toEqual(['outcomes-not-logged']);
  });

  test('follow each other in the order of the log', () => {
    const exchanged = [...begun, queuedEvent, failedEvent, failedEvent];
    expect(check(exchanged, items, []).codes).toEqual(['outcomes-not-logged']);
    const other: Event = [
      'item-queued',
      { changes: [{ items: [[2, 2]], now: null, was: { ...now, outcome: 'held' } }] },
    ];
    const held: Event = ['item-held', { changes: [{ items: [[2, 2]], now: { ...now, outcome: 'held' } }] }];
    expect(check([...begun, held, other, failedEvent], items, []).codes).toEqual([]);
    expect(check([...begun, failedEvent, other, held], items, []).codes).toEqual(['outcomes-not-logged']);
  });

  test('of ranges that no receipt can have end the check, and not the process', () => {
    const endless: Event = ['item-failed', { changes: [{ items: [[1, Number.MAX_SAFE_INTEGER]], now }] }];
    const malformed: Event = ['item-failed', { changes: 'all' }];
    for (const event of [endless, malformed])
      expect(check([...begun, event], items, []).codes).toContain('outcomes-not-logged');
  });
});

test('items that the inventory does not have are counted, and one that it has is never missing', () => {
  const items = [1, 2, 3].map((id) => item(id, { outcome: 'pending' }));
  const begun = [...firstEvents(upload, items)];
  const more = item(9, { outcome: 'pending' });
  expect(check(begun, [...items, more], [])).toMatchObject({ codes: [], coverage: { unlistedItems: 1 } });
  for (const fewer of [
    items.slice(1),
    items.slice(0, 2),
    [items[0], items[2]].flatMap((one) => one ?? []),
    items.toReversed(),
  ])
    expect(check(begun, fewer, []).codes).toContain('inventory-differs');
});

test('a file that is still to be sent has no reason', () => {
  const items = [item(1, { outcome: 'pending' })];
  const begun = [...firstEvents(upload, items)];
  expect(check(begun, items, []).codes).toEqual([]);
  const given = [item(1, { outcome: 'pending', reason: { code: 'skipped-by-person' } })];
  expect(check(begun, given, []).codes).toContain('items-not-logged');
});

test('an accepted file has its event, and an event its accepted file', () => {
  const sent = item(1);
  const begun = [...firstEvents(upload, [sent])];
  const event: Event = ['source-file-completed', completionOf(sent)];
  expect(check([...begun, event], [sent], [sourceFileOf(sent)]).codes).toEqual([]);
  expect(check(begun, [sent], [sourceFileOf(sent)]).codes).toEqual(['items-not-logged']);
  const queued = item(1, { outcome: 'pending' });
  expect(check([...begun, event], [queued], []).codes).toEqual(['items-not-logged']);
});

test('an event after the one that the lists include is not compared', () => {
  const items = [item(1, { outcome: 'pending' })];
  const begun = [...firstEvents(upload, items)];
  const agreement = createLogAgreement(1, begun.length);
  const later: Event = ['source-file-completed', completionOf(item(1))];
  for (const [index, [type, data]] of [...begun, later].entries())
    agreement.addEvent({ seq: index + 1, at, type, data });
  for (const each of items) agreement.addItem(each);
  expect(agreement.problems({ ...upload, state: 'uploading', finished: null })).toEqual([]);
});

test('an upload is the one that its log says was created, also where that says it twice', () => {
  const files = [item(1)];
  const events: readonly Event[] = [...firstEvents(upload, files)];
  const codesOf = (data: JsonObject) => {
    const created = events.map(
      ([type, was]): Event => [type, type === 'upload-created' ? { ...was, ...data } : was],
    );
    return check([...created, ['source-file-completed', completionOf(item(1))]], files, [
      sourceFileOf(item(1)),
    ]).codes;
  };
  expect(codesOf({ serverUrl: upload.serverUrl, databaseId: upload.databaseId })).not.toContain(
    'upload-not-logged',
  );
  expect(codesOf({ serverUrl: 'https://other.example/' })).toContain('upload-not-logged');
  expect(codesOf({ databaseId: upload.databaseId + 1 })).toContain('upload-not-logged');
});
