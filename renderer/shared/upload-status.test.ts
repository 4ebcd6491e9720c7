import { describe, expect, it } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { deliveryResult } from '../../preload/contract/texts/delivery-text.ts';
import { waitReasonText } from '../../preload/contract/texts/wait-reason-text.ts';
import { noExceptions } from '../../preload/contract/views/exception.ts';
import { handedOverText } from '../../preload/contract/views/handed-over.ts';
import type { ItemView, ProgressView, UploadView } from '../../preload/contract/views/views.ts';
import { item, progress, totals, upload } from '../../test/fixtures/views.ts';
import { capitalize } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import {
  acceptanceStatus,
  activityText,
  batchStatus,
  exceptionsNote,
  itemStatus,
  notesText,
  notesTitle,
  packsText,
  skippedNote,
  uploadStatus,
} from './upload-status.ts';

const keyRefused = failure('key-refused', { operation: 'GetCurrentUser', status: 401 }).failure;
const waiting = {
  reason: { kind: 'network', fault: 'unknown-host', code: 'ENOTFOUND' },
  path: null,
  retryAtMs: 0,
} as const;
const source = { path: '/mnt/ev', reason: { kind: 'missing' as const }, since: '2026-11-14T14:02:11Z' };
const files = (items: number) => ({ items, bytes: items * 10 });
const active = {
  itemId: 1,
  path: 'a',
  sizeBytes: 100,
  acknowledgedBytes: 0,
  sentBytes: 0,
  partsInFlight: 8,
  parts: { done: 0, count: 10 },
} as const;

it('an upload that was sent in part says how many files were skipped', () => {
  const totals = { ...upload().totals, accepted: files(3), skipped: files(1) };
  expect(skippedNote(upload({ state: 'finished', totals }))).toBe(words.upload.skippedCount(1));
  expect(skippedNote(upload({ state: 'paused', totals }))).toBeNull();
});

it('an upload that waits is not counted as running, and its hours are named', () => {
  const hours = { ...waiting, reason: { kind: 'hours' } } as const;
  const texts = [
    {},
    { waiting: hours },
    { waiting },
    { waiting: hours, bytesPerSecond: 5 },
    { waiting: hours },
  ];
  const underWay = texts.map((given, uploadId) => [uploadId, progress(given)] as const);
  expect(activityText(new Map(underWay.slice(0, 0)))).toBe('');
  expect(activityText(new Map(underWay.slice(1, 2)))).toBe('1 waiting for its hours');
  expect(activityText(new Map(underWay))).toBe('2 running · 2 waiting for their hours · 1 waiting');
});

