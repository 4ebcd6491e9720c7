import { describe, expect, it } from 'vitest';
import { failure } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { ruleFacts, unsettledText } from './rule-facts.ts';
import { entryNotes, entryStatus, watchStatus } from './watch-status.ts';

const statusWords = words.watchStatus;
const at = '2026-11-14T02:11:00.000Z';
const forbidden = failure('forbidden', { operation: 'PostDatabaseDataset', status: 403 }).failure;

describe('the status of a watched folder', () => {
  it.each<[string, Parameters<typeof watchedFolder>[0], string, string | null]>([
    ['a draft', { state: 'draft' }, statusWords.draft, null],
    ['active with nothing to do', {}, statusWords.active, null],
    ['active with files on their way', { counts: { sending: 3, failed: 1 } }, statusWords.sending, null],
    ['active after a failure', { counts: { failed: 1 } }, statusWords.failed, null],
    [
      'active with unreadable folders',
      { lastScan: { at, files: 9, durationMs: 1, temporary: 3, unreadable: 2 } },
      statusWords.active,
      words.watchedFolder.notExamined(2),
    ],
    [
      'active with files that are tried again',
      { counts: { failed: 1 }, retryAt: at },
      statusWords.failed,
      words.watchedFolder.retryAt(time(at)),
    ],
    [
      'active with files to review',
      { counts: { failed: 1, held: 1 } },
      statusWords.needsReview,
      words.watchedFolder.held(1),
    ],
    [
      'active with its key refused, whatever is on its way',
      { waitingFor: { kind: 'key', since: at }, counts: { sending: 3 } },
      statusWords.waiting,
      'API key refused: enter a new one',
    ],
    ['paused, even with files failed', { state: 'paused', counts: { failed: 1 } }, statusWords.paused, null],
    ['broken', { state: 'broken', failure: forbidden }, statusWords.broken, failureText(forbidden)],
  ])('%s', (_, given, label, reason) => {
    expect(watchStatus(watchedFolder(given))).toMatchObject({ label, reason });
  });
});

describe('a file in the history', () => {
  const entry = {
    path: 'b.pdf',
    kind: 'new',
    state: 'sent',
    version: 1,
    earlierPath: null,
    movedTo: null,
    retryAt: null,
  } as const;
  it('says why it waits', () => {
    expect(entryStatus({ state: 'settling', reason: { code: 'changing' } }).reason).toBe('Still changing');
  });
  it('says that it is a copy, a renamed file, a new version, or was moved', () => {
    expect(entryNotes(entry)).toEqual([]);
    expect(entryNotes({ ...entry, kind: 'copy', earlierPath: 'a.pdf' })).toEqual(['Same content as a.pdf']);
    expect(entryNotes({ ...entry, state: 'renamed', earlierPath: 'a.pdf' })).toEqual(['Was a.pdf']);
    expect(entryNotes({ ...entry, state: 'renamed', earlierPath: 'b.pdf' })).toEqual([
      'Same content as before',
    ]);
    const version = { ...entry, kind: 'version', version: 3, earlierPath: 'b.pdf' } as const;
    expect(entryNotes({ ...version, movedTo: 'Done/a.pdf' })).toEqual(['Version 3', 'Moved to Done/a.pdf']);
  });
});

it('a rule is told in sentences without a field or a flag', () => {
  const { rule } = watchedFolder();
  const text = ruleFacts({
    ...rule,
    include: ['*.pdf'],
    exclude: ['*.bak', '~*'],
    custodianBy: 'folder:2',
    custodian: 'Roe, Sam',
    schedule: [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }],
    afterwards: { moveTo: 'Done' },
  }).map(([, sentence]) => sentence);
  expect(text).toContain('Only files that match *.pdf. Not files that match *.bak, ~*.');
  expect(text).toContain('The name of the folder at level 2. Otherwise Roe, Sam.');
  expect(text).toContain('Uploads on this schedule: Monday to Friday, 20:00 to 06:00 the next day.');
  expect(text).toContain('Uploaded files are moved into “Done” in the watched folder.');
});

describe('files that are not taken yet', () => {
  const { unsettled } = words.watchedFolder;
  const folder = watchedFolder();
  it.each<[Parameters<typeof unsettledText>[0]['code'], string]>([
    [null, unsettled.waiting(2, 30)],
    ['changing', unsettled.changing(2)],
    ['temporary-name', unsettled.temporary(2)],
    ['marker-missing', unsettled.marker(2, '_COMPLETE.txt')],
    ['in-use', unsettled.inUse(2)],
    ['unreadable', unsettled.unreadable(2)],
  ])('%s', (code, text) => {
    const marked = { ...folder, rule: { ...folder.rule, marker: '_COMPLETE.txt' } };
    expect(unsettledText({ code, files: 2 }, marked)).toBe(text);
  });
  it('of a folder that is not active wait for that', () => {
    const text = unsettledText({ code: 'changing', files: 1 }, { ...folder, state: 'broken' });
    expect(text).toBe(unsettled.notActive(1));
  });
});
