import { expect, test } from 'vitest';
import { settlingFile } from '../../../test/fixtures/ledger-file.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import {
  type ContentFacts,
  decideSettled,
  type SettledDecision,
  type SettledFacts,
} from './decide-settled.ts';
import type { Candidate } from './find-move.ts';

const file = settlingFile;
const earlier = (state: LedgerFile['state'], isThere: Candidate['isThere']): Candidate => ({
  file: { ...file, id: 1, name: 'old', state, sha1: 'h' },
  isThere,
});
const facts: SettledFacts = {
  now: new Date(0),
  file,
  sameContent: 'send',
  takenBy: null,
  waitsFor: null,
  sameFile: [],
  content: null,
  isContentNeeded: false,
  hasEarlierVersions: false,
};
/** Another file that has the ID, size, and time of a deleted one; or the file system doesn't tell. */
const bornLater = (state: LedgerFile['state'], isThere: boolean, bornNs = 0n): Candidate => ({
  isThere,
  file: { ...earlier(state, isThere).file, bornNs },
});
/** The same file with another time. */
const touched = (sha1: string | null, state: LedgerFile['state'] = 'sent'): Candidate => ({
  isThere: false,
  file: { ...earlier(state, false).file, mtimeNs: 2n, sha1 },
});
/** What `old` was renamed to. */
const renamedTo = (name: string, id: number, isThere: boolean): Candidate => ({
  isThere,
  file: { ...earlier('renamed', isThere).file, id, name, earlierId: id - 1 },
});
const content = (of: Partial<ContentFacts>): ContentFacts => ({
  sha1: 'h',
  earlierVersions: [],
  sameContent: [],
  first: null,
  ...of,
});
const old = earlier('sent', true).file;

const cases: readonly (readonly [string, Partial<SettledFacts>, string])[] = [
  ['nothing is known of it', {}, 'settled'],
  ['another rule has it', { takenBy: 'Inbox', sameFile: [earlier('sent', false)] }, 'skipped'],
  [
    'another version of its path is being sent',
    { waitsFor: { code: 'earlier-sending', earlier: settlingFile } },
    'wait for earlier-sending',
  ],
  ['the same file was sent, and its path is gone', { sameFile: [earlier('sent', false)] }, 'renamed'],
  ['it was renamed before', { sameFile: [earlier('renamed', false)] }, 'renamed'],
  [
    'the same file was sent, and its path is still there',
    { sameFile: [earlier('sent', true)] },
    'settled copy',
  ],
  [
    'the same, and the rule skips copies',
    { sameContent: 'skip', sameFile: [earlier('sent', true)] },
    'skipped copy',
  ],
  ['the same, and the rule asks', { sameContent: 'ask', sameFile: [earlier('sent', true)] }, 'held copy'],
  [
    'whether its path is there can not be told',
    { sameFile: [earlier('sent', 'away')] },
    'wait for earlier-away',
  ],
  [
    'what is at its path may have its content',
    { sameFile: [earlier('sent', 'unclear')] },
    'wait for earlier-unclear',
  ],
  [
    'it was moved while it is being sent',
    { sameFile: [earlier('taken', false)] },
    'wait for earlier-sending',
  ],
  [
    'it was moved while its outcome is unknown',
    { sameFile: [earlier('held', false)] },
    'wait for earlier-sending',
  ],
  ['it may be another file with the same ID', { sameFile: [bornLater('sent', false)] }, 'read-content'],
  ['it was created later', { sameFile: [bornLater('sent', false, 2n)] }, 'settled'],
  [
    'it has the same ID and content',
    { sameFile: [bornLater('sent', false)], content: content({}) },
    'renamed',
  ],
  [
    'it has the same ID and other content',
    { sameFile: [bornLater('sent', false)], content: content({ sha1: 'other' }) },
    'settled',
  ],
  [
    'a copy that the rule skips may be another file',
    { sameContent: 'skip', sameFile: [bornLater('sent', true)] },
    'read-content',
  ],
  [
    'its path had a file with the same ID and other content',
    {
      sameFile: [{ ...bornLater('sent', true), file: { ...bornLater('sent', true).file, name: 'new' } }],
      content: content({ sha1: 'other' }),
    },
    'settled',
  ],
  [
    'a link of a file that was renamed before',
    { sameFile: [renamedTo('b', 2, true), earlier('sent', false)] },
    'settled copy',
  ],
  ['it was moved before it was sent', { sameFile: [earlier('settled', false)] }, 'settled'],
  ['it was moved after sending it failed', { sameFile: [earlier('failed', false)] }, 'settled'],
  [
    'it is what a removed rule sent under its path',
    { sameFile: [{ ...earlier('sent', true), file: { ...old, name: 'new', folderId: 2 } }] },
    'skipped copy',
  ],
  [
    'it is an earlier version of its path, or another file with its time',
    { sameFile: [{ ...earlier('sent', true), file: { ...old, name: 'new' } }] },
    'read-content',
  ],
  ['its content may be known', { isContentNeeded: true }, 'read-content'],
  ['its content is new', { content: content({}) }, 'settled'],
  ['an earlier version has its content', { content: content({ earlierVersions: [old] }) }, 'skipped copy'],
  [
    'an earlier version has other content',
    { content: content({ earlierVersions: [{ ...old, sha1: 'other' }] }) },
    'settled',
  ],
  [
    'it was moved from another volume',
    { content: content({ sameContent: [earlier('sent', false)] }) },
    'renamed',
  ],
  [
    'another volume is away',
    { content: content({ sameContent: [earlier('sent', 'away')], first: old }) },
    'wait for earlier-away',
  ],
  [
    'it is a copy',
    { content: content({ sameContent: [earlier('sent', true)], first: old }) },
    'settled copy',
  ],
  [
    'it was moved from another volume, but what was sent was renamed before',
    {
      content: content({
        sameContent: [
          earlier('sent', false),
          { ...earlier('renamed', true), file: { ...old, id: 2, state: 'renamed', earlierId: 1 } },
        ],
        first: old,
      }),
    },
    'settled copy',
  ],
  [
    'the same, and whether that is there can not be told',
    {
      content: content({
        sameContent: [
          earlier('sent', false),
          { ...earlier('renamed', 'away'), file: { ...old, id: 2, state: 'renamed', earlierId: 1 } },
        ],
        first: old,
      }),
    },
    'wait for earlier-away',
  ],
  ['it is another name of what was sent', { sameFile: [earlier('sent', true)] }, 'settled copy'],
  [
    'it is another name of what was sent, and its path had another version before',
    { sameFile: [earlier('sent', true)], isContentNeeded: true, hasEarlierVersions: true },
    'read-content',
  ],
  [
    'it is another name of what was sent, and has the content that its path had before',
    {
      sameFile: [earlier('sent', true)],
      content: content({ earlierVersions: [old] }),
      isContentNeeded: true,
      hasEarlierVersions: true,
    },
    'skipped copy',
  ],
  ['it may have been touched', { sameFile: [touched('h')] }, 'read-content'],
  ['it was touched and moved', { sameFile: [touched('h')], content: content({}) }, 'renamed'],
  ['it was overwritten and moved', { sameFile: [touched('other')], content: content({}) }, 'settled'],
  [
    'it was touched while it is being sent',
    { sameFile: [touched(null, 'taken')] },
    'wait for earlier-sending',
  ],
  [
    'it is a copy, and the rule skips those',
    { sameContent: 'skip', content: content({ first: old }) },
    'skipped copy',
  ],
];