describe('the status of an upload', () => {
  const cases: readonly [
    Partial<UploadView>,
    Parameters<typeof progress>[0] | null,
    label: string,
    tone: string,
    reason?: string,
  ][] = [
    [{ state: 'scanning' }, { state: 'scanning' }, words.status.scanning, 'info'],
    [{ state: 'scanning' }, null, words.status.draft, 'plain'],
    [{ state: 'scanning', startedAt: '2026-11-14T14:02:11.000Z' }, null, words.status.paused, 'plain'],
    [{ state: 'ready' }, null, words.status.draft, 'plain'],
    [{ state: 'uploading' }, null, words.status.uploading, 'info'],
    [
      { state: 'uploading' },
      { waiting },
      words.status.waiting,
      'warn',
      capitalize(waitReasonText(waiting.reason)),
    ],
    [{ state: 'uploading' }, { waiting, bytesPerSecond: 5 }, words.status.uploading, 'info'],
    [
      { state: 'uploading' },
      { unavailableSources: [source] },
      words.status.waiting,
      'warn',
      'Not found: /mnt/ev',
    ],
    [
      { state: 'uploading' },
      { unavailableSources: [source], active: [{ ...active, activity: 'uploading' }] },
      words.status.uploading,
      'info',
      'Not found: /mnt/ev',
    ],
    [{ state: 'uploading' }, { active: [{ ...active, activity: 'hashing' }] }, words.status.hashing, 'info'],
    [
      { state: 'uploading' },
      { active: [{ ...active, activity: 'assembling' }] },
      words.status.assembling,
      'info',
    ],
    [
      { state: 'uploading' },
      {
        active: [
          { ...active, activity: 'assembling' },
          { ...active, activity: 'uploading' },
        ],
      },
      words.status.uploading,
      'info',
    ],
    [
      { state: 'uploading' },
      { partsUnderWay: { sentBytes: 9, secondsLeft: 6, isFinishing: true }, bytesPerSecond: 5 },
      words.status.pausing,
      'info',
      words.upload.finishingParts(6),
    ],
    [{ state: 'paused' }, null, words.status.paused, 'plain'],
    [
      { state: 'paused', stoppedBy: keyRefused },
      null,
      words.status.paused,
      'warn',
      words.failures['key-refused'],
    ],
    [{ state: 'finished', totals: totals({ accepted: files(9) }) }, null, words.status.uploaded, 'ok'],
    [
      { state: 'finished', totals: totals({ accepted: files(9), failed: files(1) }) },
      null,
      words.status.failedFiles(1),
      'bad',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), failed: files(1) }), unreadFolders: 1 },
      null,
      words.status.notRead(1),
      'bad',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), held: files(2) }) },
      null,
      words.status.needsReviewFiles(2),
      'warn',
    ],
    [
      { state: 'finished', totals: totals({ handedOver: { items: 2, bytes: 0 } }) },
      null,
      words.status.handedOver,
      'info',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), handedOver: { items: 2, bytes: 0 } }) },
      null,
      words.status.uploaded,
      'ok',
      words.status.handedOverLinks(2),
    ],
    [{ state: 'finished', totals: totals({ skipped: files(2) }) }, null, words.status.skipped, 'plain'],
    [{ state: 'cancelled' }, null, words.status.cancelled, 'plain'],
  ];
  it.each(cases)('%j with %j is “%s”', (given, moving, label, tone, reason) => {
    const shown = uploadStatus(upload(given), moving === null ? null : progress(moving));
    expect(shown).toMatchObject({ label, tone, reason: reason ?? null });
  });
});

it('a finished upload with a damaged file says so in its label', () => {
  const finished = upload({ state: 'finished', totals: totals({ accepted: files(3) }) });
  const damaged = { ...finished, exceptions: { ...finished.exceptions, damaged: 1 } };
  expect(batchStatus(finished, null)).toMatchObject({ tone: 'ok', label: words.status.uploaded });
  expect(batchStatus(damaged, null)).toEqual({
    tone: 'warn',
    icon: 'alert',
    label: `${words.status.uploaded} · 1 damaged or unrecognized`,
  });
});

it('an upload of which a person skipped a file says so', () => {
  const skipped = upload({ state: 'finished', totals: totals({ accepted: files(2), skipped: files(1) }) });
  expect(batchStatus(skipped, null)).toMatchObject({
    tone: 'ok',
    label: `${words.status.uploaded} · 1 skipped`,
  });
});

it('a finished upload says which exceptions there are beside those that its status counts', () => {
  const ended = upload({ state: 'finished', totals: totals({ accepted: files(3), failed: files(2) }) });
  const exceptions = { ...ended.exceptions, failed: 2, held: 3, locked: 8 };
  expect(exceptionsNote({ ...ended, exceptions })).toBe('3 need review, 8 locked');
  expect(exceptionsNote({ ...ended, state: 'uploading', exceptions })).toBe(
    '2 failed, 3 need review, 8 locked',
  );
  expect(exceptionsNote({ ...ended, exceptions: { ...ended.exceptions, failed: 2 } })).toBeNull();
});

it('what was found says of how many files, where only some were checked', () => {
  const exceptions = { ...upload().exceptions, damaged: 20, excluded: 2 };
  const draft = upload({ state: 'ready', exceptions });
  const checked = (files: number) => ({ ...draft, inspection: { checked: files, files: 3_000 } });
  expect(notesText(checked(1_000))).toBe('20 damaged or unrecognized of 1,000 checked');
  expect(notesTitle(checked(1_000))).toBe('20 damaged or unrecognized, 1,000 of 3,000 checked');
  expect(notesText(checked(3_000))).toBe('20 damaged or unrecognized');
  expect(notesText({ ...checked(1_000), exceptions: upload().exceptions })).toBeNull();
});

