import { expect, test } from 'vitest';
import { settlingFile } from '../../../../test/fixtures/ledger-file.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { PathVersion } from '../../store/watch/watch-match-repository.ts';
import {
  type ContentFacts,
  decideSettled,
  type SettledDecision,
  type SettledFacts,
} from './decide-settled.ts';

const hourNs = 3_600_000_000_000n;
const file = settlingFile;
const row = (of: Partial<LedgerFile>): LedgerFile => ({
  ...file,
  id: 1,
  name: 'old',
  state: 'sent',
  sha256: 'h',
  ...of,
});
/** A version of its own path, and the row that is that file now. */
const version = (of: Partial<LedgerFile>, current?: Partial<LedgerFile>): PathVersion => {
  const one = row({ name: file.name, ...of });
  return {
    file: one,
    current: current === undefined ? one : row({ id: 2, continuesId: one.id, ...current }),
  };
};
const sent = row({});
const content = (of: Partial<ContentFacts> = {}): ContentFacts => ({
  sha256: 'h',
  first: null,
  toBeSent: null,
  ...of,
});
const left = () => false;
const there = () => true;
const facts: SettledFacts = {
  file,
  sameContent: 'send',
  sameFile: [],
  samePath: [],
  isThere: () => null,
  mayBeMoving: () => false,
  content: null,
};

const canceled = { state: 'skipped', reason: { code: 'not-sent', reason: { code: 'cancelled' } } } as const;