function textOf(decision: SettledDecision): string {
  switch (decision.kind) {
    case 'decided':
      return `${decision.state}${decision.copyOf === null ? '' : ' copy'}`;
    case 'wait':
      return `wait for ${decision.waitsFor.code}`;
    case 'read-content':
      return decision.kind;
  }
}

test.each(cases)('%s', (_, known, expected) => {
  const decision = decideSettled({ ...facts, ...known });
  expect(textOf(decision)).toBe(expected);
});

/** As `first`, which was sent. */
const skippedAs = (path: string): LedgerFile => ({
  ...old,
  id: 7,
  state: 'skipped',
  reason: { code: 'same-content', earlierPath: path },
  earlierId: 3,
});

test('names what was sent, not another file that names it', () => {
  const skipped = skippedAs('first');
  const sent = { state: 'skipped', reason: skipped.reason, earlierId: 3 };
  expect(decideSettled({ ...facts, content: content({ earlierVersions: [skipped] }) })).toMatchObject(sent);
  const restored: Candidate = { isThere: true, file: { ...skipped, name: file.name, folderId: 2 } };
  expect(decideSettled({ ...facts, sameFile: [restored] })).toMatchObject(sent);
  const linked: Candidate = { isThere: true, file: skipped };
  expect(decideSettled({ ...facts, sameFile: [linked] })).toMatchObject({ state: 'settled', earlierId: 3 });
  expect(decideSettled({ ...facts, sameContent: 'skip', sameFile: [linked] })).toMatchObject(sent);
});

test('what was skipped because it came back is renamed from what was sent', () => {
  const moved: Candidate = { isThere: false, file: skippedAs('old') };
  expect(decideSettled({ ...facts, sameFile: [moved] })).toMatchObject({ state: 'renamed', earlierId: 3 });
});

test('what was skipped as a copy of another path stays skipped under its next path', () => {
  const moved: Candidate = { isThere: false, file: skippedAs('first') };
  expect(decideSettled({ ...facts, sameFile: [moved] })).toMatchObject({
    state: 'skipped',
    reason: moved.file.reason,
    earlierId: 3,
  });
});