it('a question about files that need review names a single one, or says how many', () => {
  expect(words.review.skipTitle(1, 'Doe/a.pst')).toBe('Skip “Doe/a.pst”?');
  expect(words.review.skipTitle(1)).toBe('Skip this file?');
  expect(words.review.uploadTitle(3)).toBe('Upload 3 files?');
  expect(words.review.skipText(1, false)).toBe("It's marked as skipped, and the receipt says why.");
  expect(words.review.skipText(1, true)).toMatch(/ replaces .* is sent as a new version\.$/);
  expect(words.review.uploadText(1)).toBe('It is uploaded as it is. What was found stays with it.');
  expect(words.review.uploadText(2)).toBe('They are uploaded as they are. What was found stays with them.');
});

describe('the delivery result', () => {
  it.each([
    [{ state: 'uploading', totals: totals({ accepted: files(9) }) }, null],
    [{ state: 'paused', totals: totals({ accepted: files(9) }) }, null],
    [
      { state: 'finished', totals: totals({ accepted: files(9) }) },
      'Complete: the platform accepted all 9 files.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(1), skipped: files(4) }) },
      'Complete: the platform accepted the file. 4 others were skipped.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(3), skipped: files(1) }) },
      'Complete: the platform accepted all 3 files. 1 other was skipped.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(33), failed: files(1) }) },
      'Incomplete: 1 file failed.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(33), failed: files(3) }), unreadFolders: 2 },
      `Incomplete: 1 file failed, ${words.status.notRead(2)}.`,
    ],
    [
      {
        state: 'finished',
        totals: totals({ accepted: files(6), skipped: files(1) }),
        exceptions: { ...noExceptions, locked: 2 },
      },
      'Complete: the platform accepted all 6 files. 1 other was skipped. 2 accepted files are locked, and no password is known to open them.',
    ],
    [
      {
        state: 'finished',
        totals: totals({ accepted: files(6), failed: files(1) }),
        exceptions: { ...noExceptions, failed: 1, locked: 1 },
      },
      'Incomplete: 1 file failed. 1 accepted file is locked, and no password is known to open it.',
    ],
    // Which of them are links isn't known.
    [
      { state: 'finished', totals: totals({ accepted: files(5), failed: files(2) }), links: 2 },
      'Incomplete: 2 items failed.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), failed: files(3), held: files(2) }) },
      'Incomplete: 3 files failed, 2 files need review.',
    ],
    [
      { state: 'cancelled', totals: totals({ accepted: files(2), queued: files(7) }) },
      "Incomplete: 7 files weren't uploaded.",
    ],
    [
      { state: 'cancelled', totals: totals({ accepted: files(2), skipped: files(7) }), cancelled: files(7) },
      "Incomplete: 7 files weren't uploaded.",
    ],
    // Parts of it may have been uploaded before it was canceled.
    [
      { state: 'cancelled', totals: totals({ skipped: files(2) }) },
      'The platform accepted no file: every file was skipped.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(3), handedOver: { items: 2, bytes: 0 } }) },
      'The platform accepted 3 files. Check in the platform that it downloaded the 2 linked files.',
    ],
    [
      { state: 'finished', totals: totals({ handedOver: { items: 1, bytes: 0 } }) },
      'Check in the platform that it downloaded the linked file.',
    ],
  ] as const)('of %j is %s', (given, text) => {
    expect(deliveryResult(upload(given))?.text ?? null).toBe(text);
  });

  it('counts the files to be uploaded, not skipped ones, links, or folders that could not be read', () => {
    const links = { items: 2, bytes: 0 };
    const given = totals({ accepted: files(33), failed: files(2), skipped: files(5), handedOver: links });
    expect(
      deliveryResult(upload({ state: 'finished', totals: given, links: 2, unreadFolders: 1 })),
    ).toMatchObject({
      isComplete: false,
      acceptedFiles: 33,
      totalFiles: 34,
    });
  });
});