const cases: readonly (readonly [string, Partial<SettledFacts>, string])[] = [
  ['nothing is known of it', {}, 'settled'],
  ['it may be a sent file, at whose path nobody looked', { sameFile: [sent] }, 'look at 1'],
  ['it is a sent file that left its path', { sameFile: [sent], isThere: left }, 'renamed from 1'],
  [
    'it is a sent file that left its path, perhaps because its rule is moving it',
    { sameFile: [sent], isThere: left, mayBeMoving: () => true },
    'wait for 1',
  ],
  [
    'it is another hard link of a sent file that its rule will move',
    { sameFile: [sent], isThere: there, mayBeMoving: () => true },
    'settled, copy of 1',
  ],
  [
    'it is a file that was renamed before',
    { sameFile: [row({ state: 'renamed' })], isThere: left },
    'renamed from 1',
  ],
  ['it is another hard link of a sent file', { sameFile: [sent], isThere: there }, 'settled, copy of 1'],
  [
    'it is another hard link, and the rule skips copies',
    { sameFile: [sent], isThere: there, sameContent: 'skip' },
    'read-content',
  ],
  [
    'of two hard links one left',
    { sameFile: [row({ id: 3 }), sent], isThere: ({ id }) => id === 3 },
    'renamed from 1',
  ],
  ['its time of creation is not known', { sameFile: [row({ bornNs: 0n })], isThere: left }, 'read-content'],
  [
    'its own time of creation is not known',
    { file: { ...file, bornNs: 0n }, sameFile: [sent], isThere: left },
    'read-content',
  ],
  [
    'its time of creation is not known, and the content is the same',
    { sameFile: [row({ bornNs: 0n })], isThere: left, content: content() },
    'renamed from 1',
  ],
  [
    'its time of creation is not known, and the content is another',
    { sameFile: [row({ bornNs: 0n })], isThere: left, content: content({ sha256: 'other' }) },
    'settled',
  ],
  ['it was touched', { sameFile: [row({ mtimeNs: 2n })], isThere: left }, 'read-content'],
  [
    'it was touched and renamed',
    { sameFile: [row({ mtimeNs: 2n })], isThere: left, content: content() },
    'renamed from 1',
  ],
  [
    'it was overwritten and renamed',
    { sameFile: [row({ mtimeNs: 2n })], isThere: left, content: content({ sha256: 'other' }) },
    'settled',
  ],
  [
    'the content that was sent is not known',
    { sameFile: [row({ mtimeNs: 2n, sha256: null })], isThere: left },
    'settled',
  ],
  [
    'it is being sent under its earlier path',
    { sameFile: [row({ state: 'taken' })], isThere: left },
    'wait for 1',
  ],
  [
    'whether its earlier path arrived is unknown',
    { sameFile: [row({ state: 'held' })], isThere: left },
    'wait for 1',
  ],
  ['another hard link is being sent', { sameFile: [row({ state: 'taken' })], isThere: there }, 'settled'],
  ['an earlier version is being sent', { samePath: [version({ state: 'taken' })] }, 'wait for 1'],
  ['other content was sent under its path', { samePath: [version({ sizeBytes: 2 })] }, 'settled'],
  ['its content may have been sent under its path', { samePath: [version({})] }, 'read-content'],
  ['its content was sent under its path', { samePath: [version({})], content: content() }, 'skipped for 1'],
  [
    'another content was sent under its path',
    { samePath: [version({})], content: content({ sha256: 'other' }) },
    'settled',
  ],
  [
    'a rule that was removed sent another file from here',
    { samePath: [version({ ruleId: 2, fileId: 9n })] },
    'read-content',
  ],
  ['a rule that was removed sent it from here', { samePath: [version({ ruleId: 2 })] }, 'skipped for 1'],
  [
    'a rule that was removed sent from here what was created at another time',
    { samePath: [version({ ruleId: 2, bornNs: 2n })] },
    'read-content',
  ],
  [
    'a rule that was removed saw another version since',
    { samePath: [version({ id: 2, ruleId: 2, mtimeNs: 2n, state: 'failed' }), version({ ruleId: 2 })] },
    'read-content',
  ],
  [
    'its content was sent under its path, and that file was renamed',
    { samePath: [version({}, { goneAt: null })], content: content() },
    'skipped for 1, 2 again',
  ],
  [
    'its content was sent under its path, and that file was renamed and deleted',
    { samePath: [version({}, { goneAt: 't' })], content: content() },
    'skipped for 2',
  ],
  [
    'its content was at its path as a file that was renamed to it and has another path now',
    {
      samePath: [version({ id: 3, state: 'renamed', continuesId: 1 }, { continuesId: 3 })],
      content: content(),
    },
    'settled',
  ],
  [
    'its content was at its path as a file that was renamed to it',
    { samePath: [version({ id: 3, state: 'renamed', continuesId: 1 })], content: content() },
    'skipped for 3',
  ],
  [
    'its content was at its path as a file that was renamed to it, and the volume was mounted again',
    { samePath: [version({ id: 3, state: 'renamed', continuesId: 1, fileId: 9n })], content: content() },
    'skipped for 3',
  ],
  [
    'its content was at its path as a file that was renamed to it, and the volume was mounted again after daylight saving began',
    {
      file: { ...file, mtimeNs: 3n * hourNs, bornNs: 2n * hourNs },
      samePath: [
        version({
          id: 3,
          state: 'renamed',
          continuesId: 1,
          fileId: 8n,
          mtimeNs: 2n * hourNs,
          bornNs: hourNs,
        }),
      ],
      content: content(),
    },
    'skipped for 3',
  ],
  [
    'its content was at its path as a file that was renamed to it, and this one was made later',
    {
      samePath: [version({ id: 3, state: 'renamed', continuesId: 1, fileId: 9n, bornNs: 9n })],
      content: content(),
    },
    'settled',
  ],
  ['a copy', { content: content({ first: sent }) }, 'settled, copy of 1'],
  [
    'a copy, and the rule skips them',
    { sameContent: 'skip', content: content({ first: sent }) },
    'skipped, copy of 1',
  ],
  ['a copy, and the rule asks', { sameContent: 'ask', content: content({ first: sent }) }, 'held, copy of 1'],
  [
    'a copy that a person decided to send',
    { file: { ...file, kind: 'copy', earlierId: 1 }, sameContent: 'ask', content: content({ first: sent }) },
    'settled, copy of 1',
  ],
  [
    'it is empty, as a sent file is, and the rule skips copies',
    {
      file: { ...file, sizeBytes: 0 },
      sameContent: 'skip',
      content: content({ first: sent, toBeSent: sent }),
    },
    'settled',
  ],
  [
    'it is empty, and another hard link of a sent file',
    { file: { ...file, sizeBytes: 0 }, sameFile: [row({ sizeBytes: 0 })], isThere: there },
    'settled',
  ],
  ['the rule skips copies', { sameContent: 'skip' }, 'read-content'],
  [
    'its content is about to be sent, and the rule skips copies',
    { sameContent: 'skip', content: content({ toBeSent: row({ state: 'settled' }) }) },
    'wait for 1',
  ],
  [
    'it was skipped as a copy under an earlier path',
    {
      sameFile: [
        row({
          id: 5,
          state: 'skipped',
          kind: 'copy',
          earlierId: 1,
          reason: { code: 'same-content', earlierPath: 'x' },
        }),
      ],
      isThere: left,
    },
    'skipped, copy of 1',
  ],
  [
    'its upload was canceled under an earlier path',
    { sameFile: [row({ ...canceled, sha256: null })], isThere: left },
    'skipped for 1',
  ],
  [
    'it was renamed before, after its upload was canceled',
    { sameFile: [row({ ...canceled, id: 2, continuesId: 1 })], isThere: left },
    'skipped for 2',
  ],
  [
    'its upload was canceled under another path, and it is a hard link',
    { sameFile: [row({ ...canceled, sha256: null })], isThere: there },
    'settled',
  ],
  [
    'its upload was canceled under an earlier path, and it was touched since',
    { sameFile: [row({ ...canceled, mtimeNs: 2n })], isThere: left, content: content() },
    'settled',
  ],
  [
    'its upload was canceled under an earlier path, and nobody knows when it was created',
    { sameFile: [row({ ...canceled, bornNs: 0n })], isThere: left, content: content() },
    'settled',
  ],
  [
    'it had been renamed to its path after its upload was canceled, by a rule that was removed',
    { samePath: [version({ ...canceled, ruleId: 2, continuesId: 1 })], content: content() },
    'settled',
  ],
];

function textOf(decision: SettledDecision): string {
  switch (decision.kind) {
    case 'look':
      return `look at ${decision.at.map(({ id }) => id).join()}`;
    case 'read-content':
      return decision.kind;
    case 'wait':
      return `wait for ${decision.sending.id}`;
    case 'decided': {
      const { state, isCopy, earlierId, continuesId, reopenedId } = decision;
      if (state === 'renamed') return `renamed from ${continuesId}`;
      const again = reopenedId === null ? '' : `, ${reopenedId} again`;
      return `${state}${isCopy ? `, copy of ${earlierId}` : ''}${continuesId === null ? '' : ` for ${continuesId}`}${again}`;
    }
  }
}

test.each(cases)('%s', (_, known, expected) => {
  expect(textOf(decideSettled({ ...facts, ...known }))).toBe(expected);
});
