import { describe, expect, it } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { noBandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import type { UnavailableReason } from '../../../preload/contract/views/unavailable-source.ts';
import type { WatchWait } from '../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { ruleFacts, unsettledText } from './rule-facts.ts';
import { attentionTone, entryNotes, entryStatus, statusText, watchStatus } from './watch-status.ts';

const statusWords = words.watchStatus;
const at = '2026-11-14T02:11:00.000Z';
const forbidden = failure('forbidden', { operation: 'PostDatabaseDataset', status: 403 }).failure;

const movesFiles = failure('watch-rule-invalid', {
  field: 'afterwards',
  problem: 'watched-by-rule',
  value: 'Other',
}).failure;

describe('the status of a watched folder', () => {
  it.each<[string, Parameters<typeof watchedFolder>[0], string, string | null]>([
    ['a draft', { state: 'draft' }, statusWords.draft, null],
    ['active with nothing to do', {}, statusWords.active, null],
    ['active with files on their way', { counts: { sending: 3 } }, statusWords.sending, null],
    ['sending after a failure', { counts: { sending: 3, failed: 1 } }, statusWords.failed, '1 file failed'],
    [
      'waiting for its hours after a failure',
      { counts: { failed: 1 }, waitingFor: { kind: 'schedule', until: at } },
      statusWords.failed,
      '1 file failed',
    ],
    [
      'waiting for its hours with unreadable folders',
      {
        waitingFor: { kind: 'schedule', until: at },
        lastScan: { at, files: 9, durationMs: 1, temporary: 3, unreadable: 2 },
      },
      statusWords.waiting,
      `${words.watchedFolder.notExamined(2)} Uploads from ${time(at)}`,
    ],
    ['active after a failure', { counts: { failed: 1 } }, statusWords.failed, '1 file failed'],
    [
      'active with unreadable folders',
      { lastScan: { at, files: 9, durationMs: 1, temporary: 3, unreadable: 2 } },
      statusWords.active,
      words.watchedFolder.notExamined(2),
    ],
    [
      'sending while folders are unreadable',
      { counts: { sending: 3 }, lastScan: { at, files: 9, durationMs: 1, unreadable: 2 } },
      statusWords.sending,
      words.watchedFolder.notExamined(2),
    ],
    [
      'active with files that have kept a temporary name',
      { lastScan: { at, files: 9, durationMs: 1, temporary: 3, overdue: 2, unreadable: 0 } },
      statusWords.active,
      words.watchedFolder.unsettled.temporary(2),
    ],
    [
      'active with files that are being written under a temporary name',
      { lastScan: { at, files: 9, durationMs: 1, temporary: 3, overdue: 0, unreadable: 0 } },
      statusWords.active,
      null,
    ],
    [
      'active with a subfolder for sent files that was there before',
      { ignoredFolder: 'Sent' },
      statusWords.active,
      words.watchedFolder.ignored('Sent'),
    ],
    [
      'paused beside a rule that moves its files',
      { state: 'paused', refusal: movesFiles },
      statusWords.paused,
      failureText(movesFiles),
    ],
    [
      'active with files that are tried again',
      { counts: { failed: 1 }, retryAt: at },
      statusWords.failed,
      '1 file failed',
    ],
    [
      'active with files to review',
      { counts: { failed: 1, held: 1 } },
      statusWords.failed,
      '1 file failed, 1 file needs review',
    ],
    [
      'active with its key refused, whatever is on its way',
      { waitingFor: { kind: 'key', since: at }, counts: { sending: 3 } },
      statusWords.waiting,
      'API key refused: enter a new one',
    ],
    [
      'paused with files failed, which nothing tries again',
      { state: 'paused', counts: { failed: 1 }, retryAt: at },
      statusWords.paused,
      '1 file failed',
    ],
    ['broken', { state: 'broken', failure: forbidden }, statusWords.broken, failureText(forbidden)],
  ])('%s', (_, given, label, reason) => {
    expect(watchStatus(watchedFolder(given))).toMatchObject({ label, reason });
  });
});

describe('the badges of watched folders have the color of the status', () => {
  it.each<[Parameters<typeof watchedFolder>[0]]>([
    [{ counts: { failed: 1 } }],
    [{ counts: { held: 1 } }],
    [{ counts: { failed: 1, held: 1 } }],
    [{ state: 'paused', counts: { failed: 1 } }],
    [{ state: 'paused', counts: { held: 1 } }],
    [{ state: 'paused', counts: { failed: 1 }, refusal: movesFiles }],
    [{ state: 'broken', failure: forbidden }],
    [{ waitingFor: { kind: 'key', since: at } }],
    [{ waitingFor: { kind: 'schedule', until: at }, counts: { failed: 1 } }],
    [{ waitingFor: { kind: 'connection' }, counts: { sending: 2, held: 1 } }],
    [{ waitingFor: { kind: 'upload', uploadId: 7, failure: null } }],
    [{ waitingFor: { kind: 'store', failure: { code: 'bug', where: 'watch' }, since: at } }],
  ])('%j', (given) => {
    const folder = watchedFolder(given);
    expect(attentionTone(folder)).toBe(watchStatus(folder).tone);
  });

  it('a folder that needs nobody has none', () => {
    expect(attentionTone(watchedFolder({ waitingFor: { kind: 'connection' } }))).toBeNull();
  });
});

it.each([
  [1, ['empty'], '1 sent file is empty.'],
  [3, ['damaged', 'locked'], '3 sent files are damaged or unrecognized, or locked.'],
  [5_000, [], '5,000 sent files are damaged or unrecognized, locked, empty, or not checked.'],
] as const)('of %i sent files with findings, it names the kinds that are there', (found, foundIssues, text) =>
  expect(watchStatus(watchedFolder({ found, foundIssues: [...foundIssues] })).reason).toBe(text),
);

describe('what the list says of a folder in trouble: what happened, and what to do', () => {
  const folderIs = (reason: UnavailableReason): WatchWait => ({ kind: 'folder', reason, since: at });
  it.each<[Parameters<typeof watchedFolder>[0], string]>([
    [{ state: 'paused' }, 'Nothing is uploaded until you activate it.'],
    [
      { state: 'paused', counts: { failed: 1 }, retryAt: at },
      '1 file failed. Nothing is uploaded until you activate it. See why under Files, then retry it in the upload.',
    ],
    [
      { state: 'broken', failure: forbidden },
      `${failureText(forbidden)} Complete files wait. Fix the cause, then activate the watched folder again.`,
    ],
    [
      { waitingFor: folderIs({ kind: 'not-answering' }) },
      'Folder not responding. Check the network share. Uploads continue when it responds.',
    ],
    [
      { waitingFor: folderIs({ kind: 'missing' }) },
      "Folder not found. Check the disk or network share. Uploads continue when it's back.",
    ],
    [
      { waitingFor: folderIs({ kind: 'replaced' }) },
      'Folder empty or replaced by another volume. Connect the original disk or share. If this is the right folder, pause the watched folder, then activate it.',
    ],
    [
      { waitingFor: folderIs({ kind: 'unreadable', errno: 'EACCES' }) },
      'Folder not readable (permission denied). Fix the permission. Uploads continue when the folder can be read.',
    ],
    [
      { waitingFor: { kind: 'schedule', until: at } },
      `Uploads from ${time(at)}. Complete files wait until then.`,
    ],
    [
      { waitingFor: { kind: 'key', since: at } },
      'API key refused: enter a new one. Complete files wait until then.',
    ],
    [
      { waitingFor: { kind: 'connection' } },
      'Waiting for the connection. Check it in Settings. Uploads continue when it works.',
    ],
    [
      { waitingFor: { kind: 'platform', reason: null, since: at } },
      "Waiting for the platform: it can't be reached. Lading keeps trying. Check the network if this lasts.",
    ],
    [
      { waitingFor: { kind: 'custodian-map', path: '/firm/custodians.csv', since: at } },
      "The list of custodians can't be read, or doesn't stop changing. Restore the CSV if it is missing, or edit the watched folder and choose another one. Complete files wait.",
    ],
    [
      { waitingFor: { kind: 'disk-full', since: at } },
      'Waiting for space on the disk of the data folder. Free up space. Uploads continue when there is enough.',
    ],
    [
      { waitingFor: { kind: 'upload', uploadId: 7, failure: null } },
      'Upload 7 needs review: resume it. Complete files wait until then.',
    ],
    [{ counts: { failed: 2 } }, '2 files failed. See why under Files, then retry them in the upload.'],
    [{ counts: { failed: 2 }, retryAt: at }, `2 files failed. Lading tries again ${time(at)}.`],
    [
      { counts: { held: 6 }, waitingFor: { kind: 'schedule', until: at } },
      `6 files need review. Upload or skip them. Uploads from ${time(at)}. Complete files wait until then.`,
    ],
    [{ counts: { sending: 9, held: 6 } }, '6 files need review. Upload or skip them.'],
  ])('%j', (given, text) => {
    expect(statusText(watchStatus(watchedFolder(given)))).toBe(text);
  });
  it('says nothing more of a folder that is well', () => {
    expect(statusText(watchStatus(watchedFolder()))).toBe(null);
  });
});

describe('a file in the history', () => {
  const entry = {
    path: 'b.pdf',
    kind: 'new',
    state: 'sent',
    version: 1,
    reason: null,
    earlierPath: null,
    earlier: null,
    movedTo: null,
    retryAt: null,
    otherCustodian: null,
  } as const;
  const nothing = { issue: null, findings: [] } as const;
  it('says that it was sent with something that a person has to look at', () => {
    const found = {
      state: 'sent',
      reason: null,
      uploadId: uploadId.parse(3),
      issue: 'empty',
      findings: [],
    } as const;
    expect(entryStatus(found)).toMatchObject({ tone: 'warn', icon: 'alert', label: 'Sent, empty' });
    expect(entryStatus({ ...found, issue: null })).toMatchObject({ tone: 'ok', label: 'Sent' });
  });
  it('begins with what was found where its rule keeps it', () => {
    const reason = { code: 'not-sent', reason: { code: 'held-by-rule', issue: 'locked' } } as const;
    expect(entryStatus({ ...nothing, state: 'held', reason, uploadId: uploadId.parse(3) }).reason).toMatch(
      /^Locked, so it needs review/,
    );
  });
  it('says why it waits', () => {
    expect(
      entryStatus({ ...nothing, state: 'settling', reason: { code: 'changing' }, uploadId: null }).reason,
    ).toBe('Still changing');
  });
  it('says that it failed, as its receipt does, also after it has left', () => {
    const reason = { code: 'not-sent', reason: { code: 'path-missing' } } as const;
    expect(entryStatus({ ...nothing, state: 'gone', reason, uploadId: uploadId.parse(3) }).label).toBe(
      'Failed, then gone',
    );
    expect(entryStatus({ ...nothing, state: 'gone', reason: null, uploadId: uploadId.parse(3) }).label).toBe(
      'Gone',
    );
    expect(entryStatus({ ...nothing, state: 'gone', reason: null, uploadId: null }).label).toBe('Gone');
  });
  it('says that it is a copy, a renamed file, a new version, or was moved', () => {
    expect(entryNotes(entry)).toEqual([]);
    expect(entryNotes({ ...entry, kind: 'copy', earlierPath: 'a.pdf' })).toEqual(['Same content as a.pdf']);
    const earlier = { rule: 'Inbox', uploadId: uploadId.parse(3), custodian: null };
    expect(entryNotes({ ...entry, kind: 'copy', earlierPath: 'a.pdf', earlier })).toEqual([
      'Same content as a.pdf (watched folder “Inbox”, upload 3, no custodian)',
    ]);
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
  const text = ruleFacts(
    {
      ...rule,
      include: ['*.pdf'],
      exclude: ['*.bak', '~*'],
      custodianBy: 'folder:2',
      custodian: 'Roe, Sam',
      schedule: [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }],
      afterwards: { moveTo: 'Done' },
      hold: ['damaged', 'locked', 'empty'],
    },
    noBandwidthPlan,
  ).map(([, sentence]) => sentence);
  expect(text).toContain('Only files that match *.pdf. Files that match *.bak, ~* are skipped.');
  expect(text).toContain('The name of the folder at level 2. Otherwise Roe, Sam.');
  expect(text).toContain('Upload hours: Monday to Friday, 20:00 to 06:00 the next day.');
  expect(text).toContain('Uploaded files are moved into “Done” in the watched folder.');
  expect(text).toContain(
    "Files that are damaged or unrecognized, locked, or empty need review before they are uploaded. Other files don't.",
  );
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
    ['earlier-sending', unsettled.earlierSending(2)],
  ])('%s', (code, text) => {
    const marked = { ...folder, rule: { ...folder.rule, marker: '_COMPLETE.txt' } };
    expect(unsettledText({ code, files: 2 }, marked)).toBe(text);
  });
  it('of a folder that is not active wait for that', () => {
    const text = unsettledText({ code: 'changing', files: 1 }, { ...folder, state: 'broken' });
    expect(text).toBe(unsettled.notActive(1));
  });
});