describe('what the platform accepted', () => {
  it.each([
    [
      { state: 'cancelled', totals: totals({ accepted: files(2), skipped: files(7) }), cancelled: files(7) },
      words.status.acceptedFiles(2),
    ],
    [{ state: 'uploading', totals: totals({ queued: files(9) }) }, null],
    [
      { state: 'uploading', totals: totals({ queued: files(1), accepted: files(1) }) },
      words.status.acceptedFiles(1),
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9_414), failed: files(3) }) },
      words.status.acceptedFiles(9_414),
    ],
    [{ state: 'finished', totals: totals({ accepted: files(9), skipped: files(1) }) }, words.status.accepted],
    [
      { state: 'finished', totals: totals({ accepted: files(9), handedOver: { items: 2, bytes: 0 } }) },
      words.status.acceptedFiles(9),
    ],
    [
      { state: 'finished', totals: totals({ handedOver: { items: 2, bytes: 0 } }) },
      words.status.handedOverLinks(2),
    ],
  ] as const)('of %j is %s', (given, label) => {
    expect(acceptanceStatus(upload(given))?.label ?? null).toBe(label);
  });
});

describe('the status of a file', () => {
  const reasonOf = ({ state, reason }: Partial<ItemView>) =>
    state === 'handedOver' ? handedOverText : reason == null ? null : reasonText(reason);
  const { status } = words;
  it.each([
    [{ state: 'queued' }, null, 'uploading', status.queued],
    [{ state: 'uploading' }, { ...active, activity: 'uploading' }, 'uploading', status.uploadingParts(8)],
    [
      { state: 'uploading' },
      { ...active, activity: 'uploading', partsInFlight: 1 },
      'uploading',
      status.uploadingParts(1),
    ],
    [{ state: 'uploading' }, { ...active, activity: 'hashing' }, 'uploading', status.hashing],
    [{ state: 'uploading' }, { ...active, activity: 'waiting' }, 'uploading', status.waiting],
    [{ state: 'uploading' }, { ...active, activity: 'completing' }, 'uploading', status.completing],
    [{ state: 'uploading' }, { ...active, activity: 'assembling' }, 'uploading', status.assembling],
    [{ state: 'uploading' }, null, 'paused', status.paused],
    [{ state: 'uploading' }, { ...active, activity: 'uploading' }, 'waiting', status.waiting],
    [{ state: 'uploading' }, { ...active, activity: 'hashing' }, 'waiting', status.hashing],
    [{ state: 'uploading' }, null, 'waiting', status.waiting],
    [{ state: 'queued' }, null, 'waiting', status.queued],
    [{ state: 'uploading' }, null, 'finished', status.uploading],
    [{ state: 'accepted', sha1: 'ab' }, null, 'finished', status.accepted],
    [{ state: 'accepted' }, null, 'finished', status.accepted],
    [{ state: 'skipped', reason: { code: 'special-file' } }, null, 'finished', status.skipped],
    [{ state: 'failed', reason: { code: 'path-missing' } }, null, 'finished', status.failed],
    [{ state: 'held' }, null, 'finished', status.needsReview],
    [{ state: 'handedOver' }, null, 'finished', status.handedOver],
  ] as const)('%j, active %j, of an upload that is %s, is “%s”', (given, moving, state, label) => {
    const isWaiting = state === 'waiting';
    const shown = itemStatus(item(given), moving, { state: isWaiting ? 'uploading' : state, isWaiting });
    expect(shown).toMatchObject({ label, reason: reasonOf(given) });
  });
});

it('names the pack that is being sent, by its number, files and size', () => {
  const file = { ...active, activity: 'uploading' } as const;
  const pack = (number: number, sizeBytes: number, count: number) => ({
    ...file,
    itemId: -number,
    sizeBytes,
    pack: { number, files: count },
  });
  const shown = (...moving: ProgressView['active']) => packsText(progress({ active: moving }));
  expect(shown(file)).toBeNull();
  expect(shown(file, pack(3, 18_900_000, 1204))).toBe('Pack 3: 1,204 files, 18.9 MB');
  expect(shown(pack(3, 18_900_000, 1204), pack(4, 1, 2), pack(5, 1, 2))).toBe(
    'Pack 3: 1,204 files, 18.9 MB and 2 more packs',
  );
});
