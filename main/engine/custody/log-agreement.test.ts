import { describe, expect, test } from 'vitest';
import {
  completionOf,
  firstEvents,
  item,
  sha1,
  sourceFileOf,
  upload,
} from '../../../test/fixtures/receipt.ts';
import type { JsonObject } from '../types/canonical-json.ts';
import { type MemberLines, PackMembersDigest } from '../types/pack-members-digest.ts';
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
function packEvent(form: MemberLines): Event {
  const digest = new PackMembersDigest(form);
  for (const { id, path, sizeBytes, sha1: hash, sha256 = null, md5 } of members)
    digest.add({ item: id, path, sizeBytes, sha1: hash, sha256, md5 });
  const details = { sha256: null, custodian: null, startedAt: packFile.created };
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
      state: packFile.state,
      ...(form === 'plain' ? {} : details),
    },
  ];
}

describe('packs', () => {
  const begun = [...firstEvents(upload, members)];
  test('agree with their event, also with one of an earlier version', () => {
    for (const form of ['hashes', 'plain'] as const) {
      const { codes, coverage } = check([...begun, packEvent(form)], members, [packFile]);
      expect(codes).toEqual([]);
      expect(coverage.hasEarlierEvents).toBe(form === 'plain');
    }
  });

  const changed = (changes: Partial<ReceiptItem>) =>
    members.map((one) => (one.id === 2 ? { ...one, ...changes } : one));
  test.each<[string, readonly Event[], readonly ReceiptItem[], readonly ReceiptSourceFile[], string]>([
    ['without an event', begun, members, [packFile], 'packs-not-logged'],
    ['without an event and a source file', begun, members, [], 'items-not-logged'],
    ['without a source file', [...begun, packEvent('hashes')], members, [], 'packs-not-logged'],
    ['listed twice', [...begun, packEvent('hashes')], members, [packFile, packFile], 'packs-not-logged'],
    [
      'logged twice',
      [...begun, packEvent('hashes'), packEvent('hashes')],
      members,
      [packFile],
      'packs-not-logged',
    ],
    ['with a member less', [...begun, packEvent('hashes')], members.slice(1), [packFile], 'items-not-logged'],
    ['without members', [...begun, packEvent('hashes')], [], [packFile], 'items-not-logged'],
    [
      'with another hash of a member',
      [...begun, packEvent('hashes')],
      changed({ md5: 'cd'.repeat(16) }),
      [packFile],
      'items-not-logged',
    ],
    [
      'with another source file of a member',
      [...begun, packEvent('hashes')],
      changed({ sourceFileId: 78 }),
      [packFile],
      'items-not-logged',
    ],
    [
      'with another end of a member',
      [...begun, packEvent('hashes')],
      changed({ finishedAt: '2024-05-02T08:03:00.000Z' }),
      [packFile],
      'items-not-logged',
    ],
  ])('%s do not agree', (_, events, items, files, code) => {
    expect(check(events, items, files).codes).toContain(code);
  });
});

describe('a log that an earlier version began', () => {
  const [first, second] = [item(1), item(2)];
  const earlier = ({ id, path, sourceFileId, sizeBytes, partCount, sha1: hash }: ReceiptItem): Event => [
    'source-file-completed',
    { item: id, path, sourceFileId, sizeBytes, parts: partCount, sha1: hash, state: 'PROCESSING' },
  ];
  const created: Event = ['upload-created', { serverUrl: upload.serverUrl, databaseId: upload.databaseId }];

  test('is intact and covers less, also where this version continued it', () => {
    const whole = check([created, earlier(first)], [first], [sourceFileOf(first)]);
    expect(whole).toEqual({
      codes: [],
      coverage: { unlistedItems: 1, hasEarlierEvents: true, hasFindings: false },
    });
    const [, ...recorded] = firstEvents(upload, [first, second]);
    const continued = [
      created,
      earlier(first),
      ...recorded,
      ['source-file-completed', completionOf(second)] as const,
    ];
    const { codes, coverage } = check(continued, [first, second], [first, second].map(sourceFileOf));
    expect(codes).toEqual([]);
    expect(coverage).toEqual({ unlistedItems: 0, hasEarlierEvents: true, hasFindings: true });
  });

  test('does not agree with other hashes, an unknown size, or another end', () => {
    for (const change of [
      { sha1: sha1('x') },
      { sizeBytes: null },
      { finishedAt: '2024-05-02T08:03:00.000Z' },
    ]) {
      const edited = { ...first, ...change };
      expect(check([created, earlier(first)], [edited], [sourceFileOf(first)]).codes).toEqual([
        'items-not-logged',
      ]);
    }
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
